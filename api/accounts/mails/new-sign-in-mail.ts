import { z } from 'zod'
import { users } from '../../db/schema/people.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { type MailBrand } from '../../store/mails/mail-brand.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { formatMailMoment } from './mail-moment.ts'

const SignIn = z.object({
  at: z.string(),
  link: z.string(),
  /** `Chrome on Windows`. */
  device: z.string().optional(),
  /** Only the password was right; the account asks for a second factor. */
  awaits: z.boolean().optional(),
})
export type NewSignIn = z.infer<typeof SignIn>

/** Tells an account that somebody logged in from a device that it was never used on. */
export const newSignInMail = declareMail({
  kind: 'new_sign_in',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: (deps, mail) => SignIn.parse(JSON.parse(openMailSecret(deps, mail))),
  compose: (signIn, brand) => composeSignIn(signIn, brand),
})

function composeSignIn({ at, link, device, awaits }: NewSignIn, brand: MailBrand) {
  return linkMail(link, brand, {
    subject: awaits
      ? `A new device has the password of your ${brand.name} account`
      : `A new device logged in to your ${brand.name} account`,
    title: awaits ? 'A new device has your password.' : 'A new device logged in.',
    intro: awaits
      ? `Somebody typed the password of your ${brand.name} account on a device that it was not used ` +
        'on before. ' +
        'The account opens there only with a code of your app.'
      : `Somebody logged in to your ${brand.name} account from a device that it was not used on before.`,
    facts: [
      ['When', formatMailMoment(at, brand.timeZone)],
      ...(device === undefined ? [] : [['Device', device] as const]),
    ],
    action: 'That was not me: reset the password',
    notes: [
      'That was you? Then there is nothing to do.',
      'That was not you? Reset your password with the button, which logs everybody out.',
      `Then call ${brand.phone} or write to ${brand.email}.`,
    ],
  })
}
