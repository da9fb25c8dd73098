import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

/** To a guest: a link to set a first password. */
export function setPasswordMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Set your password for ${brand.name}`,
    title: 'Set your password',
    intro: 'Set a password to see your flights, and to book faster the next time.',
    action: 'Set your password',
    notes: [
      'The link works once and for a short time.',
      'You did not ask for this? Then there is nothing to do: without the link nobody gets in.',
    ],
  })
}
