import { type BoardAircraft, type BoardFlight, type FlightBoard } from '#contract/flight-board.ts'
import { formatZone } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeOnHold } from '../parts/on-hold.ts'
import { CATEGORIES, clockOf, pounds } from '../parts/unfit-words.ts'
import { type StateWords } from '../parts/staff-state.tsx'

export const isAhead = ({ status }: Pick<BoardFlight, 'status'>): boolean =>
  status === 'scheduled' || status === 'boarding' || status === 'delayed'

/** How much later than it was sold a flight is expected to leave. */
export const findToldDelay = ({
  depart_at: at,
  scheduled_at: sold,
}: Pick<BoardFlight, 'depart_at' | 'scheduled_at'>) =>
  Math.round((Date.parse(at) - Date.parse(sold)) / 60_000)

/** The state of a flight: what keeps it from leaving comes before how far it is. */
export function describeFlight(flight: BoardFlight): StateWords {
  const { needs, delay_mins: late } = flight
  switch (flight.status) {
    case 'called_off':
      return { shape: 'off', text: 'Called off' }
    case 'landed':
      return { shape: 'done', text: 'Landed' }
    case 'departed':
      return late > 0
        ? { shape: 'late', text: `${String(late)} min late` }
        : { shape: 'in-air', text: 'In the air' }
    default:
  }
  if (flight.on_hold) return describeOnHold(flight.on_hold, flight.timezone)
  if (needs.includes('no_aircraft')) return { shape: 'bad', text: 'No aircraft' }
  if (needs.includes('no_pilot')) return { shape: 'bad', text: 'No pilot' }
  if (needs.includes('too_heavy')) return { shape: 'bad', text: 'Too heavy' }
  if (needs.includes('short_turnaround')) return { shape: 'late', text: 'Turnaround' }
  if (late > 0) return { shape: 'late', text: `${String(late)} min late` }
  const told = findToldDelay(flight)
  if (told > 0) return { shape: 'late', text: `+${String(told)} min` }
  if (flight.status === 'delayed') return { shape: 'late', text: 'Delayed' }
  const here = `In ${String(flight.checked_in)}/${String(flight.seats_sold)}`
  if (flight.guests_late > 0) {
    return { shape: 'late', text: `${here}, ${formatCount(flight.guests_late, 'guest', 'guests')} late` }
  }
  if (flight.status === 'boarding' || flight.checked_in > 0) return { shape: 'here', text: here }
  if (needs.includes('weight_missing')) return { shape: 'late', text: 'Weights' }
  return { shape: 'none', text: 'Scheduled' }
}

/** `N401LR, M. Feld` of a flight’s aircraft and pilot, in words. */
export const describeCrew = ({ registration, pilot_name: pilot }: BoardFlight): string =>
  `${registration}, ${pilot ?? 'no pilot'}`

/** The seats that are taken: sold, or held for a buyer. */
export const countTaken = (flight: BoardFlight): number => flight.seats_sold + flight.seats_held

/** The last word of a name, for narrow places. */
export const shortName = (name: string | null): string => name?.split(' ').at(-1) ?? 'no pilot'

/** `12 flights on 4 aircraft, 31 of 52 seats. 3 landed, 1 in the air, 8 to go.` */
export function describeBoard(flights: readonly BoardFlight[]): string {
  const open = flights.filter(({ status }) => status !== 'called_off')
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const count = (status: BoardFlight['status']) => open.filter((one) => one.status === status).length
  const aircraft = new Set(open.map(({ aircraft_id: id }) => id)).size
  return (
    `${formatCount(open.length, 'flight', 'flights')} on ${String(aircraft)} aircraft, ` +
    `${String(sum(open.map(countTaken)))} of ${String(sum(open.map(({ capacity }) => capacity)))} seats. ` +
    `${String(count('landed'))} landed, ${String(count('departed'))} in the air, ` +
    `${String(open.filter(isAhead).length)} to go.`
  )
}

/** `First light 6:21 am, sunset 4:33 pm, last light 5:01 pm. Times in EST.` */
export function describeLight(terminal: FlightBoard['terminals'][number], noon: string): string {
  const { timezone: zone, first_light: first, sunset, last_light: last } = terminal
  const parts = (
    [
      ['first light', first],
      ['sunset', sunset],
      ['last light', last],
    ] as const
  ).flatMap(([name, at]) => (at === null ? [] : [`${name} ${clockOf(at, zone)}`]))
  const text = parts.join(', ')
  const light = text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}. `
  return `${light}Times in ${formatZone(noon, zone)}.`
}

/** `4 seats, 900 lb, doors off` */
export const describeAircraft = (one: BoardAircraft): string =>
  `${formatCount(one.capacity, 'seat', 'seats')}, ${pounds(one.max_weight_lbs)} lb, ` +
  CATEGORIES[one.category]

/** `1 h 40`, `25 min` */
export function formatSpan(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  return hours === 0 ? `${String(rest)} min` : `${String(hours)} h ${String(rest).padStart(2, '0')}`
}
