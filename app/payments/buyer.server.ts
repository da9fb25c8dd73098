import { type Account } from '#contract/people.ts'
import { Phone } from '#contract/primitives.ts'
import { listSentTexts } from '../ui/form/sent-values.server.ts'
import { displayName } from '../format/display-name.ts'
import { passengerField } from '../passengers/passenger-field.ts'

/** The logged-in account, as the page "Who and pay" shows it. */
export interface Buyer {
  name: string
  email: string
  phone: string | undefined
}

export function presentBuyer(user: Account | undefined): Buyer | undefined {
  return user && { name: displayName(user), email: user.email, phone: user.phone ?? undefined }
}

/** The values typed before; the first passenger is named after the account if none was typed. */
export function withBuyersName(
  typed: Record<string, string>,
  user: Account | undefined,
): Record<string, string> {
  const field = passengerField(0, 'full_name')
  if (!user || typed[field] !== undefined || !(user.first_name ?? user.last_name)) return typed
  return { ...typed, [field]: displayName(user) }
}

/**
 * The form with the account's e-mail and phone, whatever was submitted: an account cannot buy under
 * another e-mail.
 */
export function withBuyersContact(form: FormData, user: Account | undefined): FormData {
  if (!user) return form
  const complete = new FormData()
  for (const [name, text] of listSentTexts(form)) {
    if (name !== 'email' && name !== 'phone') complete.append(name, text)
  }
  complete.set('email', user.email)
  // A stored phone number that today's rules refuse must not stop the purchase.
  const phone = Phone.safeParse(user.phone)
  if (phone.success) complete.set('phone', phone.data)
  return complete
}
