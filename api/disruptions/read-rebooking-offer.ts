import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { type RebookingOffer } from '#contract/call-off.ts'
import { type Db, type DbOrTx } from '../db/client.ts'
import {
  departureCancellations,
  rebookingAlternatives,
  rebookingOffers,
} from '../db/schema/departure-cancellations.ts'
import { orderRefunds } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { splitCardPart } from '../rules/refunds/split-card-part.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { CANCELLATION_SENTENCES } from '../orders/present-cancellation.ts'
import { findNames } from '../payments/refunds/list-refunds.ts'
import { presentReturnedTo } from '../payments/refunds/present-refund.ts'
import { findWaitlistFlights } from '../waitlist/find-waitlist-flights.ts'
import {
  type RebookingOfferRow,
  findRebookingOfferByToken,
  openRebookingToken,
} from './rebooking-offer-token.ts'
import { type JudgedRebookingOffer, judgeRebookingOffer } from './assess-rebooking-offer.ts'
import { MAX_RENEWALS } from './renew-alternatives.ts'

export type FoundRebookingOffer = { ok: true; offer: RebookingOffer } | { ok: false; reason: 'not_found' }

/** The offer behind a mailed link, by the clock. Reading it changes nothing. */
export async function readRebookingOffer(deps: ApiDeps, token: string): Promise<FoundRebookingOffer> {
  const found = await findRebookingOfferByToken(deps.database.db, deps.settings.secrets.code, token)
  const claim = found && (await presentClaim(deps, found))
  return claim ? { ok: true, offer: claim } : { ok: false, reason: 'not_found' }
}

/** The latest rebooking offer of an order, with its link's secret for the buyer. */
export async function readOrderRebookingOffer(
  deps: ApiDeps,
  orderId: number,
): Promise<(RebookingOffer & { token: string }) | undefined> {
  const found = await findOrderRebookingOffer(deps.database.db, orderId)
  const claim = found && (await presentClaim(deps, found))
  return claim && { ...claim, token: openRebookingToken(deps.settings.secrets.code, found) }
}

/** The latest rebooking offer of an order. */
export async function findOrderRebookingOffer(
  db: Db,
  orderId: number,
): Promise<RebookingOfferRow | undefined> {
  const [found] = await db
    .select()
    .from(rebookingOffers)
    .where(eq(rebookingOffers.orderId, orderId))
    .orderBy(desc(rebookingOffers.id))
    .limit(1)
  return found
}

/** Undefined if the catalogue no longer has the flight's product. */
async function presentClaim(deps: ApiDeps, claim: RebookingOfferRow): Promise<RebookingOffer | undefined> {
  const { db } = deps.database
  const now = deps.clock.now()
  const [about] = await db
    .select({ callOff: departureCancellations, order: orders })
    .from(departureCancellations)
    .innerJoin(orders, eq(orders.id, claim.orderId))
    .where(eq(departureCancellations.id, claim.callOffId))
  if (!about) return undefined
  const { callOff: cancellation, order } = about
  const kept = claim.state === 'open' ? await findKept(db, claim.id, now) : []
  const slotIds = [cancellation.slotId, claim.movedToSlotId, ...kept.map(({ slotId }) => slotId)]
  const flights = await findWaitlistFlights(
    db,
    slotIds.filter((id) => id !== null),
  )
  const flight = flights.get(cancellation.slotId)
  if (!flight) return undefined
  const judged =
    claim.state === 'open' ? await judgeRebookingOffer(db, order, cancellation.slotId) : undefined
  const over = claim.state === 'open' && claim.expiresAt <= now
  return {
    state: claim.state,
    brand_id: order.brandId,
    order_id: order.id,
    order_number: `O-${String(order.id)}`,
    reason: cancellation.reason,
    note: cancellation.note,
    flight,
    quantity_type: order.quantityType,
    quantity: judged?.party.kind === 'seat' ? judged.party.people : order.quantity,
    expires_at: claim.expiresAt.toISOString(),
    over,
    alternatives: over
      ? []
      : kept.flatMap(({ id, slotId, expiresAt }) => {
          const other = flights.get(slotId)
          return other ? [{ id, flight: other, held_until: expiresAt.toISOString() }] : []
        }),
    renewable: claim.state === 'open' && !over && claim.renewals < MAX_RENEWALS,
    ...(await presentRebookingMoney(db, order, judged)),
    moved_to: (claim.movedToSlotId !== null && flights.get(claim.movedToSlotId)) || null,
    voucher: await findVoucher(db, claim.voucherId),
    refunded_amount: await findRefunded(db, claim.orderRefundId),
    answered_at: claim.answeredAt?.toISOString() ?? null,
    answered_by: claim.answeredBy,
  }
}

const findKept = (db: Db, claimId: number, now: Date) =>
  db
    .select()
    .from(rebookingAlternatives)
    .where(
      and(
        eq(rebookingAlternatives.claimId, claimId),
        eq(rebookingAlternatives.state, 'open'),
        gt(rebookingAlternatives.expiresAt, now),
      ),
    )
    .orderBy(asc(rebookingAlternatives.id))

export async function presentRebookingMoney(
  db: DbOrTx,
  order: OrderRow,
  judged: JudgedRebookingOffer | undefined,
) {
  const none = { voucher_amount: null, refund: null, money_message: null }
  if (!judged?.plan) return none
  if (judged.disputed) return { ...none, money_message: CANCELLATION_SENTENCES.charge_disputed }
  const { plan, refundAllowed, voucherCents, refundable } = judged
  const names = (await findNames(db, [order.id]))(order.id)
  const cards = splitCardPart(refundable.payments, plan.tenders.cardCents)
  const back = { amount: toDollars(plan.amountCents), to: presentReturnedTo(plan.tenders, names, cards) }
  return {
    voucher_amount: voucherCents > 0 ? toDollars(voucherCents) : null,
    refund: refundAllowed && back.to.length > 0 ? back : null,
    money_message: null,
  }
}

async function findVoucher(db: Db, voucherId: number | null): Promise<RebookingOffer['voucher']> {
  if (voucherId === null) return null
  const [found] = await db.select().from(vouchers).where(eq(vouchers.id, voucherId))
  if (!found) return null
  const { valueCents, codeTail, expiresAt } = found
  return { amount: toDollars(valueCents), code_tail: codeTail, expires_at: expiresAt.toISOString() }
}

async function findRefunded(db: Db, orderRefundId: number | null): Promise<number | null> {
  if (orderRefundId === null) return null
  const [found] = await db.select().from(orderRefunds).where(eq(orderRefunds.id, orderRefundId))
  return found ? toDollars(found.amountCents) : null
}
