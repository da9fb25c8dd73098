import { type Database } from '#api/db/client.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { AvailabilityDayReply, type AvailableDeparture } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { DESK_ZONE } from './book-today.ts'
import { type FormerShop, workBefore } from './former-shop.ts'
import { openStaffMember } from './staff-member.ts'

/** The aircraft that is down, and the one that can take a flight of it. */
export const RESCUE_AIRCRAFT = { down: 'N401LR', spare: 'N411LR' } as const

/** By the clock of the pad. The spare aircraft flies the one at ten past twelve, and nobody fits on that. */
const TIMES = ['11:00', '12:00', '12:10', '13:15'] as const
type Time = (typeof TIMES)[number]

/** Who flies when. Two seats are left at eleven and one at a quarter past one. */
const PARTIES = {
  early: { time: '11:00', people: 2 },
  pair: { time: '12:00', people: 2 },
  single: { time: '12:00', people: 1 },
  last: { time: '12:00', people: 1 },
  others: { time: '12:10', people: 4 },
  three: { time: '13:15', people: 3 },
} as const satisfies Record<string, { time: Time; people: number }>
type PartyName = keyof typeof PARTIES

export interface BookedParty {
  email: string
  orderId: number
  flightId: number
  /** In dollars, paid. */
  total: number
}

export interface RescueNoon {
  /** By the calendar of the pad. */
  date: string
  parties: Record<PartyName, BookedParty>
}
let furnished: RescueNoon | undefined

export function rescueNoon(): RescueNoon {
  if (!furnished) throw new Error('No noon was put into the shop')
  return furnished
}

/**
 * Books a noon of "The New Yorker" ten days ahead or a little later: three parties at twelve and one
 * after one o'clock on the aircraft that will be down. The product leaves at these times only, so that
 * the noon is the same on every day of the week and in every season.
 */
export async function furnishRescue(dataDir: string): Promise<void> {
  await workBefore(dataDir, new Date(), async (shop) => {
    await writeTimetable(shop.deps.database)
    const { token } = await openStaffMember(shop.deps)
    const day = await findDay(shop, token)
    const sell = (name: PartyName) => sellParty(shop, token, { ...day, name })
    // The first flight that is sold gets the aircraft that will be down.
    furnished = {
      date: day.date,
      parties: {
        early: await sell('early'),
        pair: await sell('pair'),
        single: await sell('single'),
        last: await sell('last'),
        others: await sell('others'),
        three: await sell('three'),
      },
    }
  })
}

/** Who is called off at twelve may have the money back, everybody else a voucher. */
async function writeTimetable({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
     select $2, aircraft_type_id, terminal_id from aircraft where registration = $1`,
    [RESCUE_AIRCRAFT.down, RESCUE_AIRCRAFT.spare],
  )
  // It could fly the product, too.
  await query("update aircraft set in_service = false where registration = 'N404LR'")
  await query("update departures set publish_status = 'draft' where product_id = 6")
  await query(
    `insert into departures (product_id, day_of_week, departure_type, time, fare_id, publish_status, tag_list)
     select 6, day, 'fixed', at, case at when '12:00' then 62 else 61 end, 'published', '{}'
     from generate_series(0, 6) day, unnest($1::text[]) at`,
    [[...TIMES]],
  )
  await query('update fares set refund_when_called_off = true where id = 62')
}

interface Day {
  date: string
  departures: readonly AvailableDeparture[]
}

/** A day on which all of them leave: the demo closes a day for an inspection, and Christmas. */
async function findDay({ call }: FormerShop, token: string): Promise<Day> {
  const today = toLocalDate(new Date(), DESK_ZONE)
  for (const ahead of [10, 11, 12, 13, 14]) {
    const date = addDays(today, ahead)
    const found = await call(token, 'GET', `/v1/availability/day?product_id=6&date=${date}`)
    const { departures } = AvailabilityDayReply.parse(found).availability
    if (departures.filter(({ status }) => status === 'open').length === TIMES.length)
      return { date, departures }
  }
  throw new Error('The New Yorker does not fly in ten days, nor in the days after')
}

/** Sells a party its seats, paid by the card terminal. */
async function sellParty(
  { call }: FormerShop,
  token: string,
  { date, departures, name }: Day & { name: PartyName },
): Promise<BookedParty> {
  const { time, people } = PARTIES[name]
  const departure = departures.find(({ local_time: at }) => at === time)
  const email = `${name}@rescue.example.com`
  const placed = await call(token, 'POST', '/v1/orders', {
    order: {
      brand_id: 1,
      customer: { email },
      order_item_seats_attributes: [
        { departure_id: departure?.departure_id, depart_at: departure?.depart_at, quantity: people },
      ],
      passengers_attributes: ['Ada', 'Bo', 'Cy', 'Di']
        .slice(0, people)
        .map((first) => ({ full_name: `${first} ${name}`, weight: 150 })),
      terms_and_conditions: true,
    },
  })
  const { id: order_id, amount_due: amount, flights } = OrderReply.parse(placed).order
  const reader_reference = `RESCUE-${date}-${name}`
  const counter_payment = { order_id, method: 'reader', amount, reader_reference }
  await call(token, 'POST', '/v1/counter_payments', { counter_payment })
  return { email, orderId: order_id, flightId: flights[0]?.flight_id ?? 0, total: amount ?? 0 }
}
