import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

/** To the mailbox that is to become the account's: the link shows that it is its owner's. */
export function changeEmailMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Confirm your new e-mail for ${brand.name}`,
    title: 'Confirm your new e-mail',
    intro:
      'Somebody, most likely you, wants to use this address for an account with us. Confirm it, ' +
      'and you log in with it from then on.',
    action: 'Confirm this e-mail',
    notes: [
      'The link works once, for one hour. Until then your account keeps the old address.',
      'You did not ask for this? Then there is nothing to do.',
    ],
  })
}

/** To the old mailbox, once the account has another one. */
export function emailChangedMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `The e-mail of your ${brand.name} account was changed`,
    title: 'The e-mail of your account was changed.',
    intro:
      'Your account has another e-mail now. Mails about your bookings go there, and this address ' +
      'does not open the account any more.',
    action: 'Go to your account',
    notes: [`That was not you? Call ${brand.phone} or write to ${brand.email} at once.`],
  })
}
