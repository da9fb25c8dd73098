import { addDays, addMinutes, instantOf } from '../../rules/time/local-time.ts'
import { countBookings, FIRST_DAY, LAST_DAY } from './demand.ts'
import { type DemoDeparture, demoProducts, findDepartures } from './departures.ts'
import { drawParty, drawPerson, type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { type PlannedBooking, type PlannedPayment } from './steps.ts'

export interface SeasonDays {
  seed: string
  /** The date in the shop's zone. */
  today: string
  now: Date
}

export const ZONE = 'America/New_York'
const PRODUCTS = demoProducts.map((product) => [product, product.share] as const)
/** Sales end two hours before a flight; the last bookings come a little earlier. */
const LATEST_MINUTES = 135
const CARDS = [
  ['pm_card_visa', 55],
  ['pm_card_mastercard', 25],
  ['pm_card_amex', 10],
  ['pm_card_visa_debit', 6],
  ['pm_card_discover', 4],
] as const

export const drawCard = (random: Random): string => random.weigh(CARDS)

/** Seats that the plan has given away, by departure and date. */
type Taken = Map<string, number>

/** Every booking of the season, in no particular order. The same seed and moment give the same. */
export function planBookings({ seed, today, now }: SeasonDays): PlannedBooking[] {
  const random = createRandom(`${seed} / bookings`)
  const taken: Taken = new Map()
  const bookings: PlannedBooking[] = []
  const opens = instantOf(addDays(today, FIRST_DAY - 1), '00:00', ZONE)
  for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
    const date = addDays(today, day)
    for (let left = countBookings(seed, today, day); left > 0; left -= 1) {
      const number = bookings.length + 1
      const booking = planBooking(random, { number, date, now, opens, taken })
      if (booking) bookings.push(booking)
    }
  }
  return bookings
}

interface Drawing {
  number: number
  date: string
  now: Date
  /** The moment at which the shop opens; nothing is sold before. */
  opens: Date
  taken: Taken
}

function planBooking(
  random: Random,
  { number, date, now, opens, taken }: Drawing,
): PlannedBooking | undefined {
  const product = random.weigh(PRODUCTS)
  const people = drawPartySize(random)
  const whole = product.onlyWhole || (people >= 3 && random.chance(0.08))
  const size = Math.min(people, product.capacity)
  const needed = whole ? product.capacity : size
  const open = findDepartures(product, date).filter(
    (one) => product.capacity - (taken.get(slotKey(one)) ?? 0) >= needed,
  )
  if (open.length === 0) return undefined
  const departure = random.weigh(open.map((one) => [one, appeal(one)] as const))
  const sold = drawSale(random, departure, { now, opens })
  if (!sold) return undefined
  taken.set(slotKey(departure), (taken.get(slotKey(departure)) ?? 0) + needed)
  const buyer = drawPerson(random, number)
  const { channel, at } = sold
  const payment = drawPayment(random, channel, number)
  return {
    kind: 'book',
    at,
    key: `b${String(number)}`,
    brandId: random.pick(product.brandIds),
    channel,
    buyer,
    departure,
    whole,
    party: drawTold(random, buyer, size),
    upgrades: drawUpgrades(random, product.id),
    code: drawCode(random, { channel, productId: product.id, departure, whole }),
    tags: channel === 'web' ? random.weigh(CAMPAIGNS) : [],
    joinsClub: channel === 'web' && payment.by === 'card' && !payment.declinedFirst && random.chance(0.03),
    payment,
  }
}

export const isPaid = (payment: PlannedPayment): boolean =>
  payment.by !== 'nobody' && !(payment.by === 'link' && payment.card === null)

export const slotKey = ({ id, date }: Pick<DemoDeparture, 'id' | 'date'>) => `${String(id)} ${date}`

const appeal = ({ isSunset, isOffPeak }: DemoDeparture) => (isSunset ? 3.2 : isOffPeak ? 0.7 : 1.3)

const drawPartySize = (random: Random): number =>
  random.weigh([
    [1, 12],
    [2, 46],
    [3, 14],
    [4, 17],
    [5, 6],
    [6, 5],
  ])

/** How many days before the flight a booking is made. */
const AHEAD: readonly (readonly [readonly [soonest: number, earliest: number], weight: number])[] = [
  [[0, 1], 22],
  [[2, 7], 36],
  [[8, 21], 29],
  [[22, 45], 13],
]

/** Where and when it is sold; undefined when that moment has not come. */
function drawSale(
  random: Random,
  departure: DemoDeparture,
  { now, opens }: Pick<Drawing, 'now' | 'opens'>,
): Pick<PlannedBooking, 'channel' | 'at'> | undefined {
  const latest = addMinutes(departure.departAt, -LATEST_MINUTES)
  const channel = random.weigh([
    ['web', 76],
    ['phone', 13],
    ['counter', 11],
  ] as const)
  if (channel === 'counter') {
    const at = addMinutes(latest, -random.between(1, 90))
    if (at <= now && isDeskOpen(at, departure.date)) return { channel, at }
    return drawSale(random, departure, { now, opens })
  }
  const [soonest, earliest] = random.weigh(AHEAD)
  const day = addDays(departure.date, -random.between(soonest, earliest))
  const hour = channel === 'phone' ? random.between(9, 18) : random.between(7, 23)
  const minute = String(random.between(0, 59)).padStart(2, '0')
  const drawn = instantOf(day, `${String(hour).padStart(2, '0')}:${minute}`, ZONE)
  const before = drawn > latest ? addMinutes(latest, -random.between(1, 300)) : drawn
  // What would be sold after this moment has been sold shortly before it.
  const moved = before > now ? addMinutes(now, -random.between(20, 4 * 24 * 60)) : before
  const at = moved < opens ? addMinutes(opens, random.between(60, 20 * 60)) : moved
  return at <= latest ? { channel, at } : undefined
}

/** The desk sells from when the drawer is opened until it is counted. */
const isDeskOpen = (at: Date, date: string): boolean =>
  at > instantOf(date, DESK_OPENS, ZONE) && at < instantOf(date, DESK_CLOSES, ZONE)
export const DESK_OPENS = '08:30'
export const DESK_CLOSES = '20:30'

function drawPayment(random: Random, channel: PlannedBooking['channel'], number: number): PlannedPayment {
  if (channel === 'counter') {
    return random.chance(0.45)
      ? { by: 'cash' }
      : { by: 'reader', slip: `${String(40_000 + number * 7)}-${String(random.between(10, 99))}` }
  }
  if (channel === 'phone') return { by: 'link', card: random.chance(0.85) ? drawCard(random) : null }
  if (random.chance(0.06)) return { by: 'nobody' }
  return { by: 'card', card: drawCard(random), declinedFirst: random.chance(0.05) }
}

/** Most give all weights, some none yet, and some only their own. */
function drawTold(random: Random, buyer: Person, size: number): PlannedBooking['party'] {
  const told = random.weigh([
    ['all', 82],
    ['own', 9],
    ['none', 9],
  ] as const)
  return drawParty(random, buyer, size).map(({ name, weight }, at) => ({
    name,
    weight: told === 'all' || (told === 'own' && at === 0) ? weight : null,
  }))
}

const TOASTS = ['Her fiftieth', 'We said yes', 'Ten years here', 'A new job', 'First time in the city']

function drawUpgrades(random: Random, productId: number): PlannedBooking['upgrades'] {
  if (!random.chance(0.32)) return []
  if (productId === 10) return [{ id: 3 }]
  if (productId === 13) return [{ id: random.pick([1, 2]) }]
  if (productId === 11) return [{ id: 4, answer: random.pick(TOASTS) }]
  const id = random.weigh([
    [1, 45],
    [2, 15],
    [3, 20],
    [4, 10],
    [5, 10],
  ])
  return [id === 4 ? { id, answer: random.pick(TOASTS) } : { id }]
}

const link = (source: string, campaign: string) => [`utm_source=${source}`, `utm_campaign=${campaign}`]
const first = (tags: string[]) => tags.map((tag) => `first_${tag}`)
const LETTER = link('newsletter', 'autumn-light')
const PAID_SEARCH = link('search', 'city-by-air')
/** Most come by themselves; some saw one thing first and bought after another. */
const CAMPAIGNS: readonly (readonly [string[], number])[] = [
  [[], 58],
  [LETTER, 13],
  [PAID_SEARCH, 11],
  [link('social', 'golden-hour'), 7],
  [[...first(PAID_SEARCH), ...LETTER], 6],
  [['affiliate=harbor-light-rooms'], 5],
]

interface CodeFor {
  channel: PlannedBooking['channel']
  productId: number
  departure: DemoDeparture
  whole: boolean
}

function drawCode(random: Random, { channel, productId, departure, whole }: CodeFor): string | null {
  if (channel === 'counter' || !random.chance(0.12)) return null
  if (departure.isSunset || productId === 10) return 'GOLDENHOUR'
  if (productId === 6 && random.chance(0.5)) return 'NEWYORKER'
  return whole ? 'FLIGHTSONLY' : random.pick(['FLY15', 'TENOFF', 'SEATSONLY'])
}
