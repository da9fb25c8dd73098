import { ASSUMED_WEIGHT_LBS } from '../../rules/departures/availability.ts'
import { addDays, addMinutes } from '../../rules/time/local-time.ts'
import { type DemoDeparture, findDepartures, findProduct } from './departures.ts'
import { drawBooking } from './draw-booking.ts'
import { drawPerson } from './people.ts'
import { type SeasonDays, slotKey } from './plan-bookings.ts'
import { planDecisions } from './plan-decisions.ts'
import { planDay } from './plan-day.ts'
import { createRandom, type Random } from './random.ts'
import { type HouseStep, type LaterStep, type PlannedBooking, type SeasonStep } from './steps.ts'

const DAY = 24 * 60
/** What a person weighs who does not fit on one seat, and what makes a full aircraft too heavy. */
const TWO_SEATS_LBS = 292
/** Two or three of each kind that waits for staff. */
const FEW = 3

/** What stands open when the shop is looked at: each queue of the staff's first page has something. */
export function planOpenThings(
  bookings: readonly PlannedBooking[],
  days: SeasonDays,
  taken: ReadonlySet<string>,
): SeasonStep[] {
  const random = createRandom(`${days.seed} / open`)
  const day = planDay(bookings, days)
  const sold = day.flatMap((step) => (step.kind === 'book' ? [step] : []))
  return [
    ...planUnpaid(random, bookings, days),
    ...planParts(bookings, days),
    ...planWaitlist(random, bookings, days),
    ...planHeavy([...bookings, ...sold], days, taken),
    ...planHandOuts(bookings, days, taken),
    ...planApprovals(bookings, days),
    ...planRosters(days),
    ...planDecisions(bookings, days),
    ...day,
  ]
}

/** Departures of the days to come in which nobody has a seat yet. */
function findEmpty(
  bookings: readonly PlannedBooking[],
  { today }: SeasonDays,
  productId: number,
): DemoDeparture[] {
  const sold = new Set(bookings.map(({ departure }) => slotKey(departure)))
  const product = findProduct(productId)
  return [3, 4, 5, 6, 8, 9, 10]
    .flatMap((day) => findDepartures(product, addDays(today, day)))
    .filter((departure) => !sold.has(slotKey(departure)) && !departure.date.endsWith('-12-25'))
}

/** Calls of the last hours whose link is not paid, a checkout that goes on, and two calls taken back. */
function planUnpaid(random: Random, bookings: readonly PlannedBooking[], days: SeasonDays): SeasonStep[] {
  const [first, ...others] = findEmpty(bookings, days, 8)
  if (!first) return []
  const ago = (minutes: number) => addMinutes(days.now, -minutes)
  const calls = others.slice(0, FEW + 2).map((departure, index): PlannedBooking => {
    const at = ago(index < FEW ? 12 + 27 * index : 2 * DAY + 50 * index)
    const facts = { key: `o${String(index)}`, number: 1300 + index, at }
    return { ...drawBooking(random, departure, facts), channel: 'phone', payment: { by: 'link', card: null } }
  })
  const withdrawn = calls.slice(FEW).map(({ key, at }): LaterStep => ({
    kind: 'withdraw',
    at: addMinutes(at, 20),
    key,
    reason: 'Flies another time',
  }))
  const held = drawBooking(random, first, { key: 'held', number: 1390, at: ago(3) })
  return [...calls, ...withdrawn, { ...held, channel: 'web', payment: { by: 'nobody' } }]
}

/** How many departures `planUnpaid` has for itself. */
const UNPAID = 1 + FEW + 2

/** When the rest of a party's payment is due, in minutes before now; at the check-in for others. */
const BALANCES_DUE = [undefined, undefined, 190, 45]

/** Parties have paid a part at the card reader: two owe the rest at the check-in, two since today. */
function planParts(bookings: readonly PlannedBooking[], days: SeasonDays): PlannedBooking[] {
  const random = createRandom(`${days.seed} / parts`)
  return findEmpty(bookings, days, 8)
    .slice(UNPAID, UNPAID + BALANCES_DUE.length)
    .map((departure, index): PlannedBooking => {
      const at = addMinutes(days.now, -DAY - 75 * index)
      const facts = { key: `p${String(index)}`, number: 1420 + index, at, people: 2 + (index % 2) }
      const due = BALANCES_DUE[index]
      const slip = `${String(60_000 + index)}-31`
      return {
        ...drawBooking(random, departure, facts),
        channel: 'counter',
        payment: {
          ...{ by: 'part', slip, dollars: 100 + 50 * index },
          ...(due === undefined ? {} : { dueAt: addMinutes(days.now, -due) }),
        },
      }
    })
}

/** A party takes a whole sunset, and others wait for it. */
function planWaitlist(random: Random, bookings: readonly PlannedBooking[], days: SeasonDays): SeasonStep[] {
  const departure = findEmpty(bookings, days, 7).find(({ isSunset }) => isSunset)
  if (!departure) return []
  const at = addMinutes(days.now, -2 * DAY)
  const facts = drawBooking(random, departure, { key: 'whole', number: 1400, at })
  const whole: PlannedBooking = {
    ...facts,
    whole: true,
    channel: 'web',
    payment: { by: 'card', card: 'pm_card_visa', declinedFirst: false },
  }
  const waiting = Array.from({ length: FEW }, (_, index): HouseStep => {
    const joined = addMinutes(at, 300 + 410 * index)
    const buyer = drawPerson(random, 1410 + index)
    return { kind: 'wait', at: joined, departure, buyer, quantity: index + 1, brandId: facts.brandId }
  })
  return [whole, ...waiting]
}

/** People who need two seats, and parties that are too heavy for their aircraft. */
function planHeavy(
  bookings: readonly PlannedBooking[],
  { now }: SeasonDays,
  taken: ReadonlySet<string>,
): LaterStep[] {
  const soon = bookings
    .filter(({ key, payment, whole, departure, at }) => {
      const isPaid = payment.by === 'card' || (payment.by === 'link' && payment.card !== null)
      return (
        isPaid &&
        !whole &&
        !taken.has(key) &&
        departure.departAt > addMinutes(now, 180) &&
        at < addMinutes(now, -120)
      )
    })
    .toSorted((a, b) => a.departure.departAt.getTime() - b.departure.departAt.getTime())
  const isFull = ({ departure, party }: PlannedBooking) =>
    party.length >= findProduct(departure.productId).capacity
  const weigh = ({ key }: PlannedBooking, index: number, weights: number[]): LaterStep => ({
    kind: 'weights',
    at: addMinutes(now, -80 + 9 * index),
    key,
    weights,
  })
  const full = soon.filter(isFull).slice(0, FEW)
  const wide = soon.filter((one) => !isFull(one)).slice(1, FEW)
  return [
    ...full.map((one, index) => weigh(one, index, weighTooMuch(one))),
    ...wide.map((one, index) => weigh(one, index + FEW, [TWO_SEATS_LBS])),
  ]
}

/** Weights of a party that fills its aircraft: the last of them is the one too many. */
function weighTooMuch({ departure, party }: PlannedBooking): number[] {
  const { maxLbs } = findProduct(departure.productId)
  const others = party.length - 1
  const each = Math.floor((maxLbs - ASSUMED_WEIGHT_LBS) / others)
  return party.map((_, index) => (index < others ? each : maxLbs - others * each + 12))
}

/** Money for people who paid at the desk, which they have not fetched. */
function planHandOuts(
  bookings: readonly PlannedBooking[],
  { now }: SeasonDays,
  taken: ReadonlySet<string>,
): LaterStep[] {
  return bookings
    .filter(({ key, payment, departure }) => {
      const isAtDesk = payment.by === 'cash' || payment.by === 'reader'
      return isAtDesk && !taken.has(key) && departure.departAt < addMinutes(now, -9 * DAY)
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, FEW)
    .map(({ key }, index) => ({
      kind: 'refund' as const,
      at: addMinutes(now, -(8 - index) * DAY),
      key,
      share: 0.25,
      reason: 'Shorter loop because of traffic',
    }))
}

/** Two parties lost a whole aircraft to the weather, and the desk may not give that much alone. */
function planApprovals(bookings: readonly PlannedBooking[], { now }: SeasonDays): LaterStep[] {
  return bookings
    .filter(({ whole, payment, at }) => whole && payment.by === 'card' && at < addMinutes(now, -2 * DAY))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, APPROVALS.length)
    .flatMap(({ key }, index) => {
      const [dollars, reason] = APPROVALS[index] ?? []
      if (dollars === undefined || reason === undefined) return []
      return [{ kind: 'ask' as const, at: addMinutes(now, -95 + 40 * index), key, dollars, reason }]
    })
}

/** Above what a person of the desk gives to one order (decision 080). */
const APPROVALS: readonly [dollars: number, reason: string][] = [
  [2600, 'Proposal flight turned back in the haze, promised a second one'],
  [2850, 'Anniversary flight cut short, their whole family had come'],
]

/** Who flies today and tomorrow is settled, but for the last flights. */
const planRosters = ({ today, now }: SeasonDays): HouseStep[] =>
  [0, 1].map((day) => ({ kind: 'roster', at: addMinutes(now, -50 + day), date: addDays(today, day) }))
