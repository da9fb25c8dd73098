import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/** Tells the former address that the account's e-mail was changed. */
export const emailChangedMail = declareMail({
  kind: 'email_changed',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
      subject: `The e-mail of your ${brand.name} account was changed`,
      title: 'The e-mail of your account was changed.',
      intro:
        'Your account has another e-mail now. Mails about your bookings go there, and this address ' +
        'does not open the account any more.',
      action: 'Go to your account',
      notes: [`That was not you? Call ${brand.phone} or write to ${brand.email} at once.`],
    }),
})
