import { addDays, instantOf, toLocalDate } from '#api/rules/time/local-time.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { type FormerShop, workBefore } from './former-shop.ts'
import { openStaffMember } from './staff-member.ts'

/** The calendar that the desk goes by. */
export const DESK_ZONE = 'America/New_York'

const PEOPLE = ['Ada Lind', 'Bo Lind']

/**
 * Books a flight of today and one of tomorrow for two people whose weights nobody knows, and hires
 * a second pilot. It is sold as of the day's beginning, so that the desk has a flight of today at
 * every hour, and one of the new day after midnight.
 */
export async function bookToday(dataDir: string): Promise<void> {
  const date = toLocalDate(new Date(), DESK_ZONE)
  await workBefore(dataDir, instantOf(date, '00:05', DESK_ZONE), async (shop) => {
    await openStaffMember(shop.deps, 'pilot')
    const { token } = await openStaffMember(shop.deps)
    for (const day of [date, addDays(date, 1)]) await bookFlight(shop, token, day)
  })
}

/** Finds the last flight of a day of "The New Yorker" that has room for some people. */
export async function findLastFlight({ call }: FormerShop, token: string, date: string, people: number) {
  const found = await call(token, 'GET', `/v1/availability/day?product_id=6&date=${date}`)
  const flight = AvailabilityDayReply.parse(found).availability.departures.findLast(
    ({ seats_left: left }) => left >= people,
  )
  if (!flight) throw new Error(`No flight of ${date} has room`)
  return { departure_id: flight.departure_id, depart_at: flight.depart_at }
}

/** Sells the last flight of a day, paid by the card terminal. */
async function bookFlight(shop: FormerShop, token: string, date: string): Promise<void> {
  const flight = await findLastFlight(shop, token, date, PEOPLE.length)
  const placed = await shop.call(token, 'POST', '/v1/orders', {
    order: {
      brand_id: 1,
      customer: { email: `flies.${date}@example.com` },
      order_item_seats_attributes: [{ ...flight, quantity: PEOPLE.length }],
      passengers_attributes: PEOPLE.map((full_name) => ({ full_name, weight: null })),
      terms_and_conditions: true,
    },
  })
  const { id: order_id, amount_due: amount } = OrderReply.parse(placed).order
  const counter_payment = { order_id, method: 'reader', amount, reader_reference: `TODAY-${date}` }
  await shop.call(token, 'POST', '/v1/counter_payments', { counter_payment })
}
