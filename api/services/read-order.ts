import { and, asc, desc, eq } from 'drizzle-orm'
import { type Order } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/inventory.ts'
import { paymentAttempts, payments } from '../db/schema/money.ts'
import { orderLines, orders, passengers } from '../db/schema/orders.ts'
import { toDollars } from '../domain/money.ts'
import { shownStatus } from '../domain/order-states.ts'
import { readOrderFlights } from './read-order-flights.ts'
import { readOrderItems } from './read-order-items.ts'

type OrderRow = typeof orders.$inferSelect

/** An order as the wire shows it; undefined when there is none. Who may see it is for the caller to decide. */
export async function readOrder(db: DbOrTx, orderId: number, now: Date): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) return undefined
  const hold = await readHold(db, orderId)
  const status = shownStatus({ status: order.status, ...hold }, now)
  const items = await readOrderItems(db, orderId)
  const flightIds = items.map(({ flight_id: id }) => id).filter((id) => id !== null)
  return {
    id: order.id,
    number: `O-${String(order.id)}`,
    brand_id: order.brandId,
    status,
    email: order.email,
    phone: order.phone,
    quantity_type: order.quantityType,
    quantity: order.quantity,
    order_items: items,
    lines: await readLines(db, orderId),
    ...presentMoney(order),
    currency: 'usd',
    flights: await readOrderFlights(db, flightIds),
    passengers: await readPassengers(db, orderId),
    tag_list: order.tagList,
    variant_type: order.variantType,
    held_until: status === 'awaiting_payment' ? (hold.heldUntil?.toISOString() ?? null) : null,
    ...(await readPayment(db, orderId)),
    created_at: order.createdAt.toISOString(),
    completed_at: order.completedAt?.toISOString() ?? null,
  }
}

/** The moment the first of the order's seats would be free again, and whether a payment keeps that from happening. */
export async function readHold(
  db: DbOrTx,
  orderId: number,
): Promise<{ heldUntil: Date | null; paymentOpen: boolean }> {
  const held = await db
    .select({ expiresAt: holds.expiresAt, paymentOpen: holds.paymentOpen })
    .from(holds)
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
    .orderBy(asc(holds.expiresAt))
  return { heldUntil: held[0]?.expiresAt ?? null, paymentOpen: held.some(({ paymentOpen }) => paymentOpen) }
}

function presentMoney(order: OrderRow) {
  const dueCents = order.totalCents - order.creditsCents - order.amountPaidCents
  return {
    subtotal: toDollars(order.subtotalCents),
    fees: toDollars(order.feesCents),
    tax: toDollars(order.taxCents),
    discount: toDollars(order.discountCents),
    credits: toDollars(order.creditsCents),
    total: toDollars(order.totalCents),
    amount_paid: toDollars(order.amountPaidCents),
    amount_due: dueCents > 0 ? toDollars(dueCents) : null,
  }
}

async function readLines(db: DbOrTx, orderId: number): Promise<Order['lines']> {
  const rows = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return rows.map(({ kind, label, detail, quantity, unitCents, amountCents, rule }) => ({
    kind,
    label,
    detail,
    quantity,
    unit_amount: toDollars(unitCents),
    amount: toDollars(amountCents),
    rule,
  }))
}

/** Names only: a weight is for operations and the pilot. */
async function readPassengers(db: DbOrTx, orderId: number): Promise<Order['passengers']> {
  const rows = await db
    .select()
    .from(passengers)
    .where(eq(passengers.orderId, orderId))
    .orderBy(asc(passengers.position))
  return rows.map(({ id, fullName, weightLbs }) => ({
    id,
    full_name: fullName,
    weight_given: weightLbs !== null,
  }))
}

/** Where an open hosted payment goes on, the card that paid, and what went wrong last. */
async function readPayment(db: DbOrTx, orderId: number) {
  const [latest] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.attemptNo))
    .limit(1)
  const [paid] = await db
    .select({ brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.id))
    .limit(1)
  return {
    payment_url: latest?.state === 'open' && latest.kind === 'cs' ? latest.url : null,
    payment_method: paid?.brand && paid.last4 ? { brand: paid.brand, last4: paid.last4 } : null,
    last_payment_error: latest?.state === 'succeeded' ? null : (latest?.lastError ?? null),
  }
}
