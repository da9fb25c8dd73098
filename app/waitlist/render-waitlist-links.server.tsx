import { renderToStaticMarkup } from 'react-dom/server'
import { type AvailabilityDay } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { checkoutSearch, type CheckoutQuery } from '../visit/checkout-query.ts'
import { WaitlistLinks } from './waitlist-links.tsx'
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
    utm: query.utm,
  }
  return `/waitlist/${encodeURIComponent(product)}${checkoutSearch(waitlistQuery)}`
}

/** The links of a day as HTML, so that the page needs no script for them. */
export function renderWaitlistLinks(
  visit: Visit,
  product: Product,
  { param, query, day }: { param: string; query: CheckoutQuery; day: AvailabilityDay },
): string {
  if (!hasWaitlist(visit, product)) return ''
  const href = (departureId: number) => waitlistHref(param, query, departureId)
  return renderToStaticMarkup(<WaitlistLinks departures={day.departures} href={href} />)
}
