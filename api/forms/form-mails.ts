import { CONTACT_TOPICS, type FormName, RENTAL_OCCASIONS } from '#contract/form-entry.ts'
import { html } from '../store/mails/html.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, mailFrame, paragraph, rows } from '../store/mails/mail-frame.ts'

/** An entry as the desk's mail tells it. */
export interface MailedEntry {
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
export function formEntryMail(entry: MailedEntry, brand: MailBrand): ComposedMail {
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

/** That it came. Nothing of what was typed stands in it: anybody can type an address. */
export function formReceivedMail(brand: MailBrand): ComposedMail {
  const title = 'Your message came'
  const lines = [
    `Thank you for writing to ${brand.name}. Somebody at the desk reads it today or tomorrow, ` +
      'and answers to this address.',
    `It is urgent? Call ${brand.phone}, seven days, 8 am to 8 pm ET.`,
    'You did not write to us? Then somebody mistyped an address, and there is nothing to do.',
  ]
  return note(brand, title, lines)
}

/** To who was drawn. @param link to set a password with, or to the account that has one */
export function contestWonMail(contest: string, prize: string, link: string, brand: MailBrand): ComposedMail {
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
    text: [title, ...lines, link, after, sign(brand)].join('\n\n'),
    html: mailFrame(brand, subject, lines[0] ?? '', content),
    attachments: [],
  }
}

function note(brand: MailBrand, title: string, lines: readonly string[]): ComposedMail {
  const subject = `${title} · ${brand.name}`
  const content = html`${heading(brand, title)} ${lines.map((line) => paragraph(line))}`
  return {
    subject,
    text: [title, ...lines, sign(brand)].join('\n\n'),
    html: mailFrame(brand, subject, lines[0] ?? '', content),
    attachments: [],
  }
}

const sign = (brand: MailBrand) => `${brand.name}\n${brand.phone} · ${brand.email}`
