import { CARE_WORDS } from '#contract/written-text.ts'
import { CARE_OCCASIONS, type CareOccasion } from '#contract/care.ts'
import { type ApiDeps } from '../../deps.ts'
import { makeCareStopToken } from './care-stops.ts'
import { type CareMessage, readWantedCare } from './queue-care.ts'
import { type ComposedMail, type MailBrand } from '../mails/mail-brand.ts'
import {
  button,
  getMailTheme,
  heading,
  html,
  type Html,
  mailFrame,
  orderLinkPart,
  paragraph,
  rows,
  subheading,
} from '../mails/mail-frame.ts'
import { readWrittenTexts } from '../written-texts/read-written-texts.ts'
import { oneClickUnsubscribeHeaders } from '../mails/one-click-unsubscribe.ts'
import { type MailRow, subjectIdOf } from '../mails/queue-mail.ts'

/** A care message whose recipient wants it, with the signed name that switches its occasion off. */
export interface WantedCare {
  message: CareMessage
  stopToken: string
  /** What staff wrote for the occasion, as `findCareWords` finds it. */
  words?: string
}

/** Reads what a mail is about; undefined once its occasion was switched off. */
export async function loadCare(deps: ApiDeps, mail: MailRow): Promise<WantedCare | undefined> {
  const message = await readWantedCare(deps, { id: subjectIdOf(mail), email: mail.to })
  if (!message) return undefined
  const { brandId, occasion } = message
  const stopToken = makeCareStopToken(deps, { brandId, occasion, email: mail.to })
  return { message, stopToken, words: await findCareWords(deps, message) }
}

/** The newest words that a brand saved for the mails of an occasion; empty without any. */
export async function findCareWords(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  { brandId, occasion }: Pick<CareMessage, 'brandId' | 'occasion'>,
): Promise<string> {
  const name = CARE_WORDS[occasion]
  if (name === undefined) return ''
  const texts = await readWrittenTexts(db)
  return texts.find((text) => text.brand_id === brandId && text.name === name)?.body ?? ''
}

/** A paragraph with the line breaks that were typed. */
const linesOf = (part: string): Html =>
  html`${part.split('\n').map((line, at) => (at === 0 ? line : html`<br />${line}`))}`

const paragraphsOf = (words: string, brand: MailBrand): string[] =>
  words
    .replaceAll('{{brand}}', () => brand.name)
    .split(/\n{2,}/)
    .filter((part) => part !== '')

interface CareMailParts {
  subject: string
  title: string
  /** The first sentence, which mail programs show beside the subject. */
  intro: string
  facts?: readonly (readonly [string, string])[]
  /** Headed lists; a line may end in a link. */
  lists?: readonly { title: string; lines: readonly { text: string; href?: string }[] }[]
  action?: { label: string; href: string }
  notes?: readonly string[]
  /** Whether the mail leads to the order. */
  order?: boolean
}

/**
 * A mail that the shop sends by itself. Its last line, and its reader's mail program, switch this
 * occasion off without signing in; messages about changes of a flight still come.
 */
export function composeCareMail(
  brand: MailBrand,
  {
    message: { occasion },
    stopToken,
    words = '',
  }: Pick<WantedCare, 'stopToken' | 'words'> & { message: { occasion: CareOccasion } },
  { subject, title, intro, facts = [], lists = [], action, notes = [], order = false }: CareMailParts,
): ComposedMail {
  const stop = `${brand.origin}/care/${stopToken}`
  const when = CARE_OCCASIONS[occasion].toLowerCase()
  const why = `You get this mail because we write ${when}.`
  const style = `color:${getMailTheme(brand.id).link}`
  const link = (href: string, words: string) =>
    html`<a class="link" href="${href}" style="${style}">${words}</a>`
  const own = paragraphsOf(words, brand)
  const way = order ? orderLinkPart(brand) : { text: [], content: '' as const }
  const listOf = ({ title: head, lines }: (typeof lists)[number]): Html =>
    html`${subheading(brand, head)}
      <ul style="margin:0 0 12px;padding-left:20px">
        ${lines.map(({ text, href }) => html`<li>${href === undefined ? text : link(href, text)}</li>`)}
      </ul>`
  const content = html`${heading(brand, title)} ${paragraph(intro)}
  ${own.map((part) => paragraph(linesOf(part)))} ${facts.length > 0 ? rows(brand, facts) : ''}
  ${lists.map(listOf)} ${action ? button(brand, action.label, action.href) : ''}
  ${notes.map((note) => paragraph(note))} ${way.content}
  ${paragraph(html`${why} ${link(stop, 'Send me no more of these')}.`)}`
  const text = [
    title,
    intro,
    ...own,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...lists.map(({ title: head, lines }) =>
      [
        head,
        ...lines.map(({ text: line, href }) => (href === undefined ? `- ${line}` : `- ${line}: ${href}`)),
      ].join('\n'),
    ),
    action ? `${action.label}: ${action.href}` : '',
    ...notes,
    ...way.text,
    `${why}\nSend me no more of these: ${stop}`,
    `${brand.name}\n${brand.phone} · ${brand.email}`,
  ]
  return {
    subject,
    text: text.filter((part) => part !== '').join('\n\n'),
    html: mailFrame(brand, subject, intro, content),
    attachments: [],
    headers: oneClickUnsubscribeHeaders(stop),
  }
}
