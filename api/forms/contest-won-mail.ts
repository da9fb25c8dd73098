import { eq } from 'drizzle-orm'
import { contests, formEntries } from '../db/schema/forms.ts'
import { prizes } from '../db/schema/promotions.ts'
import { type ApiDeps } from '../deps.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { button, heading, html, mailFrame, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { openMailSecret } from '../store/mails/mail-secret.ts'
import { mailPrizeAgain } from './resend-prize.ts'

interface WonPrize {
  contest: string
  prize: string
  /** Sets a password, or leads to the account that has one. */
  link: string
}

/** To who was drawn. */
export const contestWonMail = declareMail({
  kind: 'contest_won',
  about: formEntries,
  recipient: 'contest winner',
  delivery: 'required',
  repeatable: false,
  correcting: { way: 'subject', send: mailPrizeAgain },
  load: readPrize,
  compose: writeMail,
})

/** What was drawn for an entry. @throws when it is gone */
async function readPrize(deps: ApiDeps, mail: MailRow): Promise<WonPrize> {
  const [found] = await deps.database.db
    .select({ contest: contests.name, prize: prizes.name })
    .from(formEntries)
    .innerJoin(contests, eq(contests.id, formEntries.contestId))
    .innerJoin(prizes, eq(prizes.id, formEntries.prizeId))
    .where(eq(formEntries.id, subjectIdOf(mail)))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no prize`)
  return { ...found, link: openMailSecret(deps, mail) }
}

function writeMail({ contest, prize, link }: WonPrize, brand: MailBrand): ComposedMail {
  const title = 'You have won'
  const lines = [
    `You entered “${contest}”, and your name was drawn: ${prize} is yours, free, once, with ` +
      'any flight that offers it.',
    'It waits in your account under this address. Log in, choose a flight, and it is on the ' +
      'list of what you can add, at no cost.',
  ]
  const after = 'The prize is tied to this mailbox and cannot be exchanged for money.'
  const content = html`${heading(brand, title)} ${lines.map((line) => paragraph(line))}
  ${button(brand, 'Open your account', link)} ${paragraph(after)}`
  const subject = `You have won ${prize}`
  return {
    subject,
    text: [title, ...lines, link, after, `${brand.name}\n${brand.phone} · ${brand.email}`].join('\n\n'),
    html: mailFrame(brand, subject, lines[0] ?? '', content),
    attachments: [],
  }
}
