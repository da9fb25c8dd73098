import { z } from 'zod'
import { users } from '../../db/schema/people.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { type MailBrand } from '../../store/mails/mail-brand.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { formatMailMoment } from './mail-moment.ts'

const Change = z.object({
  change: z.enum(['codes_made', 'code_used', 'passkey_added', 'passkey_removed']),
  /** What its owner calls a passkey. */
  name: z.string().optional(),
  at: z.string(),
  link: z.string(),
})
export type SignInChange = z.infer<typeof Change>

const WORDS: Readonly<Record<SignInChange['change'], { title: string; intro: string }>> = {
  codes_made: {
    title: 'You have new recovery codes.',
    intro: 'Ten recovery codes were made for your staff account. All earlier ones are void.',
  },
  code_used: {
    title: 'A recovery code was used.',
    intro: 'Somebody signed in to your staff account with a recovery code in place of your app.',
  },
  passkey_added: {
    title: 'A passkey was added.',
    intro: 'Your staff account has another passkey. It opens the desk without your password.',
  },
  passkey_removed: {
    title: 'A passkey was removed.',
    intro: 'A passkey of your staff account was removed. It opens nothing any more.',
  },
}

/** Tells members of staff of a change in how they sign in, and of a recovery code that was used. */
export const signInChangedMail = declareMail({
  kind: 'sign_in_changed',
  about: users,
  recipient: 'staff',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: (deps, mail) => Change.parse(JSON.parse(openMailSecret(deps, mail))),
  compose: (change, brand) => composeChange(change, brand),
})

function composeChange({ change, at, link, name }: SignInChange, brand: MailBrand) {
  const { title, intro } = WORDS[change]
  return linkMail(link, brand, {
    subject: `${title.replace(/\.$/, '')}: ${brand.name}`,
    title,
    intro,
    facts: [
      ...(name === undefined ? [] : [['Passkey', name] as const]),
      ['When', formatMailMoment(at, brand.timeZone)],
    ],
    action: 'See how you sign in',
    notes: [
      'That was you? Then there is nothing to do.',
      `That was not you? Change your password, and tell an admin at once: ${brand.phone}, ${brand.email}.`,
    ],
  })
}
