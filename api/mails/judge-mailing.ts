import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { type LeftOut, type OrderMailingKind } from '#contract/order-mailing.ts'
import { type OrderFlight } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { mailBounces } from '../db/schema/mail-bounces.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { mails } from '../db/schema/platform.ts'
import { isLapsed } from '../orders/list-orders.ts'
import { findPassengers, getPassengerFormState, isPassengerComplete } from '../passengers/find-passenger.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { isFlying } from '../seats/count-party.ts'
import { isWalkInEmail } from '../store/walk-in-email.ts'
import { ERASED_DOMAIN } from '../store/erased-email.ts'
import { type MailKind } from '../store/mails/mail-kinds.ts'
import { type MailRow } from '../store/mails/queue-mail.ts'
import { mayRepeat } from '../store/mails/repeat-mail.ts'
import { isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import { readOrderFlights } from '../store/orders/read-order-flights.ts'

/** The kinds of mail of which the newest tells whether there is anything to send. */
const KINDS: Readonly<Record<OrderMailingKind, MailKind[]>> = {
  ticket: ['order_confirmation', 'flight_moved'],
  payment: ['payment_link'],
  passengers: ['passengers_missing'],
}
const PAID: readonly OrderRow['status'][] = bookedStatuses
const PAUSE_MINUTES = 60

export interface JudgedOrder {
  order: OrderRow
  /** The newest mail of the kind. */
  mail: MailRow | undefined
  leftOut: LeftOut | null
}

/**
 * Judges who of these orders gets a mail, in a fixed number of queries. The caller has locked the
 * orders if it sends.
 */
export async function judgeMailing(
  db: DbOrTx,
  kind: OrderMailingKind,
  rows: readonly OrderRow[],
  now: Date,
): Promise<JudgedOrder[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const written = await db
    .select()
    .from(mails)
    .where(and(inArray(mails.orderId, ids), inArray(mails.kind, KINDS[kind])))
    .orderBy(asc(mails.id))
  const bad = await findBadAddresses(db, rows)
  const ofKind = await JUDGES[kind](db, rows, now)
  return rows.map((order) => {
    const own = written.filter(({ orderId }) => orderId === order.id)
    const mail = own.at(-1)
    const leftOut = judgeAddress(order, mail, bad) ?? ofKind(order, mail) ?? judgePause(own, now)
    return { order, mail, leftOut }
  })
}

async function findBadAddresses(db: DbOrTx, rows: readonly OrderRow[]): Promise<Set<string>> {
  const emails = [...new Set(rows.map(({ email }) => email.toLowerCase()))]
  const found = await db
    .select({ email: mailBounces.email })
    .from(mailBounces)
    .where(
      and(inArray(mailBounces.email, emails), eq(mailBounces.type, 'hard'), isNull(mailBounces.settledAt)),
    )
  return new Set(found.map(({ email }) => email))
}

function judgeAddress(
  { email }: OrderRow,
  mail: MailRow | undefined,
  bad: ReadonlySet<string>,
): LeftOut | null {
  if (email === '' || email.endsWith(ERASED_DOMAIN) || isWalkInEmail(email)) return 'no_email'
  const cameBack = mail?.state === 'bounced' && mail.to === email
  return cameBack || bad.has(email.toLowerCase()) ? 'bounced' : null
}

const judgePause = (own: readonly MailRow[], now: Date): LeftOut | null =>
  own.some(({ createdAt }) => createdAt > addMinutes(now, -PAUSE_MINUTES)) ? 'mailed_lately' : null

type Judge = (order: OrderRow, mail: MailRow | undefined) => LeftOut | null
type MakeJudge = (db: DbOrTx, rows: readonly OrderRow[], now: Date) => Judge | Promise<Judge>

const JUDGES: Readonly<Record<OrderMailingKind, MakeJudge>> = {
  ticket: () => judgeTicket,
  payment: makePaymentJudge,
  passengers: makePassengersJudge,
}

/** Why an order that has to be paid for the mail is not. */
function judgePaid({ status }: OrderRow): LeftOut | null {
  if (PAID.includes(status)) return null
  return status === 'awaiting_payment' ? 'not_paid' : 'order_over'
}

function judgeTicket(order: OrderRow, mail: MailRow | undefined): LeftOut | null {
  const unpaid = judgePaid(order)
  if (unpaid) return unpaid
  if (mail?.state === 'queued') return 'mailed_lately'
  return mail?.to === order.email && mayRepeat(mail.kind, mail.state) ? null : 'no_ticket'
}

async function makePaymentJudge(db: DbOrTx, rows: readonly OrderRow[], now: Date): Promise<Judge> {
  const lapsed = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(
          orders.id,
          rows.map(({ id }) => id),
        ),
        isLapsed(now),
      ),
    )
  const over = new Set(lapsed.map(({ id }) => id))
  return (order) => {
    if (order.completedAt !== null) return 'already_paid'
    if (isPaidInPart(order)) return null
    if (order.status !== 'awaiting_payment' || over.has(order.id)) return 'order_over'
    return order.channel === 'web' ? 'sold_on_web' : null
  }
}

async function makePassengersJudge(db: DbOrTx, rows: readonly OrderRow[], now: Date): Promise<Judge> {
  const ids = rows.map(({ id }) => id)
  const flying = await findPassengers(db, and(inArray(passengers.orderId, ids), isFlying))
  const booked = await db
    .select({ orderId: holds.orderId, flightId: holds.flightId })
    .from(holds)
    .where(and(inArray(holds.orderId, ids), eq(holds.forMove, false)))
  const flights = await readOrderFlights(db, [...new Set(booked.map(({ flightId }) => flightId))])
  const isOpen = (order: OrderRow, flight: OrderFlight) =>
    getPassengerFormState(order, flight, now) === 'open'
  return (order) => {
    const unpaid = judgePaid(order)
    if (unpaid) return unpaid
    const own = flying.filter(({ passenger }) => passenger.orderId === order.id)
    if (own.every(isPassengerComplete)) return 'nothing_missing'
    const ids = booked.filter(({ orderId }) => orderId === order.id).map(({ flightId }) => flightId)
    const open = flights.some((flight) => ids.includes(flight.flight_id) && isOpen(order, flight))
    return open ? null : 'flight_closed'
  }
}
