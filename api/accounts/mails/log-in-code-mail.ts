import { z } from 'zod'
import { users } from '../../db/schema/people.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { type MailBrand } from '../../store/mails/mail-brand.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { formatMailMoment } from './mail-moment.ts'

const Change = z.object({
  change: z.enum(['turned_on', 'turned_off', 'taken_away', 'codes_made', 'code_used']),
  at: z.string(),
  link: z.string(),
})
export type LogInCodeChange = z.infer<typeof Change>

const WORDS: Readonly<Record<LogInCodeChange['change'], { title: string; intro: string }>> = {
  turned_on: {
    title: 'Your account asks for a code now.',
    intro: 'Each log-in asks for your password and a code of your app. Everybody else is logged out.',
  },
  turned_off: {
    title: 'Your account asks for no code any more.',
    intro: 'The code at log-in was turned off in your account. Your password alone opens it now.',
  },
  taken_away: {
    title: 'We took the code at log-in away.',
    intro:
      'You told us that your phone and your recovery codes are lost. Your password alone opens ' +
      'your account ' +
      'now, and you are logged out everywhere.',
  },
  codes_made: {
    title: 'You have new recovery codes.',
    intro: 'Ten recovery codes were made for your account. All earlier ones are void.',
  },
  code_used: {
    title: 'A recovery code was used.',
    intro: 'Somebody used a recovery code of your account in place of the code of your app.',
  },
}

/** Tells customers what changed about the code that their log-in asks for. */
export const logInCodeMail = declareMail({
  kind: 'log_in_code_changed',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: (deps, mail) => Change.parse(JSON.parse(openMailSecret(deps, mail))),
  compose: (change, brand) => composeChange(change, brand),
})

function composeChange({ change, at, link }: LogInCodeChange, brand: MailBrand) {
  const { title, intro } = WORDS[change]
  return linkMail(link, brand, {
    subject: `${title.replace(/\.$/, '')}: ${brand.name}`,
    title,
    intro,
    facts: [['When', formatMailMoment(at, brand.timeZone)]],
    action: 'See how you log in',
    notes: [
      'That was you? Then there is nothing to do.',
      `That was not you? Reset your password at once, then call ${brand.phone} or write to ${brand.email}.`,
    ],
  })
}
