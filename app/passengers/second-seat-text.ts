import { type Quote } from '#contract/quote.ts'
import { formatDollars } from '../format/format-dollars.ts'

/** The price of a second seat, before the payment; undefined if nobody needs one. */
export function secondSeatText(
  quote: Pick<Quote, 'second_seats' | 'quantity_type' | 'lines'>,
): string | undefined {
  const { second_seats: count = 0, lines } = quote
  if (count === 0) return undefined
  const subject =
    count === 1 ? 'One of you needs a second seat' : `${String(count)} of you need a second seat`
  const line = lines.find(({ rule }) => rule.startsWith('second_seat'))
  if (!line) return `${subject}. The aircraft is yours, so it costs nothing more.`
  const each = count === 1 ? '' : ' each'
  return (
    `${subject}: ${formatDollars(line.unit_amount)}${each}, in your total now. Please look at it ` +
    'before you book.'
  )
}
