import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

const signInOf = (link: string) => new URL('/staff/sign-in', link).href

/**
 * To somebody who was given a role: the link sets a password, or leads to the desk where there is
 * one already.
 */
export function staffInvitedMail(link: string, brand: MailBrand): ComposedMail {
  const signIn = signInOf(link)
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

/** To somebody whose authenticator app an admin took away. */
export function secondFactorResetMail(link: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Set up a new authenticator app for ${brand.name}`,
    title: 'Your authenticator app was taken away.',
    intro: 'An admin took it away, so that you can set up another one. You are logged out everywhere.',
    action: 'Sign in and set it up',
    notes: [
      'Set it up now: until then whoever knows your password could.',
      `You did not ask for this? Tell an admin at once: ${brand.phone}, ${brand.email}.`,
    ],
  })
}
