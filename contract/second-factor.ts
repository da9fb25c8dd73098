import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * `GET /v1/second_factor`. `none`: no role of the account requires a second factor, and its owner
 * has turned none on. `to_set_up`: no authenticator app is set up. `to_show`: this session still
 * has to enter a code.
 * `shown`: it has entered one, so its roles apply, or the account of a customer is open.
 */
export const SecondFactor = z.object({
  state: z.enum(['none', 'to_set_up', 'to_show', 'shown']),
  roles: z.array(z.enum(['admin', 'staff', 'pilot', 'agent'])),
  shown_at: Instant.nullable(),
  /** Its owner has turned it on: each log-in asks for it, whatever roles there are. */
  at_log_in: z.boolean(),
})
export const SecondFactorReply = z.object({ second_factor: SecondFactor })

/**
 * `POST /v1/second_factor`. A customer turns it on with the password; staff send nothing, and get an
 * app for their role.
 */
export const SecondFactorStart = z.object({
  second_factor: z
    .object({
      password: z.string({ error: 'This field is required' }).min(1, 'This field is required').max(200),
      /** The shop that it is turned on in: its brand writes about it, and names the key in the app. */
      shop_url: z.string().max(500).optional(),
    })
    .optional(),
})

/** `POST /v1/second_factor`: a new secret for an authenticator app, which is shown once. */
export const SecondFactorSecretReply = z.object({
  second_factor: z.object({ secret: z.string(), uri: z.string() }),
})

/** At a log-in: the token of a guest in the same browser, whose unpaid order then belongs to the account. */
const GuestToken = z.string().max(2000).optional()

/** `PUT /v1/second_factor`: the six-digit code from the authenticator app. */
export const SecondFactorRequest = z.object({
  second_factor: z.object({
    code: z
      .string({ error: 'This field is required' })
      .trim()
      .regex(/^\d{3}\s?\d{3}$/, 'Please type the six digits of your app'),
  }),
  guest_token: GuestToken,
})

/** `GET /v1/second_factor/recovery_codes`: how many are left, and since when there are any. */
export const RecoveryCodesReply = z.object({
  recovery_codes: z.object({ left: z.number().int(), made_at: Instant.nullable() }),
})

/** `POST /v1/second_factor/recovery_codes`: ten new codes, which are shown once. */
export const NewRecoveryCodesReply = z.object({ recovery_codes: z.object({ codes: z.array(z.string()) }) })

/** `PUT /v1/second_factor/recovery_codes`: one of them, in place of the app's code. */
export const RecoveryCodeRequest = z.object({
  recovery_code: z.object({
    recovery_code: z
      .string({ error: 'This field is required' })
      .trim()
      .min(1, 'This field is required')
      .max(60),
  }),
  guest_token: GuestToken,
})

export type SecondFactor = z.infer<typeof SecondFactor>
