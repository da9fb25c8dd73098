import { z } from 'zod'
import { NewPassword } from '#contract/people.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/** The forms behind mailed links: a new password, and a confirmed mailbox. */
export const NewPasswordForm = z.object({ password: NewPassword })
export const NEW_PASSWORD_SHAPE = {
  id: 'new-password',
  labels: { password: 'New Password' },
} as const satisfies FormShape

/**
 * The password is asked of whoever is not logged in to the account; whether it is, the service
 * knows.
 */
export const ProofForm = z.object({ password: z.string().max(200).optional() })
export const PROOF_SHAPE = {
  id: 'proof',
  labels: { password: 'Password' },
} as const satisfies FormShape
