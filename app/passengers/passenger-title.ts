import { type Cancellation } from '#contract/refund.ts'

/** The name of a passenger; "Passenger 2" if there is none yet. */
export const passengerTitle = ({ full_name: name, number }: Cancellation['passengers'][number]) =>
  name || `Passenger ${String(number)}`

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
