import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/** A link for a guest to set a first password. */
export const setPasswordMail = declareMail({
  kind: 'set_password',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
      subject: `Set your password for ${brand.name}`,
      title: 'Set your password',
      intro: 'Set a password to see your flights, and to book faster the next time.',
      action: 'Set your password',
      notes: [
        'The link works once and for a short time.',
        'You did not ask for this? Then there is nothing to do: without the link nobody gets in.',
      ],
    }),
})
