import { users } from '../../db/schema/people.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

/**
 * Tells somebody that they were given a role. The link sets a password, or leads to the staff
 * sign-in when there is one already.
 */
export const staffInvitedMail = declareMail({
  kind: 'staff_invited',
  about: users,
  recipient: 'staff',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: writeInvitation,
})

function writeInvitation(link: string, brand: MailBrand): ComposedMail {
  const signIn = new URL('/staff/sign-in', link).href
  const hasPassword = link === signIn
  return linkMail(link, brand, {
    subject: `You work with ${brand.name} now`,
    title: 'Your place at the desk',
    intro: hasPassword
      ? 'An admin gave you a role. Sign in with your password, and with a code of an authenticator app.'
      : 'An admin gave you a role. Set a password first; it shows that this mailbox is yours.',
    action: hasPassword ? 'Sign in to the desk' : 'Set your password',
    notes: hasPassword
      ? [`You did not expect this? Call ${brand.phone} or write to ${brand.email}.`]
      : [
          `Then sign in at ${signIn}, where you set up an authenticator app on your phone. Do ` +
            'both in one sitting.',
          'The link works once, for four days.',
          `You did not expect this? Then there is nothing to do: without the link nobody gets in.`,
        ],
  })
}
