import { type Order, type OrderEvent, type OrderFlight } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { presentPriceLine } from '../rules/pricing/price-lines.ts'
import { type CodeVault } from '../rules/money/tender-code.ts'
import { describeOrderEvent } from './rules/describe-order-event.ts'
import { presentBalanceDueAt } from './present-balance.ts'
import { presentChange } from './present-change.ts'
import { toDollars } from '../rules/money/money.ts'
import { isAttemptOpen, shownStatus } from '../rules/orders/order-states.ts'
import { isDelayEvent } from './rules/delay-events.ts'
import { findOrderParts, type OrderParts } from '../tenders/find-order-parts.ts'
import { getDueCents, getPartCents, type OrderRow } from '../store/orders/order.ts'
import { readOrderMembership } from '../memberships/read-order-membership.ts'
import { presentOrderItems } from '../tenders/present-order-items.ts'
import { presentOrderRefund } from '../payments/refunds/present-refund.ts'
import { presentTenders } from '../tenders/present-tenders.ts'
import { readBoughtCards } from '../gifts/read-bought-gift-cards.ts'
import { presentDetails } from '../passengers/passenger-details.ts'
import { withBoughtName, boughtName } from './order-name.ts'
import { readFlightsOfOrder } from '../store/orders/read-order-flights.ts'
import { presentEmail } from '../store/walk-in-email.ts'

/**
 * An order as the API shows it; undefined when there is none. The caller checks who may see it.
 * @param vault opens the codes of gift cards, for their buyer only
 */
export async function readOrder(
  db: DbOrTx,
  orderId: number,
  now: Date,
  vault?: Pick<CodeVault, 'open'>,
): Promise<Order | undefined> {
  const found = await findWholeOrder(db, orderId)
  return found && presentOrder(db, found, { now, vault })
}

export interface WholeOrder {
  parts: OrderParts
  flights: OrderFlight[]
}

/** An order with its parts and its flights, in two queries at once. */
export async function findWholeOrder(db: DbOrTx, orderId: number): Promise<WholeOrder | undefined> {
  const [parts, flights] = await Promise.all([findOrderParts(db, orderId), readFlightsOfOrder(db, orderId)])
  return parts && { parts, flights }
}

/** An order as the API shows it; one of gift cards needs another query. */
export async function presentOrder(
  db: DbOrTx,
  { parts, flights }: WholeOrder,
  { now, vault }: { now: Date; vault?: Pick<CodeVault, 'open'> | undefined },
): Promise<Order> {
  const { order } = parts
  const orderId = order.id
  const hold = firstHold(parts)
  const status = shownStatus({ status: order.status, ...hold }, now)
  const isGift = order.kind === 'gift_cards'
  const named = flights.map((flight) => withBoughtName(order, flight))
  const ordered = { ...parts, productName: boughtName(order, parts.productName), flights: named }
  const items = presentOrderItems(ordered, isGift ? await readBoughtCards(db, orderId, { now, vault }) : [])
  return {
    id: order.id,
    number: `O-${String(order.id)}`,
    brand_id: order.brandId,
    user_id: order.userId,
    prize_id: parts.prizes[0]?.id ?? null,
    kind: order.kind,
    channel: order.channel,
    status,
    waiting_for_answer: parts.waitingForAnswer,
    email: presentEmail(order.email),
    phone: order.phone,
    quantity_type: order.quantityType,
    quantity: order.quantity,
    order_items: items,
    lines: parts.lines.map(presentPriceLine),
    ...presentMoney(order),
    balance_due_at: presentBalanceDueAt(order, flights),
    currency: 'usd',
    tenders: presentTenders(parts),
    refunds: parts.givenBack.map((refund) => presentOrderRefund(refund, parts)),
    changes: parts.changes.map((change) => presentChange(change, parts.attempts)),
    history: parts.events.flatMap(presentEvent),
    comments: parts.comments.map(({ body, createdAt }) => ({ at: createdAt.toISOString(), body })),
    discount_code: order.pricing?.cart.discount?.code ?? null,
    membership: await readOrderMembership(db, order),
    flights: named.map((flight) => withParty(flight, parts)),
    passengers: parts.passengers.map(presentPassenger),
    tag_list: order.tagList,
    variant_type: order.variantType,
    held_until: status === 'awaiting_payment' ? (hold.heldUntil?.toISOString() ?? null) : null,
    ...presentPayment(parts),
    created_at: order.createdAt.toISOString(),
    completed_at: order.completedAt?.toISOString() ?? null,
  }
}

/** The calendar id of a flight of the order, and its passengers when the party is split. */
function withParty(flight: OrderFlight, { seats, aircraft, passengers, events }: OrderParts): OrderFlight {
  const items = [...seats, ...aircraft]
  const item = items.find(({ flightId }) => flightId === flight.flight_id)
  const { calendarKey, moves = 0 } = item ?? {}
  // Each delay that the party was told of replaces what its calendars have.
  const sequence = moves + events.filter(({ reason }) => isDelayEvent(reason)).length
  const key = calendarKey ?? `flight-${String(flight.flight_id)}`
  const apart = new Set(items.map(({ departAt }) => departAt.getTime())).size > 1
  const here = passengers.filter(({ flightId }) => flightId === flight.flight_id)
  const passenger_ids = here.map(({ id }) => id)
  return { ...flight, calendar: { key, sequence }, ...(apart ? { passenger_ids } : {}) }
}

/**
 * When the first of the order's seats, or its price, becomes free again, and whether a payment
 * prevents that.
 */
function firstHold({ order, held, attempts }: OrderParts) {
  if (order.kind === 'gift_cards') {
    return { heldUntil: order.heldUntil, paymentOpen: attempts.some(({ state }) => isAttemptOpen(state)) }
  }
  return { heldUntil: held[0]?.expiresAt ?? null, paymentOpen: held.some(({ paymentOpen }) => paymentOpen) }
}

function presentMoney(order: OrderRow) {
  const dueCents = getDueCents(order)
  return {
    subtotal: toDollars(order.subtotalCents),
    fees: toDollars(order.feesCents),
    tax: toDollars(order.taxCents),
    discount: toDollars(order.discountCents),
    credits: toDollars(order.creditsCents),
    total: toDollars(order.totalCents),
    amount_paid: toDollars(order.amountPaidCents),
    amount_due: dueCents > 0 ? toDollars(dueCents) : null,
    next_payment_amount: presentPart(order, dueCents),
  }
}

function presentPart(order: OrderRow, dueCents: number): number | null {
  const partCents = getPartCents(order, dueCents)
  return partCents < dueCents ? toDollars(partCents) : null
}

function presentEvent(event: OrderParts['events'][number]): OrderEvent[] {
  const text = describeOrderEvent(event)
  return text === undefined ? [] : [{ at: event.at.toISOString(), text }]
}

/** Names only: weights are for operations and the pilot. */
function presentPassenger(row: OrderParts['passengers'][number]): Order['passengers'][number] {
  return { id: row.id, ...presentDetails(row), weight_given: row.weightLbs !== null }
}

/**
 * The open hosted payment, the card that paid and the last error: of the order, not of its changes.
 */
function presentPayment({ attempts, payments }: OrderParts) {
  const own = attempts.filter(({ purpose }) => purpose === 'order')
  const [latest] = own
  const paid = payments.find(({ attemptId }) => own.some(({ id }) => id === attemptId))
  return {
    payment_url: latest?.state === 'open' && latest.kind === 'cs' ? latest.url : null,
    payment_method: paid?.brand && paid.last4 ? { brand: paid.brand, last4: paid.last4 } : null,
    last_payment_error: latest?.state === 'succeeded' ? null : (latest?.lastError ?? null),
  }
}
