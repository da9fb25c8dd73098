import fc from 'fast-check'
import { FlightDayReply } from '#contract/flight-day.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDelayer } from './delay-flight.ts'
import { createMover } from './transfer-guests.ts'
import { type Account } from './give-tenders.ts'
import { type PayingShop } from './paying-shop.ts'
import { openStaffMember } from './staff-member.ts'
import { type Answer } from './test-api.ts'

/** A button that staff press during a day; numbers choose among what exists by then. */
export type Press =
  | { kind: 'sale'; departure: number; weights: (number | null)[] }
  | { kind: 'move'; order: number; departure: number }
  | { kind: 'weight'; order: number; person: number; weight: number }
  | { kind: 'cancellation'; order: number }
  | { kind: 'aircraft'; flight: number; to: number }
  | { kind: 'pilot'; flight: number; to: number | null }
  | { kind: 'day off'; pilot: number }
  | { kind: 'outage'; aircraft: number }
  | { kind: 'delay'; flight: number; minutes: number }
  | { kind: 'step'; flight: number; to: number }
  | { kind: 'merge'; flight: number; to: number }
  | { kind: 'split'; flight: number; to: number; guests: number }
  | { kind: 'call off'; flight: number }
  | { kind: 'wait'; minutes: number }

const which = fc.nat(20)
const weight = fc.constantFrom(120, 150, 190, 230, 260, 300)
const press = <T extends Press['kind'], M extends Record<string, fc.Arbitrary<unknown>>>(kind: T, more: M) =>
  fc.record({ kind: fc.constant(kind), ...more })

const sale = press('sale', {
  departure: which,
  weights: fc.array(fc.option(weight, { freq: 3 }), { minLength: 1, maxLength: 4 }),
})
const rest = fc.oneof(
  { weight: 3, arbitrary: sale },
  { weight: 3, arbitrary: press('aircraft', { flight: which, to: which }) },
  { weight: 3, arbitrary: press('pilot', { flight: which, to: fc.option(which) }) },
  {
    weight: 3,
    arbitrary: press('delay', { flight: which, minutes: fc.constantFrom(0, 15, 30, 45, 90, 120) }),
  },
  { weight: 1, arbitrary: press('day off', { pilot: which }) },
  { weight: 1, arbitrary: press('outage', { aircraft: which }) },
  { weight: 2, arbitrary: press('move', { order: which, departure: which }) },
  { weight: 1, arbitrary: press('weight', { order: which, person: fc.nat(3), weight }) },
  { weight: 1, arbitrary: press('cancellation', { order: which }) },
  { weight: 2, arbitrary: press('step', { flight: which, to: fc.nat(4) }) },
  { weight: 3, arbitrary: press('merge', { flight: which, to: which }) },
  {
    weight: 3,
    arbitrary: press('split', { flight: which, to: which, guests: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: press('call off', { flight: which }) },
  { weight: 2, arbitrary: press('wait', { minutes: fc.constantFrom(20, 60, 120) }) },
)

/** Generates the sales of a day on which nothing else happens. */
export const randomSales: fc.Arbitrary<Press[]> = fc.array(sale, {
  minLength: 3,
  maxLength: 10,
}) as fc.Arbitrary<Press[]>

/** Generates a day's presses: some sales, and then whatever comes. */
export const randomDays: fc.Arbitrary<Press[]> = fc
  .tuple(fc.array(sale, { minLength: 2, maxLength: 6 }), fc.array(rest, { minLength: 6, maxLength: 16 }))
  .map(([first, later]) => [...first, ...later] as Press[])

/** A day on which each button is pressed once and does what it says. */
export const everyPress: Press[] = [
  { kind: 'sale', departure: 4, weights: [190, 190, 150] },
  { kind: 'sale', departure: 19, weights: [120, 150, 190] },
  { kind: 'sale', departure: 10, weights: [150] },
  { kind: 'sale', departure: 14, weights: [150, 120, 150] },
  { kind: 'weight', order: 1, person: 0, weight: 150 },
  { kind: 'move', order: 3, departure: 20 },
  { kind: 'aircraft', flight: 7, to: 12 },
  { kind: 'pilot', flight: 5, to: 1 },
  { kind: 'split', flight: 19, to: 8, guests: 1 },
  { kind: 'merge', flight: 17, to: 16 },
  { kind: 'delay', flight: 0, minutes: 15 },
  { kind: 'step', flight: 20, to: 1 },
  { kind: 'outage', aircraft: 4 },
  { kind: 'day off', pilot: 0 },
  { kind: 'cancellation', order: 3 },
  { kind: 'call off', flight: 3 },
]

/** A day of the demo shop on which staff press their buttons one after the other. */
export interface RandomDay {
  press: (one: Press) => Promise<void>
  /** Lists what is wrong with aircraft, pilots, seats and pounds; empty if nothing is. */
  findTrouble: () => Promise<string[]>
  /** What the integrity checks of the shop find once its jobs have run. */
  findInconsistencies: () => Promise<string[]>
}

/** How many presses were done and refused, by kind, over all days. */
export type PressCounts = Map<Press['kind'], { done: number; refused: number }>

const MINUTE = 60_000
const HELIPORT = 'Kearny Heliport'
const EVENING = '19:00'
/** So little that two or three flights of the evening are more. */
export const MOST_FLOWN_MINS = 60

interface DayGround {
  shop: PayingShop
  staff: Account
  date: string
  pilots: readonly number[]
  aircraft: readonly number[]
  orders: Order[]
  /** Orders in which somebody’s weight was corrected, which may make a sold flight too heavy. */
  weighed: Set<number>
  counts: PressCounts
}

/**
 * Begins a day in the early afternoon.
 *
 * @param pilots the accounts of pilots
 * @param date a date of the sales window, `YYYY-MM-DD`
 */
export async function beginRandomDay(
  shop: PayingShop,
  { date, pilots, counts }: Pick<DayGround, 'date' | 'pilots' | 'counts'>,
): Promise<RandomDay> {
  shop.clock.set(new Date(`${date}T18:00:00Z`))
  const { rows } = await shop.deps.database.query('select id from aircraft order by id')
  const ground: DayGround = {
    ...{ shop, date, pilots, counts },
    staff: await openStaffMember(shop.deps),
    aircraft: rows.map(({ id }) => Number(id)),
    orders: [],
    weighed: new Set(),
  }
  return {
    press: (one) => pressOne(ground, one),
    findTrouble: () => findTrouble(ground),
    findInconsistencies: async () => {
      await shop.runDueNow()
      const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
      return checked.flatMap(({ check, rows: found }) => found.map(({ kind }) => `${check}: ${kind}`))
    },
  }
}

async function pressOne(ground: DayGround, one: Press): Promise<void> {
  const { shop, counts } = ground
  if (one.kind === 'wait') {
    shop.clock.set(new Date(shop.clock.now().getTime() + one.minutes * MINUTE))
    await shop.runDueNow()
    // A session that was idle for so long has ended; a colleague goes on.
    ground.staff = await openStaffMember(shop.deps)
    return
  }
  const answer = await pressButton(ground, one)
  if (!answer) return
  if (answer.status >= 500) throw new Error(`${one.kind}: ${JSON.stringify(answer.body)}`)
  const count = counts.get(one.kind) ?? { done: 0, refused: 0 }
  count[answer.status < 300 ? 'done' : 'refused'] += 1
  counts.set(one.kind, count)
}

const pressButton = (ground: DayGround, one: Exclude<Press, { kind: 'wait' }>) => {
  if (one.kind === 'day off' || one.kind === 'outage') return pressAway(ground, one)
  return isAboutOrder(one) ? pressOrder(ground, one) : pressFlight(ground, one)
}

type AwayPress = Press & { kind: 'day off' | 'outage' }

/** A pilot or an aircraft that was there on the day is taken away, or comes back. */
async function pressAway(ground: DayGround, one: AwayPress): Promise<Answer | undefined> {
  const { shop, staff, date, pilots, aircraft } = ground
  const isPilot = one.kind === 'day off'
  const who = isPilot ? pick(pilots, one.pilot) : pick(aircraft, one.aircraft)
  if (who === undefined) return undefined
  const [table, column] = isPilot ? ['pilot_absences', 'user_id'] : ['aircraft_outages', 'aircraft_id']
  const { rows } = await shop.deps.database.query(
    `select id from ${table} where ${column} = $1 and from_date = $2`,
    [who, date],
  )
  const [away] = rows
  const call = (method: string, path: string, body?: object) =>
    shop.call(method, `/v1/${table}${path}`, { token: staff.token, ...(body ? { body } : {}) })
  if (away) return call('DELETE', `/${String(away['id'])}`)
  const days = { from_date: date, until_date: date }
  const send = (more: object) =>
    isPilot
      ? call('POST', '', { pilot_absence: { pilot_id: who, kind: 'off', ...days, ...more } })
      : call('POST', '', { aircraft_outage: { aircraft_id: who, reason: 'Inspection', ...days, ...more } })
  const { body } = await send({ preview: true })
  const seen = (body as Record<string, Record<string, { id: number }[]>>)[
    isPilot ? 'roster_preview' : 'outage_preview'
  ]?.[isPilot ? 'lost_flights' : 'hit_flights']
  return send({ seen: seen?.map(({ id }) => id) ?? [] })
}

type OrderPress = Press & { kind: 'sale' | 'move' | 'weight' | 'cancellation' }
type FlightPress = Exclude<Press, OrderPress | AwayPress | { kind: 'wait' }>

const isAboutOrder = (one: Press): one is OrderPress =>
  ['sale', 'move', 'weight', 'cancellation'].includes(one.kind)

async function pressOrder(ground: DayGround, one: OrderPress): Promise<Answer | undefined> {
  const { shop, staff, orders } = ground
  if (one.kind === 'sale') return sell(ground, one)
  const chosen = pick(orders, one.order)
  if (!chosen) return undefined
  const path = `/v1/orders/${String(chosen.id)}`
  const call = (method: string, to: string, body: object) =>
    shop.call(method, `${path}${to}`, { token: staff.token, body })
  if (one.kind === 'cancellation') {
    const refund = { order_id: chosen.id, reason: 'The party stays at home' }
    return shop.call('POST', '/v1/refunds', { token: staff.token, body: { refund } })
  }
  const order = await shop.read(staff.token, chosen)
  if (one.kind === 'weight') {
    const passenger = order.passengers[one.person]
    if (!passenger) return undefined
    ground.weighed.add(order.id)
    return call('PATCH', `/passengers/${String(passenger.id)}`, { passenger: { weight: one.weight } })
  }
  const [from] = order.flights
  const departures = await readDepartures(ground)
  const ofProduct = departures.filter(({ product_id: id }) => id === from?.product_id)
  const target = pick(ofProduct, one.departure)
  if (!target || !from) return undefined
  const reschedule = {
    flight_id: from.flight_id,
    departure_id: target.departure_id,
    depart_at: target.depart_at,
    items: { reschedule_fee: 0, reschedule_price_difference: 0 },
    waive_fee: true,
    reason: 'The party asked for it',
  }
  return call('POST', '/staff_reschedules', { reschedule })
}

async function sell(
  ground: DayGround,
  { departure, weights }: Press & { kind: 'sale' },
): Promise<Answer | undefined> {
  const { shop, staff, orders } = ground
  const target = pick(await readDepartures(ground), departure)
  if (!target) return undefined
  const place = { departure_id: target.departure_id, depart_at: target.depart_at }
  const order = {
    brand_id: 1,
    channel: 'counter',
    customer: { email: `party.${String(orders.length)}.${ground.date}@example.com`, full_name: 'Ada Lind' },
    order_item_seats_attributes: [{ ...place, quantity: weights.length }],
    passengers_attributes: weights.map((lbs, at) => ({
      full_name: `Passenger ${String(at + 1)}`,
      weight: lbs,
    })),
    terms_and_conditions: true,
  }
  const placed = await shop.call('POST', '/v1/orders', { token: staff.token, body: { order } })
  if (placed.status !== 201) return placed
  const made = OrderReply.parse(placed.body).order
  const counter_payment = {
    order_id: made.id,
    method: 'reader',
    amount: made.amount_due,
    reader_reference: `DAY-${String(made.id)}`,
  }
  const paid = await shop.call('POST', '/v1/counter_payments', {
    token: staff.token,
    body: { counter_payment },
  })
  if (paid.status === 201) orders.push(made)
  return paid
}

async function pressFlight(ground: DayGround, one: FlightPress): Promise<Answer | undefined> {
  const { shop, staff, pilots, aircraft } = ground
  const departures = await readDepartures(ground)
  const flown = departures.flatMap((departure) => departure.flights.map((flight) => ({ departure, flight })))
  const found = pick(flown, one.flight)
  if (!found) return undefined
  const { departure, flight } = found
  const change = (fields: object) =>
    shop.call('PATCH', `/v1/flights/${String(flight.id)}`, { token: staff.token, body: { flight: fields } })
  switch (one.kind) {
    case 'aircraft':
      return change({ aircraft_id: pick(aircraft, one.to) })
    case 'pilot':
      return change({ pilot_id: one.to === null ? null : pick(pilots, one.to) })
    case 'step':
      return change({
        status: ['scheduled', 'boarding', 'departed', 'landed', 'delayed'][one.to],
        status_reason: 'Waivers are signed on paper',
      })
    case 'delay': {
      const delayer = createDelayer({ shop, token: staff.token })
      const previewed = await delayer.ask(flight.id, one.minutes)
      return previewed.status === 200 ? delayer.delay(flight.id, one.minutes) : previewed
    }
    case 'merge':
    case 'split':
      return moveGuests(ground, flight.id, one)
    case 'call off': {
      const call_off = {
        departure_id: departure.departure_id,
        depart_at: departure.depart_at,
        reason: 'weather',
      }
      return shop.call('POST', '/v1/call_offs', { token: staff.token, body: { call_off } })
    }
  }
}

/** All guests of a flight, or some of them, go where staff see that they fit, or try it all the same. */
async function moveGuests(
  { shop, staff }: DayGround,
  flightId: number,
  one: Press & { kind: 'merge' | 'split' },
): Promise<Answer | undefined> {
  const mover = createMover({ shop, token: staff.token })
  const { parties } = await mover.read(flightId)
  const people = parties.flatMap(({ order_id: order, people: own }) =>
    own.map(({ id }) => `${String(order)}.${String(id)}`),
  )
  const guests = one.kind === 'merge' ? undefined : people.slice(0, one.guests).join(',')
  if (guests === '') return undefined
  const options = await mover.read(flightId, guests)
  const target = pick(options.targets, one.to)
  if (!target || options.moving.parties.length === 0) return undefined
  return mover.send(flightId, mover.toPress(options, target))
}

/** The departures of the evening at one heliport, most of which leave together. */
async function readDepartures({ shop, staff, date }: DayGround) {
  const { body } = await shop.call('GET', `/v1/flight_days/${date}`, { token: staff.token })
  const { departures } = FlightDayReply.parse(body).flight_day
  return departures.filter(
    ({ terminal_name: terminal, local_time: time }) => terminal === HELIPORT && time >= EVENING,
  )
}

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)]

/** Flights of the day with their people, as the tables have them, whatever the service says. */
const FLIGHTS = `
  select f.id, f.aircraft_id, f.pilot_id, f.status, f.capacity, f.max_weight_lbs,
    extract(epoch from f.depart_at) as leaves, extract(epoch from f.ready_at) as ready,
    extract(epoch from f.depart_at + (s.arrive_at - s.depart_at)) as lands,
    (f.delay_mins > 0 or f.off_blocks_at is not null) as moved,
    exists (select from pilot_absences a where a.user_id = f.pilot_id
      and s.local_date between a.from_date and a.until_date) as pilot_off,
    coalesce(sum(h.seats), 0)::int as seats, coalesce(sum(h.weight_lbs), 0)::int as lbs,
    coalesce(array_agg(h.order_id) filter (where h.order_id is not null), '{}') as orders
  from flights f join slots s on s.id = f.slot_id
  left join holds h on h.flight_id = f.id
    and (h.state = 'sold' or h.state = 'held' and (h.payment_open or h.expires_at > $2))
  where s.local_date = $1 and f.status <> 'called_off'
  group by f.id, s.id`

interface FlownRow {
  id: number
  aircraft: number
  pilot: number | null
  leaves: number
  ready: number
  lands: number
  seats: number
}

async function findTrouble({ shop, date, weighed }: DayGround): Promise<string[]> {
  const { rows } = await shop.deps.database.query(FLIGHTS, [date, shop.clock.now().toISOString()])
  const limits = rows.flatMap((row) => {
    const [seats, lbs] = [Number(row['seats']), Number(row['lbs'])]
    const name = `flight ${String(row['id'])}`
    const isOver = lbs > Number(row['max_weight_lbs'])
    const isGone = ['departed', 'landed'].includes(String(row['status']))
    const orders = Array.isArray(row['orders']) ? row['orders'].map(Number) : []
    return [
      ...(seats > Number(row['capacity']) ? [`${name} has ${String(seats)} people`] : []),
      ...(isOver && isGone ? [`${name} left with ${String(lbs)} lb`] : []),
      ...(isOver && !orders.some((id) => weighed.has(id)) ? [`${name} was sold to ${String(lbs)} lb`] : []),
    ]
  })
  const flown = rows.map((row): FlownRow => {
    const number = (name: string) => Number(row[name])
    return {
      id: number('id'),
      aircraft: number('aircraft_id'),
      pilot: row['pilot_id'] === null ? null : number('pilot_id'),
      leaves: number('leaves'),
      ready: number('ready'),
      lands: number('lands'),
      seats: number('seats'),
    }
  })
  const carrying = flown.filter(({ seats }) => seats > 0)
  const twice = carrying.flatMap((one) =>
    carrying.flatMap((other) => {
      if (other.id <= one.id) return []
      const at = `flights ${String(one.id)} and ${String(other.id)}`
      const [sameAircraft, samePilot] = [one.aircraft === other.aircraft, one.pilot === other.pilot]
      const onGround = one.ready <= other.leaves || other.ready <= one.leaves
      const apart = one.lands <= other.leaves || other.lands <= one.leaves
      return [
        ...(sameAircraft && !onGround ? [`${at} have one aircraft`] : []),
        ...(samePilot && one.pilot !== null && !apart ? [`${at} have one pilot`] : []),
      ]
    }),
  )
  const now = shop.clock.now().getTime() / 1_000
  const away = rows.flatMap((row) => {
    const isAhead = ['scheduled', 'delayed'].includes(String(row['status']))
    // Nobody flies an empty flight whose time has passed.
    const isFlown = Number(row['seats']) > 0 || Number(row['leaves']) > now
    return row['pilot_off'] === true && isAhead && isFlown
      ? [`flight ${String(row['id'])} has a pilot who is off`]
      : []
  })
  const pilots = [...new Set(carrying.flatMap(({ pilot }) => pilot ?? []))]
  const tired = pilots.filter((pilot) => {
    const own = carrying.filter((one) => one.pilot === pilot)
    // A delay, and what was really flown, may bring a pilot over a limit, which the desk is told.
    const isMoved = rows.some((row) => Number(row['pilot_id']) === pilot && row['moved'] === true)
    const minutes = own.reduce((sum, one) => sum + (one.lands - one.leaves) / 60, 0)
    return !isMoved && minutes > MOST_FLOWN_MINS
  })
  return [...limits, ...twice, ...away, ...tired.map((pilot) => `pilot ${String(pilot)} flies too long`)]
}
