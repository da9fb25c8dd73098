import { type Product } from '#contract/catalogue.ts'

const BOARDING = {
  lift: 'There is a boarding lift at this terminal. Tell us when you book, and we have it ready.',
  assisted:
    'Our crew helps you from your chair into the seat, over one step. Call us, so that we plan time for it.',
  none:
    'This aircraft has a high step and no room for a transfer. Call us: another of our flights ' +
    'can take you.',
} as const

export interface EligibilityLine {
  title: string
  text: string
}

/**
 * Who may fly, from how many guests and what to wear, one line each; empty if the service provides
 * no such data.
 */
export function eligibilityLines(
  product: Pick<Product, 'eligibility' | 'minimum' | 'aircraft_type' | 'seat_price'>,
): EligibilityLine[] {
  const { eligibility, minimum } = product
  if (!eligibility) return []
  const { min_age_years: age, lap_child_under_years: lap, what_to_wear: clothes } = eligibility
  const limit = product.aircraft_type.seat_limit_lbs
  return [
    { title: 'Age', text: age > 0 ? `From ${String(age)} years.` : 'All ages are welcome.' },
    { title: 'Children', text: childrenText(age, lap) },
    { title: 'Wheelchair', text: BOARDING[eligibility.wheelchair_boarding] },
    ...(!limit ? [] : [{ title: 'Weight', text: weightText(limit, product.seat_price) }]),
    ...(minimum ? [{ title: 'Guests', text: minimumText(minimum) }] : []),
    ...(clothes ? [{ title: 'What to wear', text: clothes }] : []),
  ]
}

function childrenText(age: number, lap: number): string {
  if (lap > 0) {
    return (
      `Under ${String(lap)} a child flies on a lap, free and without a seat. Older children need ` +
      'their own.'
    )
  }
  return age >= 16
    ? 'This flight is for grown-ups.'
    : 'Every child needs a seat of their own; none fly on a lap. Under 16 they fly with an adult.'
}

function weightText(limit: number, seatPrice: number | null): string {
  const price = seatPrice === null ? 'it costs nothing extra' : 'it costs what a seat costs'
  return (
    `Over ${String(limit)} lb a passenger needs a second seat; ${price}. We sell you only ` +
    'departures that can carry your whole party.'
  )
}

function minimumText({ passengers, decided_mins: mins, missed }: NonNullable<Product['minimum']>): string {
  const fewer = missed === 'call_off' ? 'it does not leave' : 'we may not leave'
  return (
    `This flight leaves from ${String(passengers)} seats sold. With fewer ${describeSpan(mins)} before, ` +
    `${fewer}: we write to you, and you choose another date, a voucher or your money back.`
  )
}

/** `24 hours`, `2 days`, `90 minutes` */
function describeSpan(mins: number): string {
  if (mins === 0) return 'shortly'
  if (mins % 60 !== 0) return `${String(mins)} minutes`
  const hours = mins / 60
  if (hours > 24 && hours % 24 === 0) return `${String(hours / 24)} days`
  return hours === 1 ? 'an hour' : `${String(hours)} hours`
}
