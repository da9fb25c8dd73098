import { asc, eq } from 'drizzle-orm'
import { type OrderFile } from '#contract/order-file.ts'
import { type Db } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { agents } from '../db/schema/agents.ts'
import { ledgerEntries, ledgerTransactions } from '../db/schema/money.ts'
import { mails } from '../db/schema/platform.ts'
import { texts } from '../db/schema/texts.ts'
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

async function findAgent(db: Db, id: number): Promise<OrderFile['agent']> {
  const [agent] = await db.select({ id: agents.id, name: agents.name }).from(agents).where(eq(agents.id, id))
  return agent ?? null
}

/**
 * What staff read about an order besides the order itself; undefined when there is no such order.
 */
export async function readOrderFile(deps: ApiDeps, orderId: number): Promise<OrderFile | undefined> {
  const { db } = deps.database
  const parts = await findOrderParts(db, orderId)
  if (!parts) return undefined
  const rows = await db
    .select({ posted: ledgerTransactions, account: ledgerEntries.account, cents: ledgerEntries.amountCents })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(eq(ledgerTransactions.orderId, orderId))
    .orderBy(asc(ledgerTransactions.id), asc(ledgerEntries.id))
  const sent = await db.select().from(mails).where(eq(mails.orderId, orderId)).orderBy(asc(mails.id))
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
  const mailed = sent.map(presentMail)
  const texted = await db.select().from(texts).where(eq(texts.orderId, orderId)).orderBy(asc(texts.id))
  const told = await readOrderHistory(db, parts, mailed)
  const party = await listOrderPassengers(deps, orderId)
  const { agentId } = parts.order
  return {
    order_id: orderId,
    ledger: [...ledger.values()],
    mails: mailed,
    texts: texted.map(presentText),
    texting: await readOrderTexting(deps, parts.order),
    ...told,
    passengers: told.passengers.map((one) => {
      const own = party.passengers.find(({ id }) => id === one.id)
      return { ...one, picked_at: own?.picked_at ?? null, link: (party.open && own?.link) || null }
    }),
    agent: agentId === null ? null : await findAgent(db, agentId),
    party_url: party.party_url,
    ticket_url: await findTicketUrl(deps, parts.order),
    payment_link: await findPaymentLink(deps, parts),
  }
}
