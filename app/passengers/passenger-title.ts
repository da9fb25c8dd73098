import { type Cancellation } from '#contract/refund.ts'

/** How a passenger is called; who has given no name yet by their number. */
export const passengerTitle = ({ full_name: name, number }: Cancellation['passengers'][number]) =>
  name || `Passenger ${String(number)}`

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
