import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { toLocalDate } from '../format/local-time.ts'
import { formatRelativeDay } from '../format/relative-day.ts'

/** One departure as a row with formatted texts. The number of seats is that of the request. */
export interface DepartureRow {
  key: string
  product: { id: number; name: string }
  departureId: number
  departAt: string
  date: string
  time: string
  /** "Today", "Tomorrow", "Tue", "Dec 5"; followed by the zone if it is not the brand's. */
  day: string
  /** Where no aircraft takes the whole party: the departure on which its second part flies. */
  second: { departureId: number; time: string } | undefined
  tags: string[]
  seatsLeft: number
  /** The number of guests, where only the aircraft as a whole is sold. */
  wholeFor: number | undefined
  /** The all-in price of one seat, or of the aircraft where no seats are sold. */
  price: number
}

/** A departure in a list that spans several days. */
export const departureKey = (one: Pick<AvailableDeparture, 'local_date' | 'departure_id'>) =>
  `${one.local_date}.${String(one.departure_id)}`

/**
 * Open departures as rows.
 *
 * @param zone the brand's IANA zone; departures in another zone name theirs
 */
export function departureRows(
  departures: readonly AvailableDeparture[],
  products: readonly Pick<Product, 'id' | 'name' | 'seat_price'>[],
  { now, zone }: { now: Date; zone: string },
): DepartureRow[] {
  return departures.flatMap((one) => {
    const product = products.find(({ id }) => id === one.product_id)
    const price = product?.seat_price === null ? one.flight_price_total : one.seat_price_total
    if (!product || price === null || (one.status !== 'open' && !one.two_aircraft)) return []
    const { second } = one.two_aircraft ?? {}
    const day = formatRelativeDay(one.local_date, toLocalDate(now.toISOString(), one.timezone))
    return {
      key: departureKey(one),
      product: { id: product.id, name: product.name },
      departureId: one.departure_id,
      departAt: one.depart_at,
      date: one.local_date,
      time: one.local_time,
      day: one.timezone === zone ? day : `${day}, ${one.timezone_label}`,
      second: second && { departureId: second.departure_id, time: second.local_time },
      tags: one.tags,
      seatsLeft: one.seats_left,
      wholeFor: product.seat_price === null ? one.capacity : undefined,
      price,
    }
  })
}

type Chosen = Pick<DepartureRow, 'product' | 'date' | 'departureId'> & Partial<Pick<DepartureRow, 'second'>>

/** The checkout of a departure, or of two together, which its day and weekly rule identify. */
export function departureHref({ product, date, departureId: id, second }: Chosen): string {
  const departure = second ? `${String(id)}-${String(second.departureId)}` : String(id)
  return `/checkout/${String(product.id)}?date=${date}&departure=${departure}`
}
