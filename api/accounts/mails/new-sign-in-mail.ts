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

function composeSignIn({ at, link, device }: NewSignIn, brand: MailBrand) {
  return linkMail(link, brand, {
    subject: `A new device logged in to your ${brand.name} account`,
    title: 'A new device logged in.',
    intro: `Somebody logged in to your ${brand.name} account from a device that it was not used on before.`,
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
