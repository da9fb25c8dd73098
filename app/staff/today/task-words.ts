import { type DayTask, type DayTaskKind, type StaffDayFlight } from '#contract/staff-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatShortDay, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { countDays } from '../parts/add-days.ts'
import { pounds } from '../parts/unfit-words.ts'

/** The kinds that a chip above the queue shows alone. */
export const TASK_GROUPS = { flights: 'Flights', weights: 'Weights', money: 'Money', messages: 'Messages' }
export type TaskGroup = keyof typeof TASK_GROUPS

interface KindWords {
  group: TaskGroup
  /** The shape beside the words: it cannot leave, it is late, or it waits. */
  tone: 'bad' | 'late' | ''
  text: string
}

export const TASK_KINDS: Record<DayTaskKind, KindWords> = {
  no_pilot: { group: 'flights', tone: 'bad', text: 'No pilot' },
  no_aircraft: { group: 'flights', tone: 'bad', text: 'No aircraft' },
  short_turnaround: { group: 'flights', tone: 'late', text: 'Short turnaround' },
  too_heavy: { group: 'weights', tone: 'bad', text: 'Too heavy' },
  weight_missing: { group: 'weights', tone: 'late', text: 'Weights missing' },
  weight_does_not_fit: {
    group: 'weights',
    tone: 'bad',
    text: 'The party is heavier than the flight still carries',
  },
  second_seat_needed: { group: 'weights', tone: 'late', text: 'Needs a second seat' },
  weather_hold: { group: 'flights', tone: 'late', text: 'On hold: do they fly?' },
  too_few_passengers: { group: 'flights', tone: 'late', text: 'Too few guests' },
  payment_due: { group: 'money', tone: 'late', text: 'To pay' },
  balance_due: { group: 'money', tone: 'late', text: 'Still to pay' },
  refund_to_hand_out: { group: 'money', tone: 'late', text: 'A refund that nobody fetched for days' },
  given_back_twice: {
    group: 'money',
    tone: 'late',
    text: 'A card was refunded whose voucher is spent',
  },
  claim_to_settle: {
    group: 'messages',
    tone: 'late',
    text: 'A called-off flight that nobody answered for',
  },
  mail_bounced: { group: 'messages', tone: '', text: 'A mail did not arrive' },
  webhook_failing: {
    group: 'messages',
    tone: '',
    text: 'Another system has not been reached for days',
  },
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** `in 1 h 13`, or `18 min ago` once the moment is over; for moments less than a day away. */
export function formatDistance(instant: string, now: string): string {
  const minutes = Math.round((Date.parse(instant) - Date.parse(now)) / MINUTE)
  const away = Math.abs(minutes)
  const rest = String(away % 60).padStart(2, '0')
  const text = away < 60 ? `${String(away)} min` : `${String(Math.floor(away / 60))} h ${rest}`
  return minutes < 0 ? `${text} ago` : `in ${text}`
}

/** The moment of a task, and how far it is. */
export function describeDue(
  { due_at: due }: Pick<DayTask, 'due_at'>,
  { zone, now }: { zone: string; now: string },
): { time: string; away: string } {
  if (due === null) return { time: '—', away: 'any time' }
  const [day, today] = [toLocalDate(due, zone), toLocalDate(now, zone)]
  if (day === today || Math.abs(Date.parse(due) - Date.parse(now)) < DAY)
    return { time: formatTime(toLocalTime(due, zone)), away: formatDistance(due, now) }
  return { time: formatShortDay(day), away: describeDays(countDays({ from: today, to: day }) - 1) }
}

/** How far a day is by the calendar, as people count: from Thursday to Sunday it is three days. */
function describeDays(days: number): string {
  if (days < 0) return 'over'
  return days === 1 ? 'tomorrow' : `in ${String(days)} days`
}

/** What is wrong with a flight, in one sentence. */
export function describeFlightTask(task: DayTask, flight: StaffDayFlight): string {
  const load = `${String(flight.seats_sold)} of ${String(flight.capacity)} seats`
  switch (task.kind) {
    case 'no_aircraft':
      return `${flight.registration} is out of service. ${load}.`
    case 'too_heavy':
      return (
        `${pounds(flight.weight_lbs)} of ${pounds(flight.max_weight_lbs)} lb ` +
        `on ${flight.registration}. ${load}.`
      )
    case 'weight_missing':
      return `${task.passengers.map(({ full_name: name }) => name || 'Somebody without a name').join(', ')}.`
    case 'short_turnaround':
      return task.turnaround === null
        ? load
        : `${task.turnaround.flight_code} is late: ${flight.registration} has ` +
            `${String(Math.max(0, task.turnaround.minutes))} minutes on the ground, ` +
            `needs ${String(task.turnaround.needed)}.`
    case 'payment_due':
      return (
        `${flight.product_name} ${formatTime(flight.local_time)}, ` +
        `${formatDollars(task.amount ?? 0)} left.`
      )
    case 'balance_due':
      return (
        `${formatDollars(task.amount ?? 0)} still to pay, ` +
        `${flight.product_name} at ${formatTime(flight.local_time)}.`
      )
    default:
      return `${flight.registration}, ${load}.`
  }
}

/** `free until 3:00 pm`, `flies 2:15 pm` */
export function describePilot(
  { name, free, flies_at: flies }: DayTask['pilots'][number],
  zone: string,
): string {
  const time = flies === null ? '' : formatTime(toLocalTime(flies, zone))
  if (free) return time === '' ? `${name}, free` : `${name}, free until ${time}`
  return `${name}, flies ${time}`
}
