import { type AvailabilityDay } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { checkoutSearch, type CheckoutQuery } from '../visit/checkout-query.ts'
import { type WaitlistLink } from './waitlist-links.tsx'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * Whether a product's full departures have waitlists: not if the whole product is marked as sold
 * out.
 */
export const hasWaitlist = ({ specOnly }: Pick<Visit, 'specOnly'>, { availability }: Product): boolean =>
  !specOnly && availability === 'available'

/** Where a party joins the waitlist of one departure. */
export function waitlistHref(product: string, query: CheckoutQuery, departureId: number | undefined): string {
  const { date, quantity, quantityType } = query
  const waitlistQuery: CheckoutQuery = {
    month: undefined,
    date,
    departureId,
    quantityType,
    quantity,
    upgradeIds: [],
    code: undefined,
    giftCard: false,
    redeem: false,
    named: query.named.filter(([name]) => name.startsWith('utm')),
  }
  return `/waitlist/${encodeURIComponent(product)}${checkoutSearch(waitlistQuery)}`
}

/**
 * Whether the party can wait for a departure: it is full now, and its seats would take them all. A party
 * larger than the aircraft waits in vain, and the service refuses it.
 */
export const canWaitFor = (
  { status, capacity }: Pick<AvailabilityDay['departures'][number], 'status' | 'capacity'>,
  { quantity, quantityType }: Pick<CheckoutQuery, 'quantity' | 'quantityType'>,
): boolean =>
  (status === 'sold_out' || status === 'too_few') &&
  (quantityType === 'flight' || (quantity.value ?? 1) <= capacity)

/** The waitlists of a day's departures that are full for the party. */
export function listWaitlistLinks(
  visit: Visit,
  product: Product,
  { param, query, day }: { param: string; query: CheckoutQuery; day: AvailabilityDay },
): WaitlistLink[] {
  if (!hasWaitlist(visit, product)) return []
  return day.departures
    .filter((departure) => canWaitFor(departure, query))
    .map(({ departure_id: id, local_time: time }) => ({ id, time, href: waitlistHref(param, query, id) }))
}
