import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

/**
 * To the account's mailbox, once its password is another one: whoever did not change it learns it
 * here.
 */
export function passwordChangedMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `The password of your ${brand.name} account was changed`,
    title: 'Your password was changed.',
    intro: 'Your account has another password now. Everybody else who was logged in is logged out.',
    action: 'That was not me: reset it',
    notes: [
      'You changed it yourself? Then there is nothing to do.',
      `That was not you? Reset it with the button, and call ${brand.phone} or write to ${brand.email}.`,
    ],
  })
}
