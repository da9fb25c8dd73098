import { Field } from '../ui/field.tsx'

/**
 * The address a link was mailed to: read-only, so that a password manager saves it with the
 * password.
 */
export function MailedTo({ email }: { email: string }) {
  return (
    <Field
      id="email"
      name="email"
      label="Email"
      type="email"
      value={email}
      readOnly
      autoComplete="username"
    />
  )
}
