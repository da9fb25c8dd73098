import { addDays, addMinutes, instantOf, toLocalDate, toLocalTime } from '../../rules/time/local-time.ts'
import { type DemoProduct, findDepartures, findProduct } from './departures.ts'
import { drawBooking } from './draw-booking.ts'
import { drawCard, type SeasonDays, slotKey, ZONE } from './plan-bookings.ts'
import { createRandom, type Random } from './random.ts'
import { type HouseStep, type PlannedBooking, type SeasonStep } from './steps.ts'

/** Two aircraft that wait too long, and two flights that came back. */
const FEW = 2
const TURNAROUND = 15
/** Added departures leave within these hours. */
const FIRST = '07:00'
const LAST = '22:00'
/** Flights that are added to a busy day, the longer ones first: they tell most of a delay. */
const LATE = [8, 6, 12, 13, 10, 11]
const LATER = [12, 13, 6, 8, 10, 11]
/** The first of these minutes from now at which the aircraft is free. */
const SOONEST = 190
const LATER_MINS = [SOONEST, 215, 240, 265]
const TURNED_BACK = [13, 11, 6, 8, 12, 10]
const REGISTRATIONS = ['N611LR', 'N612TH']

/**
 * The hour in which the shop is looked at, where the day has hours to fly. The desk has added
 * departures: some board late, so that their aircraft has too little time before its next flight,
 * and some have left and come back with an aircraft that must not fly.
 */
export function planDay(bookings: readonly PlannedBooking[], { seed, now, today }: SeasonDays): SeasonStep[] {
  const random = createRandom(`${seed} / day`)
  const base = new Date(Math.floor(now.getTime() / 300_000) * 300_000)
  const sold = new Set(bookings.map(({ departure }) => slotKey(departure)))
  const isFree = ({ id, from, until }: Span) => {
    const product = findProduct(id)
    const busy = findDepartures(product, today).some(
      (one) =>
        sold.has(slotKey(one)) &&
        one.departAt < until &&
        addMinutes(one.departAt, product.minutes + TURNAROUND) > from,
    )
    return !busy && [from, addMinutes(until, -TURNAROUND)].every((at) => isByDay(at, today))
  }
  const isLateFree = (id: number) => isFree({ id, ...lateSpan(findProduct(id), base) })
  const late = LATE.filter(isLateFree).slice(0, FEW)
  const cameBackAt = addMinutes(base, -40)
  const turnedBack = TURNED_BACK.filter((id) => {
    const until = addMinutes(cameBackAt, findProduct(id).minutes + TURNAROUND)
    return !late.includes(id) && isFree({ id, from: cameBackAt, until })
  }).slice(0, FEW)
  const later = LATER.flatMap((id) => {
    const isOpen = (from: Date) =>
      isFree({ id, from, until: addMinutes(from, findProduct(id).minutes + TURNAROUND) })
    const times = LATER_MINS.map((minutes) => addMinutes(base, minutes))
    const at = isByDay(addMinutes(base, SOONEST), today) ? times.find(isOpen) : undefined
    return at && !late.includes(id) && !turnedBack.includes(id) ? [{ id, at }] : []
  }).slice(0, FEW)
  const add = createAdder(random, { now, today })
  return [
    ...late.flatMap((id): SeasonStep[] => {
      const { from, next } = lateSpan(findProduct(id), base)
      // Of the next flight one weight is still unknown.
      const [first, second] = [add(id, from), add(id, next, { unknown: 1 })]
      return [...first.steps, ...second.steps, { kind: 'board', at: addMinutes(base, -25), key: first.key }]
    }),
    ...turnedBack.flatMap((id, index): SeasonStep[] => {
      const { key, steps } = add(id, cameBackAt)
      const spare = `spare${String(index)}`
      const registration = REGISTRATIONS[index] ?? ''
      return [
        { kind: 'spare', at: addMinutes(now, -DAY), key: spare, registration, productId: id },
        ...steps,
        { kind: 'board', at: addMinutes(base, -44), key, spare },
        { kind: 'turn-back', at: addMinutes(base, -38), key, spare },
      ]
    }),
    // Its party fills the aircraft, and is found too heavy for it.
    ...later.flatMap(({ id, at }) => add(id, at, { people: findProduct(id).capacity }).steps),
    { kind: 'leave', at: addMinutes(now, -4), date: today } satisfies HouseStep,
  ]
}

const DAY = 24 * 60

interface Span {
  id: number
  from: Date
  until: Date
}

/** A departure that boards a quarter of an hour late, and the next one of its aircraft. */
function lateSpan({ minutes }: DemoProduct, base: Date) {
  const next = addMinutes(base, Math.floor((minutes + 10) / 5) * 5)
  return { from: addMinutes(base, -15), next, until: addMinutes(next, minutes + TURNAROUND) }
}

const isByDay = (at: Date, today: string): boolean => {
  const time = toLocalTime(at, ZONE)
  return toLocalDate(at, ZONE) === today && time >= FIRST && time <= LAST
}

interface Party {
  people?: number
  /** How many of them have not said their weight. */
  unknown?: number
}

/** Minutes after a departure was added in which nobody has found it yet. */
const SOON = 20

/** Adds departures to the timetable of today, each with a party. */
function createAdder(random: Random, { now, today }: Pick<SeasonDays, 'now' | 'today'>) {
  let count = 0
  return (productId: number, departAt: Date, party: Party = {}): { key: string; steps: SeasonStep[] } => {
    const { people = random.between(2, 3), unknown = 0 } = party
    count += 1
    const [key, extra] = [`d${String(count)}`, `extra${String(count)}`]
    const departure = { id: -count, productId, departAt, date: today, extra }
    const added = addMinutes(instantOf(addDays(today, -1), '09:00', ZONE), count)
    const wanted = addMinutes(now, -random.between(300, 1300))
    // A shop that starts before dawn would sell it before it is there.
    const at = wanted > added ? wanted : addMinutes(added, SOON)
    const facts = { key, number: 1600 + count, at, people }
    const drawn = drawBooking(random, departure, facts)
    const booking: PlannedBooking = {
      ...drawn,
      party: drawn.party.map((one, index) => (index < people - unknown ? one : { ...one, weight: null })),
      channel: 'web',
      payment: { by: 'card', card: drawCard(random), declinedFirst: false },
    }
    return { key, steps: [{ kind: 'extra', at: added, key: extra, departure }, booking] }
  }
}
