import { type Order } from '#contract/order.ts'
import { dueInWords, stillToPay } from '../../orders/still-to-pay.ts'
import { formatDollars, toCents } from '../../rules/money/money.ts'
import { flightDay, terminalTime } from '../../store/mails/flight-time.ts'

export const SEE_ORDER = 'See your order'
export const dollars = (amount: number) => formatDollars(toCents(amount))

export function sayBy(order: Order): string {
  const by = dueInWords(order)
  return by === undefined ? '' : ` by ${by}`
}

/** How the rest is paid: at the counter only where that is not too late. */
export function sayHow({ balance_due_at: dueAt, flights }: Order): string {
  const isAtCheckIn = flights.some(({ delay, check_in_at: at }) => (delay?.check_in_at ?? at) === dueAt)
  const link = 'please call us, and we send you a link to pay by card'
  return isAtCheckIn
    ? `Pay when you check in; or ${link}.`
    : `${link.charAt(0).toUpperCase()}${link.slice(1)}.`
}

export const listFacts = ({ number, flights }: Order): [string, string][] => [
  ['Order', number],
  ...flights.flatMap((flight): [string, string][] => [
    ['Flight', flight.product_name],
    ['Departure', `${flightDay(flight)} at ${terminalTime(flight, flight.depart_at)}`],
  ]),
]

export function listPrice(order: Order): [string, string][] {
  const left = stillToPay(order)
  const credits = toCents(order.credits)
  return [
    ['Total', formatDollars(toCents(order.total) - credits)],
    ['Paid so far', dollars(order.amount_paid)],
    ...(left ? [left] : []),
  ]
}
