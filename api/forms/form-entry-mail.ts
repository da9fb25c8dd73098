import { eq } from 'drizzle-orm'
import { CONTACT_TOPICS, type FormName, RENTAL_OCCASIONS } from '#contract/form-entry.ts'
import { contests, formEntries } from '../db/schema/forms.ts'
import { type ApiDeps } from '../deps.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { heading, html, mailFrame, paragraph, rows } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/** An entry as the desk's mail tells it. */
interface MailedEntry {
  id: number
  form: FormName
  name: string
  email: string | null
  phone: string | null
  answers: Readonly<Record<string, string>>
  /** Name of the contest it entered. */
  contest: string | undefined
}

const NAMES: Record<FormName, string> = {
  contact: 'Message',
  rentals: 'Charter enquiry',
  careers: 'Application',
  contest: 'Contest entry',
  survey: 'Answer to the survey',
}

/** In the order they are told; what is longer than a line comes last, by itself. */
const LABELS: Readonly<Record<string, string>> = {
  topic: 'About',
  booking: 'Booking',
  occasion: 'Occasion',
  date: 'Day',
  party: 'Party',
  opening: 'Opening',
  experience: 'Experience',
  score: 'Would send a friend (0 to 10)',
  flight: 'Flight',
  quote: 'May be quoted',
}
const LONG: Readonly<Record<string, string>> = {
  message: 'Message',
  liked: 'What was best',
  better: 'What could be better',
}
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  topic: CONTACT_TOPICS,
  occasion: RENTAL_OCCASIONS,
}

/** To the brand's desk: an answer to this mail goes to who wrote. */
export const formEntryMail = declareMail({
  kind: 'form_desk',
  about: formEntries,
  recipient: 'staff',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readEntry,
  compose: writeMail,
})

/** @throws when the entry was erased */
async function readEntry({ database: { db } }: ApiDeps, mail: MailRow): Promise<MailedEntry> {
  const [found] = await db
    .select({ entry: formEntries, contest: contests.name })
    .from(formEntries)
    .leftJoin(contests, eq(contests.id, formEntries.contestId))
    .where(eq(formEntries.id, subjectIdOf(mail)))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no entry`)
  return { ...found.entry, contest: found.contest ?? undefined }
}

function writeMail(entry: MailedEntry, brand: MailBrand): ComposedMail {
  const { id, form, name, email, phone, answers, contest } = entry
  const number = `F-${String(id)}`
  const title = `${NAMES[form]} ${number}`
  const from = [
    ['Name', name],
    ['Email', email ?? ''],
    ['Phone', phone ?? ''],
    ['Contest', contest ?? ''],
  ] as const
  const own = Object.entries(LABELS).map(
    ([key, label]) => [label, CHOICES[key]?.[answers[key] ?? ''] ?? answers[key] ?? ''] as const,
  )
  const facts = [...from, ...own].filter(([, value]) => value !== '')
  const texts = Object.entries(LONG).flatMap(([key, label]) =>
    answers[key] ? [[label, answers[key]] as const] : [],
  )
  const content = html`${heading(brand, title)} ${rows(brand, facts)}
  ${texts.map(([label, text]) => [
    paragraph(html`<strong>${label}</strong>`),
    ...text.split(/\n+/).map((part) => paragraph(part)),
  ])}`
  const subject = name === '' ? title : `${title} · ${name}`
  return {
    subject,
    text: [
      title,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...texts.map(([label, text]) => `${label}:\n${text}`),
    ].join('\n\n'),
    html: mailFrame(brand, subject, facts.map(([, value]) => value).join(' · '), content),
    attachments: [],
    ...(email === null ? {} : { replyTo: email }),
  }
}
