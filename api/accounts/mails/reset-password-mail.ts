import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/** A link to choose another password, for whoever asked for one. */
export const resetPasswordMail = declareMail({
  kind: 'reset_password',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
      subject: `Choose a new password for ${brand.name}`,
      title: 'Choose a new password',
      intro: 'Somebody, most likely you, asked to reset the password of your account.',
      action: 'Choose a new password',
      notes: [
        'The link works once, for one hour. Everybody who is logged in with the old password is logged out.',
        'You did not ask for this? Then there is nothing to do: your password stays as it is.',
      ],
    }),
})
