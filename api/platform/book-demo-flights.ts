import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { and, asc, eq } from 'drizzle-orm'
import { OrderFields } from '#contract/order.ts'
import { PaymentRequest } from '#contract/payment.ts'
import { departures } from '../db/schema/catalogue.ts'
import { flights } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { mails } from '../db/schema/platform.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { addDays, dayOfWeek, instantOf, toLocalDate } from '../rules/time/local-time.ts'
import { type SignedInCaller } from '../http/http.ts'
import { addPhoto } from '../flights/add-photo.ts'
import { placeOrder } from '../orders/place-order.ts'
import { readOrder } from '../orders/read-order.ts'
import { startPayment } from '../payments/start-payment.ts'
import { findPaymentState } from '../store/payments/payment-attempts.ts'
import { openSession } from '../access/authenticate.ts'
import { grantCredit } from '../tenders/grant-credit.ts'
import { registerMails } from './register-mails.ts'

const CUSTOMER = 'customer@example.com'
const PILOT = 'pilot@example.com'
const NEW_YORKER = 6
const BRAND = 1
const ZONE = 'America/New_York'
const DAY = 86_400_000
const PARTY = [
  { full_name: 'Nora Adler', weight: 142 },
  { full_name: 'Tom Adler', weight: 178 },
]
const PHOTOS = ['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg']

/**
 * Gives the demo customer a past flight with photos and a future one. Both are ordered and paid in
 * the usual way, the first with a clock in the past; goodwill credit pays, so no card is needed.
 */
export async function bookDemoFlights(deps: ApiDeps): Promise<void> {
  // It runs before the service and its workers, and its orders queue mails.
  registerMails()
  const now = deps.clock.now()
  const flown = await book(deps, new Date(now.getTime() - 9 * DAY), 2)
  const coming = await book(deps, now, 8)
  const { db } = deps.database
  // The flight is in the past, so its ticket must not be mailed.
  await db.update(mails).set({ state: 'sent', sentAt: now }).where(eq(mails.orderId, flown.orderId))
  const [pilot] = await db.select({ id: users.id }).from(users).where(eq(users.email, PILOT))
  for (const { flightId } of [flown, coming]) {
    await db
      .update(flights)
      .set({ pilotId: pilot?.id ?? null })
      .where(eq(flights.id, flightId))
  }
  for (const name of PHOTOS) {
    const bytes = await readFile(join(photosFolder(), name))
    const photo = { flightId: flown.flightId, pilotId: undefined, uploadedById: pilot?.id ?? null, bytes }
    const added = await addPhoto(deps, photo)
    if (!added.ok) throw new Error(`The demo photo ${name} was refused: ${added.reason}`)
  }
}

/** Orders two seats on "The New Yorker", on the first available day from `ahead` days on. */
async function book(live: ApiDeps, at: Date, ahead: number): Promise<{ orderId: number; flightId: number }> {
  const deps: ApiDeps = { ...live, clock: { ...live.clock, now: () => at } }
  const { db } = deps.database
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, CUSTOMER))
  if (!user) throw new Error('There is no demo customer')
  const { sessionId } = await openSession(db, deps, { userId: user.id, scope: 'customer', now: at })
  const caller: SignedInCaller = {
    kind: 'customer',
    sessionId,
    userId: user.id,
    emailProven: true,
    roles: [],
  }
  const today = toLocalDate(at, ZONE)
  for (let days = ahead; days < ahead + 7; days += 1) {
    const orderId = await place(deps, caller, addDays(today, days))
    if (orderId !== undefined) return pay(deps, caller, orderId)
  }
  throw new Error('No demo flight takes the demo customer')
}

/** @returns undefined when no flight is available that day */
async function place(deps: ApiDeps, caller: SignedInCaller, date: string): Promise<number | undefined> {
  const fixed = and(eq(departures.productId, NEW_YORKER), eq(departures.departureType, 'fixed'))
  const rules = await deps.database.db
    .select()
    .from(departures)
    .where(and(fixed, eq(departures.dayOfWeek, dayOfWeek(date))))
    .orderBy(asc(departures.time))
  const rule = rules.find(({ time }) => time !== null && time >= '10:00')
  if (!rule?.time) return undefined
  const depart_at = instantOf(date, rule.time, ZONE).toISOString()
  const placed = await placeOrder(
    deps,
    caller,
    OrderFields.parse({
      brand_id: BRAND,
      order_item_seats_attributes: [{ departure_id: rule.id, depart_at, quantity: PARTY.length }],
      passengers_attributes: PARTY,
      terms_and_conditions: true,
    }),
  )
  return placed.ok ? placed.orderId : undefined
}

async function pay(deps: ApiDeps, caller: SignedInCaller, orderId: number) {
  const { db } = deps.database
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error('The demo order is gone')
  const amount = toDollars(order.totalCents)
  const thanks = {
    user_id: caller.userId,
    amount,
    credit_type: 'goodwill' as const,
    reason: 'A flight on us',
  }
  await grantCredit(deps, thanks)
  const fields = PaymentRequest.parse({ order_id: orderId, apply_user_credit: true })
  const state = await findPaymentState(db, orderId, deps.clock.now())
  const paid = await startPayment(deps, { order, ...state }, fields, { payer: caller, requestKey: null })
  const read = await readOrder(db, orderId, deps.clock.now())
  const flightId = read?.flights[0]?.flight_id
  if (!paid.ok || read?.status !== 'completed' || flightId === undefined) {
    throw new Error(`The demo order ${String(orderId)} could not be paid`)
  }
  return { orderId, flightId }
}

/** Finds the photos in the sources and next to the built bundle. */
function photosFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = [resolve(here, '../db/seed/photos'), join(here, 'demo-photos')].find((folder) =>
    existsSync(folder),
  )
  if (!found) throw new Error('The demo photos are missing')
  return found
}
