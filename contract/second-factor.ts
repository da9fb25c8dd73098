import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * `GET /v1/second_factor`. `none`: the account has no role that requires a second factor.
 * `to_set_up`: no authenticator app is set up. `to_show`: this session still has to enter a code.
 * `shown`: it has entered one, so its roles apply.
 */
export const SecondFactor = z.object({
  state: z.enum(['none', 'to_set_up', 'to_show', 'shown']),
  roles: z.array(z.enum(['admin', 'staff', 'pilot'])),
  shown_at: Instant.nullable(),
})
export const SecondFactorReply = z.object({ second_factor: SecondFactor })

/** `POST /v1/second_factor`: a new secret for an authenticator app, which is shown once. */
export const SecondFactorSecretReply = z.object({
  second_factor: z.object({ secret: z.string(), uri: z.string() }),
})

/** `PUT /v1/second_factor`: the six-digit code from the authenticator app. */
export const SecondFactorRequest = z.object({
  second_factor: z.object({
    code: z
      .string({ error: 'This field is required' })
      .trim()
      .regex(/^\d{3}\s?\d{3}$/, 'Please type the six digits of your app'),
  }),
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
})

export type SecondFactor = z.infer<typeof SecondFactor>
