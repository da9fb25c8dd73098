import { z } from 'zod'
import { Id, Instant } from './primitives.ts'

/** A passkey of a member of staff. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export const PasskeysReply = z.object({ passkeys: z.array(Passkey) })
export const PasskeyReply = z.object({ passkey: Passkey })

const Part = z.string().max(8000)
/** What a browser answers, as `PublicKeyCredential.toJSON` writes it. */
const CredentialJson = z.object({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
})

export const PasskeyCreation = CredentialJson.extend({
  response: z.object({
    clientDataJSON: Part,
    attestationObject: z.string().max(40_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export const PasskeyAssertion = CredentialJson.extend({
  response: z.object({
    clientDataJSON: Part,
    authenticatorData: Part,
    signature: Part,
    userHandle: z.string().max(200).nullish(),
  }),
})

const Name = z
  .string({ error: 'This field is required' })
  .trim()
  .min(1, 'This field is required')
  .max(60, 'Write at most 60 characters')

/**
 * `POST /v1/passkey_challenges`. `register`: for a new passkey. `prove`: as the second factor of
 * this session. `sign_in`: in place of password and app.
 */
export const PasskeyChallengeRequest = z.object({
  passkey_challenge: z.object({ purpose: z.enum(['register', 'prove', 'sign_in']) }),
})
/** The options for `navigator.credentials`, in JSON. */
export const PasskeyChallengeReply = z.object({
  passkey_challenge: z.object({ options: z.record(z.string(), z.unknown()) }),
})
/** `POST /v1/passkeys`. */
export const NewPasskeyRequest = z.object({
  passkey: z.object({ name: Name, credential: PasskeyCreation }),
})
/** `PUT /v1/second_factor/passkey` and `POST /v1/user_token/passkey`. */
export const PasskeyUseRequest = z.object({ passkey: z.object({ credential: PasskeyAssertion }) })

export type Passkey = z.infer<typeof Passkey>
export type PasskeyCreation = z.infer<typeof PasskeyCreation>
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>
export type PasskeyPurpose = z.infer<typeof PasskeyChallengeRequest>['passkey_challenge']['purpose']
