import { withType } from '#contract/passenger-type-words.ts'
import { type Cancellation } from '#contract/refund.ts'

/** The name of a passenger with their type; "Passenger 2" if there is none yet. */
export const passengerTitle = ({
  full_name: name,
  number,
  passenger_type: type,
}: Cancellation['passengers'][number]) => withType(name || `Passenger ${String(number)}`, type)

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
