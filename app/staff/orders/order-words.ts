import { type Order } from '#contract/order.ts'
import { type OrderFile } from '#contract/order-file.ts'
import { formatLeavingTimes } from '../../format/leaving-times.ts'
import { formatDay, formatShortDate, toLocalDate } from '../../format/local-time.ts'

/** Where an order was sold. */
export const CHANNELS: Readonly<Record<NonNullable<Order['channel']>, string>> = {
  web: 'on the web',
  phone: 'on the phone',
  counter: 'at the counter',
}

/** The tag of every order, which its channel says better. */
const isTold = (tag: string) => tag !== 'website'

/** `O-2371 · sold on the web · placed 12 Nov 2026 · newsletter` */
export function describeOrigin(order: Order, brand: string | undefined, zone: string): string {
  const channel = order.channel && `sold ${CHANNELS[order.channel]}`
  const placed = `placed ${formatShortDate(toLocalDate(order.created_at, zone))}`
  const tags = order.tag_list.filter(isTold).join(', ')
  return [order.number, brand, channel, placed, tags].filter(Boolean).join(' · ')
}

/** `Ines Duarte, party of 2`; a customer without a name is called by the first passenger's. */
export function nameParty(order: Order, { customer, passengers }: OrderFile): string {
  const isNamed = customer.name !== '' && !customer.name.includes('@')
  const who = isNamed ? customer.name : passengers[0]?.full_name || order.email || 'Walk-in'
  if (order.kind === 'gift_cards') return `${who}, gift cards`
  const people = countPeople(order)
  return people > 1 ? `${who}, party of ${String(people)}` : who
}

/** Those who fly: what was bought, less the seats of those who stay home. */
export const countPeople = ({
  passengers,
  quantity,
}: Pick<Order, 'quantity'> & { passengers: readonly unknown[] }): number =>
  passengers.length > 0 ? passengers.length : quantity

/** "Sunday 6 December, 11:00 am and 11:10 am; Sunday 13 December, 2:30 pm" */
export function describeDays(
  flights: readonly Pick<Order['flights'][number], 'local_date' | 'local_time'>[],
) {
  const days = [...new Set(flights.map(({ local_date: date }) => date))]
  const times = (day: string) => formatLeavingTimes(flights.filter(({ local_date: date }) => date === day))
  return days.map((day) => `${formatDay(day)}, ${times(day)}`).join('; ')
}

/** `flies Saturday, 21 November, 4:33 pm · 1 of 2 checked in` */
export function describeParty(order: Order, passengers: OrderFile['passengers']): string {
  const here = passengers.filter(({ boarding }) => boarding === 'checked_in').length
  const when = order.flights.length === 0 ? undefined : `flies ${describeDays(order.flights)}`
  const seen = here > 0 ? `${String(here)} of ${String(passengers.length)} checked in` : undefined
  const text = [when, seen].filter(Boolean).join(' · ')
  return text === '' ? '' : `· ${text}`
}
