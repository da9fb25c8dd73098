import { keyedHash } from '#api/gateways/sealed-text.ts'
import { CARE_EMAIL_USE, writeCareStop } from '#api/store/care/care-stops.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { DESK_ZONE } from './book-today.ts'
import { bringFlightNear } from './bring-flight-near.ts'
import { type FormerShop, workBefore } from './former-shop.ts'
import { openStaffMember } from './staff-member.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Whose flight is in two days, was yesterday, is too empty, and leaves now without one of them. */
export const PAD_GUESTS = {
  coming: 'coming@pad.example.com',
  stopped: 'stopped@pad.example.com',
  flown: 'flown@pad.example.com',
  alone: 'alone@pad.example.com',
  missing: 'missing@pad.example.com',
} as const

export interface FurnishedPad {
  /** The flight that boards without one of its guests. */
  boarding: { flightId: number; orderId: number }
  /** The order of one guest on a departure that leaves with two. */
  alone: number
}
let furnished: FurnishedPad | undefined

export function furnishedPad(): FurnishedPad {
  if (!furnished) throw new Error('No flights were put into the shop')
  return furnished
}

/** Sells, four days ago, flights of which the shop has something to say now. */
export async function furnishPad(dataDir: string): Promise<void> {
  const now = Date.now()
  await workBefore(dataDir, new Date(now - 4 * DAY), async (shop) => {
    const { deps } = shop
    const { query } = deps.database
    const { token } = await openStaffMember(deps)
    const sell = (email: string, span: [number, number], seats = 2) =>
      sellBetween(shop, token, { email, seats, from: now + span[0], until: now + span[1] })
    await sell(PAD_GUESTS.coming, [25 * HOUR, 47 * HOUR])
    await sell(PAD_GUESTS.stopped, [25 * HOUR, 47 * HOUR])
    const emailHash = keyedHash(deps.settings.secrets.code, CARE_EMAIL_USE, PAD_GUESTS.stopped)
    const stop = { brandId: 1, occasion: 'before_flight', emailHash } as const
    await writeCareStop(deps.database.db, stop, { isStopped: true, now: deps.clock.now() })
    const flown = await sell(PAD_GUESTS.flown, [-47 * HOUR, -25 * HOUR])
    await query("update flights set status = 'landed' where id = $1", [flightOf(flown)])
    const alone = await sell(PAD_GUESTS.alone, [2 * HOUR, 23 * HOUR], 1)
    await query("update products set min_passengers = 2, min_missed = 'ask' where id = 6")
    const boarding = await sell(PAD_GUESTS.missing, [50 * HOUR, 72 * HOUR])
    const [flightId, orderId] = [flightOf(boarding), boarding.id]
    await bringFlightNear(deps.database, {
      ...{ flightId, departAt: new Date(now - 60_000), pilot: 'pilot@example.com' },
    })
    await query("update flights set status = 'boarding' where id = $1", [flightId])
    await query(
      `update passengers set flight_id = $2, boarding = case when position = 0 then 'checked_in' end,
         boarded_at = case when position = 0 then now() end where order_id = $1`,
      [orderId, flightId],
    )
    await query(
      `insert into waiver_signatures (passenger_id, version, signature, signed_at)
       select id, '1', full_name, now() from passengers where order_id = $1`,
      [orderId],
    )
    furnished = { boarding: { flightId, orderId }, alone: alone.id }
  })
}

const flightOf = ({ flights: [flight] }: Order) => flight?.flight_id ?? 0

interface Sale {
  email: string
  seats: number
  /** The instants between which the flight leaves. */
  from: number
  until: number
}

/** Sells seats of an empty flight of The New Yorker, paid by the card terminal. */
async function sellBetween(
  { call }: FormerShop,
  token: string,
  { email, seats, from, until }: Sale,
): Promise<Order> {
  const first = toLocalDate(new Date(from), DESK_ZONE)
  const days = [0, 1, 2].map((count) => addDays(first, count))
  for (const date of days) {
    const found = await call(token, 'GET', `/v1/availability/day?product_id=6&date=${date}`)
    const flight = AvailabilityDayReply.parse(found).availability.departures.find(
      ({ depart_at: at, seats_left: left, capacity }) =>
        Date.parse(at) > from && Date.parse(at) < until && left === capacity,
    )
    if (!flight) continue
    const { departure_id, depart_at } = flight
    const placed = await call(token, 'POST', '/v1/orders', {
      order: {
        brand_id: 1,
        customer: { email },
        order_item_seats_attributes: [{ departure_id, depart_at, quantity: seats }],
        passengers_attributes: ['Ada Lind', 'Bo Lind']
          .slice(0, seats)
          .map((full_name) => ({ full_name, weight: 150 })),
        terms_and_conditions: true,
      },
    })
    const { order } = OrderReply.parse(placed)
    const counter_payment = {
      ...{ order_id: order.id, method: 'reader', amount: order.amount_due },
      reader_reference: `PAD-${String(order.id)}`,
    }
    await call(token, 'POST', '/v1/counter_payments', { counter_payment })
    return order
  }
  throw new Error(`No empty flight leaves on ${days.join(', ')}`)
}
