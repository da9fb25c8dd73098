import { formatDollars } from '../rules/money/money.ts'
import { codeList, expiryDay } from './gift-mail-codes.ts'
import { html } from '../store/mails/html.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, mailFrame, paragraph } from '../store/mails/mail-frame.ts'

/** A code that is usable today. */
export interface OwnCode {
  /** Grouped for reading. */
  code: string
  name: string
  /** The balance of a voucher. */
  balanceCents: number | null
  expiresAt: string
  /** For a gift card: the departures it pays and what is left to pay. */
  terms: string[]
}

const TITLE = 'Your codes'

/** The mail that lists all codes of an account. */
export function ownCodesMail(codes: readonly OwnCode[], brand: MailBrand): ComposedMail {
  const link = `${brand.origin}/account/gift-cards`
  const lead =
    codes.length === 0
      ? 'You asked for your codes. There is none in your account that can be used right now.'
      : 'You asked for your codes. Each pays once, a voucher until it is empty: keep this mail to yourself.'
  const said = codes.map(({ name, balanceCents, expiresAt, code, terms }) => ({
    code,
    terms,
    line:
      `${name}${balanceCents === null ? '' : `, ${formatDollars(balanceCents)} left`}, good ` +
      `until ${expiryDay(expiresAt, brand)}`,
  }))
  const content = html`${heading(brand, TITLE)} ${paragraph(lead)}
  ${said.map(
    ({ code, line, terms }) =>
      html`${paragraph(line)} ${codeList([code])} ${terms.map((one) => paragraph(one))}`,
  )}
  ${button(brand, 'See your gift cards', link)}`
  const text = [
    TITLE,
    lead,
    ...said.map(({ code, line, terms }) => [line, code, ...terms].join('\n')),
    `Your gift cards: ${link}`,
    `${brand.name}\n${brand.phone} · ${brand.email}`,
  ]
  return {
    subject: TITLE,
    text: text.join('\n\n'),
    html: mailFrame(brand, TITLE, lead, content),
    attachments: [],
  }
}
