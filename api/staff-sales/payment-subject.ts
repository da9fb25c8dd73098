import { and, eq } from 'drizzle-orm'
import { type PaymentLinkPreview } from '#contract/counter.ts'
import { type Order } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { toCents, toDollars } from '../rules/money/money.ts'
import { readOrder } from '../orders/read-order.ts'
import { readOrderFlights } from '../store/orders/read-order-flights.ts'

/** The order or change that a payment link is for, as the mail and its page show it. */
export type PaymentSubject = Omit<PaymentLinkPreview, 'held_until'>

/**
 * Reads flights, passengers and price that a payment link is for: of the whole order, or of one of
 * its changes. Undefined when there is no such order or change.
 */
export async function readPaymentSubject(
  db: DbOrTx,
  { orderId, changeId, now }: { orderId: number; changeId: number | null; now: Date },
): Promise<PaymentSubject | undefined> {
  const order = await readOrder(db, orderId, now)
  if (!order) return undefined
  if (changeId !== null) return readChangeSubject(db, order, changeId)
  return {
    ...bookedBy(order),
    reschedules: false,
    is_booked: order.status === 'partially_paid',
    flights: order.flights,
    quantity: order.quantity,
    passenger_names: namesOf(order.passengers),
    lines: order.lines,
    credits: order.credits,
    total: order.total,
    ...presentPart(order),
  }
}

async function readChangeSubject(
  db: DbOrTx,
  order: Order,
  changeId: number,
): Promise<PaymentSubject | undefined> {
  const change = order.changes?.find(({ id }) => id === changeId)
  const [row] = await db
    .select({ wish: orderChanges.wish })
    .from(orderChanges)
    .where(eq(orderChanges.id, changeId))
  if (!change || !row) return undefined
  const rescheduledIds =
    'passengerIds' in row.wish ? row.wish.passengerIds : order.passengers.map(({ id }) => id)
  const added = 'guests' in row.wish ? row.wish.guests : undefined
  const people = added ? [] : order.passengers.filter(({ id }) => rescheduledIds.includes(id))
  const flights = await findNewFlights(db, changeId)
  return {
    ...bookedBy(order),
    reschedules: change.kind === 'reschedule',
    ...(added ? { adds_guests: true } : {}),
    ...(change.kind === 'upgrades' ? { adds_upgrades: true } : {}),
    is_booked: false,
    flights: flights.length > 0 ? flights : order.flights,
    quantity: added?.length ?? (people.length > 0 ? people.length : order.quantity),
    passenger_names: namesOf(people),
    lines: change.lines,
    credits: change.credits,
    total: change.total,
    amount_due:
      change.status === 'awaiting_payment'
        ? toDollars(toCents(change.total) - toCents(change.credits))
        : null,
    amount_due_later: null,
  }
}

/** The part that is paid now, and what stays due. */
function presentPart({ amount_due: due, next_payment_amount: part }: Order) {
  if (due === null || part === null) return { amount_due: due, amount_due_later: null }
  const later = toCents(due) - toCents(part)
  return { amount_due: part, amount_due_later: later > 0 ? toDollars(later) : null }
}

const bookedBy = ({ number, quantity_type }: Order) => ({ order_number: number, quantity_type })
const namesOf = (people: Order['passengers']) =>
  people.map(({ full_name: name }) => name).filter((name) => name !== '')

/** The flights with held seats of a reschedule that is not paid yet. */
async function findNewFlights(db: DbOrTx, changeId: number) {
  const held = await db
    .selectDistinct({ flightId: holds.flightId })
    .from(holds)
    .where(and(eq(holds.orderChangeId, changeId), eq(holds.state, 'held')))
  return readOrderFlights(
    db,
    held.map(({ flightId }) => flightId),
  )
}
