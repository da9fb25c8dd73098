import { addDays, addMinutes } from '../../rules/time/local-time.ts'
import { findDepartures, findProduct } from './departures.ts'
import { drawWeight } from './people.ts'
import { isPaid, type SeasonDays } from './plan-bookings.ts'
import { createRandom, type Random } from './random.ts'
import { type LaterStep, type PlannedBooking } from './steps.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** The share of the bookings that something happens to; each has at most one of these. */
const CANCELLED_BY_BUYER = 0.045
const CANCELLED_BY_STAFF = 0.012
const REFUNDED_IN_PART = 0.025
const REFUNDED = 0.012
const RESCHEDULED = 0.055
const GIVEN_VOUCHER = 0.03

const COMMENTS = [
  'Asked twice about parking. Told them the lot is in front of the building.',
  'Afraid of heights. Please seat by the aisle side and talk to her.',
  'Wants the river side. No promise given.',
  'Comes with a folding wheelchair; wheels fit behind the last row.',
  'It is a proposal. Ring is with the pilot’s briefing papers.',
  'Called: running late because of the tunnel. Told them the last minute to be here.',
]
const REFUND_REASONS = [
  'Camera did not record',
  'Seat by the door was taken by a child seat',
  'Waited forty minutes at the desk',
]
const VOUCHER_REASONS = ['Haze over the harbor', 'Turned back early', 'Headset was broken']

/** What happens to bookings between their sale and today. */
export function planLaterSteps(
  bookings: readonly PlannedBooking[],
  { seed, today, now }: SeasonDays,
  taken: ReadonlySet<string>,
): LaterStep[] {
  const random = createRandom(`${seed} / later`)
  const steps = bookings
    .filter(({ key, payment }) => !taken.has(key) && isPaid(payment))
    .flatMap((booking) => planOne(random, booking, { now, today }))
  return steps.filter(({ at }) => at < now)
}

interface Until {
  now: Date
  today: string
}

function planOne(random: Random, booking: PlannedBooking, until: Until): LaterStep[] {
  const { key, at, departure, payment } = booking
  const aheadMinutes = (departure.departAt.getTime() - at.getTime()) / 60_000
  const isEarly = aheadMinutes > 4 * DAY
  const isCard = payment.by === 'card' && !booking.joinsClub
  const after = (low: number, high: number) => addMinutes(at, random.between(low, high))
  const flown = (hours: number) => addMinutes(departure.departAt, hours * HOUR)
  const beforeFlight = after(3 * HOUR, Math.max(4 * HOUR, Math.floor(aheadMinutes - 3 * DAY)))
  const draw = random.next()
  const limits = [
    isEarly && isCard ? CANCELLED_BY_BUYER : 0,
    isEarly && isCard ? CANCELLED_BY_STAFF : 0,
    isCard ? REFUNDED_IN_PART : 0,
    isCard ? REFUNDED : 0,
    isEarly && !booking.whole ? RESCHEDULED : 0,
    GIVEN_VOUCHER,
  ]
  const chosen = limits.findIndex((_, index) => draw < limits.slice(0, index + 1).reduce((a, b) => a + b, 0))
  if (chosen === 0) return [{ kind: 'cancel', at: beforeFlight, key, by: 'buyer', reason: '' }]
  if (chosen === 1)
    return [{ kind: 'cancel', at: beforeFlight, key, by: 'staff', reason: 'Called: ill since this morning' }]
  if (chosen === 2)
    return [{ kind: 'refund', at: flown(20), key, share: 0.2, reason: random.pick(REFUND_REASONS) }]
  if (chosen === 3)
    return [{ kind: 'refund', at: flown(26), key, share: 1, reason: 'Door seal, flown again' }]
  if (chosen === 4) return planReschedule(random, booking, beforeFlight)
  if (chosen === 5) {
    const reason = random.pick(VOUCHER_REASONS)
    return [{ kind: 'voucher', at: flown(22), key, dollars: random.pick([25, 40, 50, 75]), reason }]
  }
  return planSmallThings(random, booking, until)
}

/** Another day of the same flight, at the same time of day where there is one. */
function planReschedule(random: Random, { key, departure }: PlannedBooking, at: Date): LaterStep[] {
  const product = findProduct(departure.productId)
  const date = addDays(departure.date, random.pick([-7, 7, 7, 14, 3]))
  const options = findDepartures(product, date).filter((one) => one.departAt > addMinutes(at, DAY))
  if (options.length === 0) return []
  const to = random.pick(options)
  return [{ kind: 'reschedule', at, key, to, reason: 'Train is cancelled that day' }]
}

/** A comment of the desk, weights that are told before the flight, and people who do not come. */
function planSmallThings(random: Random, booking: PlannedBooking, { now }: Until): LaterStep[] {
  const { key, at, departure, party } = booking
  const steps: LaterStep[] = []
  if (random.chance(0.1)) {
    const said = addMinutes(at, random.between(30, 30 * HOUR))
    if (said < departure.departAt) steps.push({ kind: 'comment', at: said, key, text: random.pick(COMMENTS) })
  }
  const isMissing = party.some(({ weight }) => weight === null)
  const told = addMinutes(departure.departAt, -random.between(100, 50 * HOUR))
  // Of today's and tomorrow's flights some weights are still missing.
  if (isMissing && told > addMinutes(at, 10) && (departure.departAt < now || random.chance(0.4))) {
    const weights = party.map(({ weight }) => (weight === null ? drawWeight(random) : null))
    steps.push({ kind: 'weights', at: told, key, weights })
  }
  if (random.chance(0.035)) {
    const missed = addMinutes(departure.departAt, -5)
    steps.push({ kind: 'no-show', at: missed, key, people: random.chance(0.5) ? party.length : 1 })
  }
  return steps
}

const DISPUTED = 6

/** Card payments of the past weeks that a bank questions: two are open, the others are decided. */
export function planDisputes(
  bookings: readonly PlannedBooking[],
  { seed, now }: SeasonDays,
  taken: Set<string>,
): LaterStep[] {
  const random = createRandom(`${seed} / disputes`)
  const within = (from: number, to: number) => (booking: PlannedBooking) => {
    const days = (now.getTime() - booking.at.getTime()) / 86_400_000
    return days > from && days < to && booking.payment.by === 'card' && !booking.joinsClub
  }
  return Array.from({ length: DISPUTED }, (_, index) => {
    const isOpen = index < 2
    const [from, to] = isOpen ? [9, 20] : [32, 80]
    const open = bookings.filter((one) => !taken.has(one.key) && within(from, to)(one))
    if (open.length === 0) return []
    const { key, at } = random.pick(open)
    taken.add(key)
    const opened = addMinutes(at, random.between(4 * DAY, 8 * DAY))
    const steps: LaterStep[] = [{ kind: 'dispute', at: opened, key }]
    const how = index % 2 === 0 ? ('won' as const) : ('lost' as const)
    const decided = addMinutes(opened, random.between(12 * DAY, 20 * DAY))
    return isOpen ? steps : [...steps, { kind: 'decide' as const, at: decided, key, how }]
  }).flat()
}
