import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

/** A link to choose another password, to whoever asked for one. */
export function resetPasswordMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Choose a new password for ${brand.name}`,
    title: 'Choose a new password',
    intro: 'Somebody, most likely you, asked to reset the password of your account.',
    action: 'Choose a new password',
    notes: [
      'The link works once, for one hour. Everybody who is logged in with the old password is logged out.',
      'You did not ask for this? Then there is nothing to do: your password stays as it is.',
    ],
  })
}
