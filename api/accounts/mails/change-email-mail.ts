import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/** Goes to the account's future address, with a link that proves who owns it. */
export const changeEmailMail = declareMail({
  kind: 'change_email',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
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
    }),
})
