import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'

/** Tells a member of staff that an admin removed their authenticator app. */
export const secondFactorResetMail = declareMail({
  kind: 'second_factor_reset',
  about: users,
  recipient: 'staff',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
      subject: `Set up a new authenticator app for ${brand.name}`,
      title: 'Your authenticator app was taken away.',
      intro: 'An admin took it away, so that you can set up another one. You are logged out everywhere.',
      action: 'Sign in and set it up',
      notes: [
        'Set it up now: until then whoever knows your password could.',
        `You did not ask for this? Tell an admin at once: ${brand.phone}, ${brand.email}.`,
      ],
    }),
})
