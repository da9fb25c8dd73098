import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/** Tells the account's address that its password was changed, in case somebody else did it. */
export const passwordChangedMail = declareMail({
  kind: 'password_changed',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
      subject: `The password of your ${brand.name} account was changed`,
      title: 'Your password was changed.',
      intro: 'Your account has another password now. Everybody else who was logged in is logged out.',
      action: 'That was not me: reset it',
      notes: [
        'You changed it yourself? Then there is nothing to do.',
        `That was not you? Reset it with the button, and call ${brand.phone} or write to ${brand.email}.`,
      ],
    }),
})
