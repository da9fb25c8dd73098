import { Field } from '../ui/field.tsx'

/**
 * The e-mail address that a link was mailed to, as a read-only field: password managers save it
 * with the password.
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
