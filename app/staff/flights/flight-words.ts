import { type Manifest } from '#contract/passenger.ts'
import { isAhead } from './flight-state.ts'

type Passenger = Manifest['passengers'][number]

export const nameOf = ({ full_name: name }: Passenger): string => name || 'No name yet'

const list = new Intl.ListFormat('en')

/** Names in a row: `Ada Lind and Bo Lind`; several without a name are counted. */
export function listNames(people: readonly Passenger[]): string {
  const nameless = people.filter(({ full_name: name }) => name === '').length
  return list.format([
    ...people.flatMap(({ full_name: name }) => (name === '' ? [] : [name])),
    ...(nameless > 0 ? [`${String(nameless)} without a name`] : []),
  ])
}

const MINUTES_OF_A_DAY = 1440

/**
 * How long it is until a flight leaves, or how long it should have left: `in 35 min`, `in 2 days`,
 * `12 min late`. Empty once it has left.
 */
export function describeWait(status: Manifest['flight']['status'], minutes: number): string {
  if (!isAhead(status)) return ''
  if (minutes <= -MINUTES_OF_A_DAY) return `should have left ${formatSpan(-minutes)} ago`
  if (minutes < 0) return `${formatSpan(-minutes)} late`
  return minutes === 0 ? 'now' : `in ${formatSpan(minutes)}`
}

function formatSpan(minutes: number): string {
  if (minutes >= MINUTES_OF_A_DAY) {
    const days = Math.floor(minutes / MINUTES_OF_A_DAY)
    return days === 1 ? '1 day' : `${String(days)} days`
  }
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${String(hours)} h` : '', rest > 0 ? `${String(rest)} min` : '']
    .filter(Boolean)
    .join(' ')
}

/**
 * Whether people can be checked in: from six hours before the flight, when it may board, until it
 * has landed.
 */
export const isCheckInOpen = ({ status, next_statuses: next }: Manifest['flight']): boolean =>
  status === 'boarding' || status === 'departed' || (isAhead(status) && next.includes('boarding'))
