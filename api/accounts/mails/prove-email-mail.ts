import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/** A link, sent after registering, that proves the account's e-mail. */
export const proveEmailMail = declareMail({
  kind: 'prove_email',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
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
    }),
})
