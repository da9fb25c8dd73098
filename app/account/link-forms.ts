import { z } from 'zod'
import { NewPassword } from '#contract/people.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/** The forms behind mailed links: setting a new password, and confirming an e-mail address. */
export const NewPasswordForm = z.object({ password: NewPassword })
export const NEW_PASSWORD_SHAPE = {
  id: 'new-password',
  labels: { password: 'New Password' },
} as const satisfies FormShape

/** Only visitors who are not logged in to the account need the password; the service decides. */
export const ProofForm = z.object({ password: z.string().max(200).optional() })
export const PROOF_SHAPE = {
  id: 'proof',
  labels: { password: 'Password' },
} as const satisfies FormShape
