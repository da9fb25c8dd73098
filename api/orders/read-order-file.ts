import { asc, eq, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type OrderFile } from '#contract/order-file.ts'
import { type Db } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { agents } from '../db/schema/agents.ts'
import { ledgerEntries, ledgerTransactions } from '../db/schema/money.ts'
import { mails } from '../db/schema/platform.ts'
import { texts } from '../db/schema/texts.ts'
import { statement } from '../db/statement.ts'
import { presentText } from '../store/texts/present-text.ts'
import { readOrderTexting } from '../store/texts/read-order-texting.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { listOrderPassengers } from '../passengers/list-order-passengers.ts'
import { findOrderToken } from '../store/orders/order-link.ts'
import { isWalkInEmail } from '../store/walk-in-email.ts'
import { toDollars } from '../rules/money/money.ts'
import { presentMail } from '../store/mails/repeat-mail.ts'
import { findOrderParts } from '../tenders/find-order-parts.ts'
import { findPaymentLink } from './find-payment-link.ts'
import { readOrderHistory } from './read-order-history.ts'

/** The link of a paid order to show and to scan, for a walk-in who gets no mail with it. */
async function findTicketUrl(deps: ApiDeps, order: OrderRow): Promise<string | null> {
  if (order.completedAt === null || !isWalkInEmail(order.email)) return null
  const token = await findOrderToken(deps, { orderId: order.id, to: order.email })
  if (token === undefined) return null
  const { origin } = await readMailBrand(deps.database.db, deps.settings, order.brandId)
  return `${origin}/orders/${token}`
}

interface OfOrder {
  orderId: number
}
const ofOrder = (column: PgColumn) => eq(column, sql.placeholder('orderId'))

const selectPostings = statement<OfOrder, PostingRow[]>((db) =>
  db
    .select({ posted: ledgerTransactions, account: ledgerEntries.account, cents: ledgerEntries.amountCents })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(ofOrder(ledgerTransactions.orderId))
    .orderBy(asc(ledgerTransactions.id), asc(ledgerEntries.id)),
)
const selectMails = statement<OfOrder, (typeof mails.$inferSelect)[]>((db) =>
  db.select().from(mails).where(ofOrder(mails.orderId)).orderBy(asc(mails.id)),
)
const selectTexts = statement<OfOrder, (typeof texts.$inferSelect)[]>((db) =>
  db.select().from(texts).where(ofOrder(texts.orderId)).orderBy(asc(texts.id)),
)

interface PostingRow {
  posted: typeof ledgerTransactions.$inferSelect
  account: typeof ledgerEntries.$inferSelect.account
  cents: number
}

function presentLedger(rows: readonly PostingRow[]): OrderFile['ledger'] {
  const ledger = new Map<number, OrderFile['ledger'][number]>()
  for (const { posted, account, cents } of rows) {
    const known = ledger.get(posted.id) ?? {
      id: posted.id,
      kind: posted.kind,
      at: posted.at.toISOString(),
      entries: [],
    }
    known.entries.push({ account, amount: toDollars(cents) })
    ledger.set(posted.id, known)
  }
  return [...ledger.values()]
}

async function findAgent(db: Db, id: number | null): Promise<OrderFile['agent']> {
  if (id === null) return null
  const [agent] = await db.select({ id: agents.id, name: agents.name }).from(agents).where(eq(agents.id, id))
  return agent ?? null
}

/**
 * What staff read about an order besides the order itself; undefined when there is no such order.
 */
export async function readOrderFile(deps: ApiDeps, orderId: number): Promise<OrderFile | undefined> {
  const { db } = deps.database
  const [parts, postings, sent, texted, party] = await Promise.all([
    findOrderParts(db, orderId),
    selectPostings(db, { orderId }),
    selectMails(db, { orderId }),
    selectTexts(db, { orderId }),
    listOrderPassengers(deps, orderId),
  ])
  if (!parts) return undefined
  const mailed = sent.map(presentMail)
  const [told, texting, agent, ticketUrl, paymentLink] = await Promise.all([
    readOrderHistory(db, parts, mailed),
    readOrderTexting(deps, parts.order),
    findAgent(db, parts.order.agentId),
    findTicketUrl(deps, parts.order),
    findPaymentLink(deps, parts),
  ])
  return {
    order_id: orderId,
    ledger: presentLedger(postings),
    mails: mailed,
    texts: texted.map(presentText),
    texting,
    ...told,
    passengers: told.passengers.map((one) => {
      const own = party.passengers.find(({ id }) => id === one.id)
      return { ...one, picked_at: own?.picked_at ?? null, link: (party.open && own?.link) || null }
    }),
    agent,
    party_url: party.party_url,
    ticket_url: ticketUrl,
    payment_link: paymentLink,
  }
}
