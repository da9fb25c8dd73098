import { asc, eq, sql } from 'drizzle-orm'
import { type BalancePaymentFields } from '#contract/counter.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { orderLines, orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { toGiftTender } from '../../gifts/as-tender.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { closeAttempt } from '../../payments/close-attempt.ts'
import { settleLaterPart } from '../../payments/later-parts.ts'
import { formatDollars, toCents, toDollars } from '../../rules/money/money.ts'
import { partWithoutMoneyEntries } from '../../rules/money/ledger.ts'
import { type GiftCardTender } from '../../rules/pricing/pricing-facts.ts'
import { findCreditObstacle, type PaidByTenders, type PricedCart } from '../../rules/pricing/pricing.ts'
import { NOT_AS_SOLD, priceLaterGifts } from '../../rules/pricing/price-later-gifts.ts'
import { isPaidInPart, lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { writePrice } from '../../store/orders/write-price.ts'
import { findOpenAttempt } from '../../store/payments/payment-attempts.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { captureTenders } from '../../tenders/capture-tenders.ts'
import { loadTenders } from '../../tenders/load-tenders.ts'
import { readCredit } from '../../tenders/read-credit.ts'
import { readTenderInput } from '../../tenders/reserve-order-tenders.ts'
import { reserveTenders } from '../../tenders/reserve-tenders.ts'
import { refusePart } from '../payment-parts.ts'
import { findTendersUntilNow } from './find-tenders-until-now.ts'

type Refusal =
  | { ok: false; reason: 'not_found' | 'nothing_due' | 'payment_in_progress' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
export type BalancePaid = { ok: true; paid: number } | Refusal

/** Rolls back the whole payment. */
class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason)
  }
}

const invalid = (field: string, sentence: string): Refusal => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

/**
 * Gift cards, by their codes, and the customer's own credit pay a later part of an order. It is one
 * transaction and needs no provider; a payment that is open there is closed first.
 */
export async function payBalance(
  deps: ApiDeps,
  orderId: number,
  fields: BalancePaymentFields,
  { caller, ...by }: AuditBy & { caller: SignedInCaller },
): Promise<BalancePaid> {
  const { db } = deps.database
  const [known] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!known) return { ok: false, reason: 'not_found' }
  if (!isPaidInPart(known)) return { ok: false, reason: 'nothing_due' }
  const codes = { gift_card_codes: fields.gift_card_codes, gift_cards: [], vouchers: [] }
  const read = await readTenderInput(deps, known, caller, { ...codes, apply_user_credit: false })
  if (!read.ok) return read
  const open = await findOpenAttempt(db, orderId)
  if (open) await closeAttempt(deps, open.id)
  const creditCents = toCents(fields.credit)
  try {
    return await retryDeadlocks(() =>
      db.transaction(async (tx): Promise<BalancePaid> => {
        const order = await lockOrder(tx, orderId)
        if (!isPaidInPart(order)) throw new Refused({ ok: false, reason: 'nothing_due' })
        if (await findOpenAttempt(tx, orderId))
          throw new Refused({ ok: false, reason: 'payment_in_progress' })
        const asked = { order, input: read.input, payer: caller, now: by.at }
        const loaded = await loadTenders(tx, asked, true)
        if (!loaded.ok) throw new Refused({ ok: false, reason: 'invalid', fields: loaded.fields })
        const gifted = await priceGifts(tx, order, loaded.tenders.giftCards)
        const refused = await refuseCredit(tx, order, creditCents, gifted?.dueCents ?? order.dueCents)
        if (refused) throw new Refused(invalid('credit', refused))
        const cents = await book(tx, deps, { order, gifted, creditCents, by })
        return { ok: true, paid: toDollars(cents) }
      }),
    )
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

interface Gifted {
  priced: PricedCart
  /** What they leave. */
  dueCents: number
  /** What the new cards pay. */
  giftCards: PaidByTenders['giftCards']
}

async function priceGifts(
  tx: Tx,
  order: OrderRow,
  gifts: readonly GiftCardTender[],
): Promise<Gifted | undefined> {
  if (gifts.length === 0) return undefined
  const field = 'gift_card_codes'
  const until = await findTendersUntilNow(tx, order.id)
  const { pricing, amountPaidCents: paidCents, dueCents, totalCents } = order
  if (!pricing || !until.isAsSold) throw new Refused(invalid(field, NOT_AS_SOLD))
  const tenders = { ...until.tenders, giftCards: until.giftCards.map(toGiftTender) }
  const ids = [...tenders.giftCards, ...gifts].map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new Refused(invalid(field, 'Each gift card can be used once.'))
  const priced = priceLaterGifts(pricing, { tenders, paidCents, dueCents, totalCents }, gifts)
  if (!priced.ok) throw new Refused(invalid(field, priced.why))
  const giftCards = priced.priced.tenders.giftCards.filter(({ id }) => gifts.some((gift) => gift.id === id))
  if (giftCards.length < gifts.length)
    throw new Refused(invalid(field, 'There are more gift cards than seats to pay for.'))
  return { priced: priced.priced, dueCents: priced.dueCents, giftCards }
}

/** Why the customer's credit cannot pay this much; undefined when it can. */
async function refuseCredit(
  tx: Tx,
  order: OrderRow,
  creditCents: number,
  dueCents: number,
): Promise<string | undefined> {
  if (creditCents === 0) return undefined
  const { pricing } = order
  if (!pricing || findCreditObstacle(pricing.facts, pricing.cart) !== null)
    return 'Account credit cannot pay this order'
  const [customer] = await tx
    .select({ provenAt: users.emailProvenAt })
    .from(users)
    .where(eq(users.id, order.userId))
  // As with the first part: an account whose mailbox is not proven has no credit to use.
  const balanceCents = customer?.provenAt ? await readCredit(tx, order.userId, true) : 0
  if (balanceCents < creditCents) return `The customer has ${formatDollars(balanceCents)} of account credit`
  return refusePart(order, creditCents, dueCents)
}

interface Booking {
  order: OrderRow
  gifted: Gifted | undefined
  creditCents: number
  by: AuditBy
}

async function book(tx: Tx, deps: ApiDeps, { order, gifted, creditCents, by }: Booking): Promise<number> {
  const now = by.at
  const before = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const leftCents = (gifted?.dueCents ?? order.dueCents) - creditCents
  const cents = order.dueCents - leftCents
  const paid = { giftCards: gifted?.giftCards ?? [], vouchers: [], creditCents }
  await reserveTenders(tx, { orderId: order.id, attemptId: null, userId: order.userId, paid, now })
  const ids = paid.giftCards.map(({ id }) => id)
  const used = (await captureTenders(tx, order.id, now)).filter(({ id }) => ids.includes(id))
  const lines = { before, after: gifted?.priced.lines ?? before }
  const entries = partWithoutMoneyEntries(lines, { creditCents, giftCards: used }, cents)
  const eventKey = `balance:${String(order.id)}:${String(now.getTime())}:${String(order.dueCents)}`
  const actor = `user:${String(by.userId)}`
  // What is due falls first, because the price never falls below what was paid and is due.
  await settleLaterPart(tx, deps, { order, eventKey, entries, actor, now, cents, paidCents: 0 })
  if (gifted) await writePrice(tx, order.id, gifted.priced)
  if (creditCents > 0) {
    await tx
      .update(orders)
      .set({ creditsCents: sql`${orders.creditsCents} + ${creditCents}` })
      .where(eq(orders.id, order.id))
  }
  const after = { gift_cards: ids.length, credit: toDollars(creditCents), amount: toDollars(cents) }
  await writeAudit(tx, by, { resource: 'orders', id: order.id, before: { balance_payment: null }, after })
  return cents
}
