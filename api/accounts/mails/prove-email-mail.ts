import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

/** After registering: a link that shows whose mailbox this is. */
export function proveEmailMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Confirm your e-mail for ${brand.name}`,
    title: 'Confirm your e-mail',
    intro:
      'You made an account with this address. Confirm it, and the flights you booked as a guest ' +
      'join your account.',
    action: 'Confirm your e-mail',
    notes: [
      'The link works once, for one hour.',
      'You did not make an account? Do not confirm it. Choose “Reset Your Password” in our ' +
        'shop instead, and the account is yours alone.',
    ],
  })
}
