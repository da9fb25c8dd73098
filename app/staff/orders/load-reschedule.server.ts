import { promiseHash } from 'remix-utils/promise'
import { z } from 'zod'
import { type AvailableDeparture, AvailabilityDayReply } from '#contract/availability.ts'
import { ProductsReply } from '#contract/catalogue.ts'
import { type DepartureStatus } from '#contract/enums.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { LocalDate } from '#contract/primitives.ts'
import { type RescheduleQuote, RescheduleQuoteReply } from '#contract/reschedule.ts'
import { formatTime, toLocalDate } from '../../format/local-time.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** A departure that an order can be moved to. */
export interface MoveDeparture extends Pick<
  AvailableDeparture,
  'departure_id' | 'depart_at' | 'local_time' | 'timezone_label'
> {
  /** The list price of a seat or an aircraft, in dollars. */
  price: number
  /** How much more that is than what was paid, in dollars; null where the party paid different prices. */
  more: number | null
}

const positive = z.coerce.number().int().positive().optional().catch(undefined)
const DayQuery = z.object({
  flight: positive,
  product: positive,
  date: LocalDate.optional().catch(undefined),
})

/**
 * The flights of an order that can be rescheduled, the products that staff can move it to, and the
 * departures of the requested product and day.
 * @throws Response 404, 503
 */
export async function loadStaffReschedule(staff: StaffVisit, orderId: string, query: URLSearchParams) {
  const { userApi, visit } = staff
  const { order } = requireData(await userApi.get(`/v1/orders/${orderId}`, OrderReply))
  const asked = DayQuery.parse(Object.fromEntries(query))
  const flight_id = asked.flight ?? order.flights[0]?.flight_id
  const body = flight_id === undefined ? {} : { flight_id }
  const leaves = order.flights.find((one) => one.flight_id === flight_id) ?? order.flights[0]
  const today = toLocalDate(visit.now.toISOString(), visit.brand.time_zone)
  const date = asked.date ?? order.flights[0]?.local_date ?? today
  const { quote, products } = await promiseHash({
    quote: userApi.post(`/v1/orders/${orderId}/staff_reschedule_quotes`, RescheduleQuoteReply, { body }),
    products: findProducts(staff, leaves),
  })
  const movable = requireData(quote).reschedule_quote
  const product = products.find(({ id }) => id === asked.product)?.id ?? leaves?.product_id
  const day =
    leaves && product !== undefined
      ? await findDepartures(staff, { order, leaves, product, date, movable })
      : { departures: [], unfit: [] }
  return { order, movable, date, products, product, ...day, formKey: crypto.randomUUID() }
}

/** The products on sale, first the one that is flown, which may not be on sale any more. */
async function findProducts({ visit }: StaffVisit, leaves: Order['flights'][number] | undefined) {
  if (!leaves) return []
  const query = { brand_id: visit.brand.product_brand_ids, page_size: 100 }
  const found = await visit.api.get('/v1/products', ProductsReply, { query })
  const others = found.ok ? found.data.products.filter(({ id }) => id !== leaves.product_id) : []
  const own = { id: leaves.product_id, name: leaves.product_name }
  return [own, ...others.map(({ id, name }) => ({ id, name }))]
}

interface DayToMoveTo {
  order: Order
  leaves: Order['flights'][number]
  product: number
  date: string
  movable: RescheduleQuote
}

/** The departures of a day but the one that is left: those with room, and why the others do not fit. */
async function findDepartures(
  { userApi, visit }: StaffVisit,
  { order: { quantity_type: unit }, leaves, product, date, movable }: DayToMoveTo,
) {
  const query = { product_id: product, date, selling_brand_id: visit.brand.id }
  const day = await userApi.get('/v1/availability/day', AvailabilityDayReply, { query })
  const all = day.ok ? day.data.availability.departures : []
  const departures: MoveDeparture[] = []
  const unfit: { time: string; reason: string }[] = []
  for (const one of all) {
    const isLeft =
      one.departure_id === leaves.departure_id && Date.parse(one.depart_at) === Date.parse(leaves.depart_at)
    if (isLeft) continue
    const price = unit === 'seat' ? one.seat_price : one.flight_price
    const reason = findReason(one, unit)
    if (price === null || reason !== undefined) {
      unfit.push({ time: formatTime(one.local_time), reason: reason ?? NOT_SOLD[unit] })
      continue
    }
    const { departure_id, depart_at, local_time, timezone_label } = one
    const paid = movable.paid_list_price ?? null
    departures.push({
      ...{ departure_id, depart_at, local_time, timezone_label, price },
      more:
        paid === null ? null : inCents(price) > inCents(paid) ? (inCents(price) - inCents(paid)) / 100 : 0,
    })
  }
  return { departures, unfit }
}

const inCents = (dollars: number) => Math.round(dollars * 100)

const NOT_SOLD = { seat: 'not sold by the seat', flight: 'not sold as a whole aircraft' } as const

const REASONS: Record<Exclude<DepartureStatus, 'open'>, string> = {
  sold_out: 'no seat is left',
  too_few: 'too few seats are left',
  too_heavy: 'too heavy',
  closed: 'sales have ended',
}

/** Why nobody can be moved there; undefined when somebody can. */
function findReason(one: AvailableDeparture, unit: Order['quantity_type']): string | undefined {
  if (unit === 'flight') return one.whole_flight_available ? undefined : 'no whole aircraft is free'
  return one.status === 'open' ? undefined : REASONS[one.status]
}
