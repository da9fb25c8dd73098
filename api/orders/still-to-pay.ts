import { type Order } from '#contract/order.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'

type OwingOrder = Pick<Order, 'status' | 'amount_due' | 'balance_due_at' | 'flights'>

/** `Still to pay, by 4:30 PM EDT on Friday, May 14, 2027`; undefined where nothing is. */
export function stillToPay(order: OwingOrder): [string, string] | undefined {
  const { status, amount_due: due, flights } = order
  if (status !== 'partially_paid' || due === null || flights.length === 0) return undefined
  const by = dueInWords(order)
  return [`Still to pay${by === undefined ? '' : `, by ${by}`}`, formatDollars(toCents(due))]
}

/** `4:30 PM EDT on Friday, May 14, 2027`, on the terminal's clock; undefined without such a time. */
export function dueInWords({
  balance_due_at: dueAt,
  flights: [flight],
}: Pick<Order, 'balance_due_at' | 'flights'>): string | undefined {
  if (dueAt === null || !flight) return undefined
  return `${terminalTime(flight, dueAt)} on ${flightDay({ ...flight, depart_at: dueAt })}`
}
