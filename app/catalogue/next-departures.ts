import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { toLocalDate } from '../format/local-time.ts'
import { formatRelativeDay } from '../format/relative-day.ts'

/** One departure as a row: the words are ready, the seats are this moment's. */
export interface DepartureRow {
  key: string
  product: { id: number; name: string }
  departureId: number
  departAt: string
  date: string
  time: string
  /** "Today", "Tomorrow", "Tue", "Dec 5"; with the zone where it is not the brand's. */
  day: string
  tags: string[]
  seatsLeft: number
  /** Only the aircraft as a whole is sold: how many guests it takes. */
  wholeFor: number | undefined
  /** Of one seat with everything, or of the aircraft where no seats are sold. */
  price: number
}

/** A departure on a day, among others. */
export const departureKey = (one: Pick<AvailableDeparture, 'local_date' | 'departure_id'>) =>
  `${one.local_date}.${String(one.departure_id)}`

/**
 * Open departures as rows.
 *
 * @param zone IANA zone of the brand: departures elsewhere say their own
 */
export function departureRows(
  departures: readonly AvailableDeparture[],
  products: readonly Pick<Product, 'id' | 'name' | 'seat_price'>[],
  { now, zone }: { now: Date; zone: string },
): DepartureRow[] {
  return departures.flatMap((one) => {
    const product = products.find(({ id }) => id === one.product_id)
    const price = product?.seat_price === null ? one.flight_price_total : one.seat_price_total
    if (!product || price === null || one.status !== 'open') return []
    const day = formatRelativeDay(one.local_date, toLocalDate(now.toISOString(), one.timezone))
    return {
      key: departureKey(one),
      product: { id: product.id, name: product.name },
      departureId: one.departure_id,
      departAt: one.depart_at,
      date: one.local_date,
      time: one.local_time,
      day: one.timezone === zone ? day : `${day}, ${one.timezone_label}`,
      tags: one.tags,
      seatsLeft: one.seats_left,
      wholeFor: product.seat_price === null ? one.capacity : undefined,
      price,
    }
  })
}

/** Where a departure is booked: day and weekly rule name it. */
export function departureHref(row: Pick<DepartureRow, 'product' | 'date' | 'departureId'>): string {
  return `/checkout/${String(row.product.id)}?date=${row.date}&departure=${String(row.departureId)}`
}
