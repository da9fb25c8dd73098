import { eq } from 'drizzle-orm'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { declareMail, type MailRow } from '../store/mails/queue-mail.ts'
import { codeList, describeGiftTerms, expiryDay } from './gift-mail-codes.ts'
import { listGiftCards } from './list-gift-cards.ts'
import { listVouchers } from './list-vouchers.ts'
import { button, heading, html, mailFrame, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/** A code that is usable today. */
interface OwnCode {
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
export const ownCodesMail = declareMail({
  kind: 'own_codes',
  about: users,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readOwnCodes,
  compose: writeMail,
})

/**
 * The codes that are usable when the mail leaves.
 * @throws when the account has another e-mail by now, because its codes must not go to the old
 * mailbox
 */
async function readOwnCodes(deps: ApiDeps, { userId, to }: MailRow): Promise<OwnCode[]> {
  if (userId === null) return []
  const [user] = await deps.database.db.select().from(users).where(eq(users.id, userId))
  if (user?.email !== to || user.emailProvenAt === null) throw new Error('These codes are another mailbox’s')
  const caller = { kind: 'customer', sessionId: '', userId, emailProven: true, roles: [] } as const
  const query = { page: { limit: 200, offset: 0, sort: undefined }, everybody: false }
  const { rows: cards } = await listGiftCards(deps, { ...caller, roles: [] }, query)
  const { rows: papers } = await listVouchers(deps, { ...caller, roles: [] }, query)
  return [
    ...cards.flatMap((card) => {
      const { code, status, name, product_name: product, expires_at: at } = card
      return code !== null && status === 'available'
        ? [
            {
              code,
              terms: describeGiftTerms(card),
              name: product ? `${product}: ${name}` : name,
              balanceCents: null,
              expiresAt: at,
            },
          ]
        : []
    }),
    ...papers.flatMap(({ code, status, balance, expires_at: at }) =>
      code !== null && status === 'available'
        ? [{ code, terms: [], name: 'Voucher', balanceCents: toCents(balance), expiresAt: at }]
        : [],
    ),
  ]
}

function writeMail(codes: readonly OwnCode[], brand: MailBrand): ComposedMail {
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
