import { FlightDayReply } from '#contract/flight-day.ts'
import { ManifestReply } from '#contract/passenger.ts'
import { PilotFlightsReply } from '#contract/manifest-version.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { toLocalDate } from '#api/rules/time/local-time.ts'
import { type Account } from '../support/give-tenders.ts'
import { createDelayer, seenIn } from '../support/delay-flight.ts'
import { takePassengerLink } from './customers.ts'
import { clockIn } from './staff.ts'
import { read, type World } from './world.ts'

const MINUTE = 60_000
const ZONES = ['America/New_York', 'America/Los_Angeles']

/** A flight of the day at any terminal, with its departure. */
async function readFlights(world: World, token: string, random: Random) {
  const date = toLocalDate(world.clock.now(), random.pick(ZONES))
  const answer = await world.call('GET', `/v1/flight_days/${date}`, { token })
  const { departures, pilots } = read(answer, FlightDayReply).flight_day
  const flights = departures.flatMap((departure) =>
    departure.flights.map((flight) => ({ departure, flight })),
  )
  return { flights: flights.filter(({ flight }) => flight.seats_sold > 0), pilots }
}

/** Staff at the terminal: pilots for the flights of the next hours, check-in, and who did not come. */
export async function workAtTerminal(
  world: World,
  token: string,
  pilots: readonly Account[],
  random: Random,
): Promise<void> {
  const now = world.clock.now().getTime()
  const { flights } = await readFlights(world, token, random)
  for (const { flight } of flights) {
    const minutes = (Date.parse(flight.depart_at) - now) / MINUTE
    if (minutes < -20 && ['scheduled', 'boarding', 'delayed'].includes(flight.status)) {
      // The pilot may not leave while something is missing: the desk lets it go, and says why.
      const body = { flight: { status: 'departed', status_reason: 'Waivers are signed on paper' } }
      await world.call('PATCH', `/v1/flights/${String(flight.id)}`, {
        token,
        body,
        kind: 'let go by the desk',
      })
      continue
    }
    if (['departed', 'landed', 'called_off'].includes(flight.status) || minutes > 240) continue
    const path = `/v1/flights/${String(flight.id)}`
    if (flight.pilot_id === null) {
      const body = { flight: { pilot_id: random.pick(pilots).userId } }
      await world.call('PATCH', path, { token, body, kind: 'pilot assigned' })
    }
    if (minutes < 60) await checkIn(world, token, flight.id, minutes, random)
    if (minutes < 30 && flight.status === 'scheduled') {
      const body = { flight: { status: 'boarding' } }
      await world.call('PATCH', path, { token, body, kind: 'boarding' })
    }
  }
}

async function checkIn(world: World, token: string, flightId: number, minutes: number, random: Random) {
  const path = `/v1/flights/${String(flightId)}`
  const { manifest } = read(await world.call('GET', `${path}/manifest`, { token }), ManifestReply)
  for (const {
    id,
    boarding,
    weight_lbs: lbs,
    order_id: order,
    waiver_signed: signed,
  } of manifest.passengers) {
    if (boarding !== null) continue
    if (!signed && random.chance(0.9)) await signHere(world, token, { order, passenger: id })
    if (lbs === null && random.chance(0.7)) {
      const at = `/v1/orders/${String(order)}/passengers/${String(id)}`
      const body = { passenger: { weight: random.between(110, 230) } }
      await world.call('PATCH', at, { token, body, kind: 'weighed in' })
    }
    const came = random.chance(0.93)
    if (!came && minutes > 0) continue
    const body = { passenger: { boarding: came ? 'checked_in' : 'no_show' } }
    const kind = came ? 'checked in' : 'no-show'
    await world.call('PATCH', `${path}/passengers/${String(id)}`, { token, body, kind })
  }
}

/** A guest signs the waiver on the phone, by the link that staff show. */
async function signHere(world: World, token: string, at: { order: number; passenger: number }) {
  const link = await takePassengerLink(world, token, { ...at, byStaff: true })
  if (link === undefined) return
  const waiver = { version: WAIVER_VERSION, signature: 'Ada Lind', accepted: true }
  await world.call('PUT', `/v1/passenger_links/${link}`, {
    body: { passenger_form: { full_name: 'Ada Lind', weight: 160, waiver } },
    kind: 'waiver signed',
  })
}

/** A pilot accepts the manifest, leaves, and lands. */
export async function fly(world: World, pilot: Account, random: Random): Promise<void> {
  const token = await clockIn(world, pilot)
  const now = world.clock.now()
  const { pilot_flights: own } = read(
    await world.call('GET', '/v1/pilot_flights', { token }),
    PilotFlightsReply,
  )
  for (const flight of own) {
    const path = `/v1/flights/${String(flight.id)}`
    const step = (status: string, more: object = {}) =>
      world.call('PATCH', path, {
        token,
        body: { flight: { status, ...more } },
        kind: status === 'departed' ? 'off blocks' : status,
      })
    if (flight.status === 'departed' && Date.parse(flight.arrive_at) <= now.getTime()) {
      await step('landed', { landed_at: now.toISOString() })
      continue
    }
    const leaves = Date.parse(flight.content.depart_at)
    if (flight.status !== 'boarding' || leaves > now.getTime()) continue
    const { seen, accepted } = flight.manifest_state
    if (accepted === null || random.chance(0.5)) {
      const body = { manifest_acceptance: { seen } }
      await world.call('POST', `${path}/manifest_acceptances`, { token, body, kind: 'manifest accepted' })
    }
    await step('departed', { off_blocks_at: now.toISOString() })
  }
}

/** A flight is delayed, with everything that waits for its aircraft and its pilot. */
export async function delayFlight(world: World, token: string, random: Random): Promise<void> {
  const { flights } = await readFlights(world, token, random)
  const ahead = flights.filter(({ flight }) => Date.parse(flight.depart_at) > world.clock.now().getTime())
  if (ahead.length === 0) return
  const { flight } = random.pick(ahead)
  const delayer = createDelayer({ shop: world, token })
  const minutes = random.pick([10, 20, 45, 90])
  const preview = await delayer.ask(flight.id, minutes)
  if (preview.status !== 200) return
  // The flight may leave between the preview and the press, which is refused then.
  const answer = await delayer.send(flight.id, { minutes, reason: 'late_aircraft', seen: seenIn(preview) })
  world.count('flight delayed', answer.status < 300 ? 'done' : 'refused')
}

/** One departure cannot fly. */
export async function callOff(world: World, token: string, random: Random): Promise<void> {
  const { flights } = await readFlights(world, token, random)
  const ahead = flights.filter(
    ({ departure }) => Date.parse(departure.depart_at) > world.clock.now().getTime(),
  )
  if (ahead.length === 0) return
  const { departure } = random.pick(ahead)
  const call_off = {
    departure_id: departure.departure_id,
    depart_at: departure.depart_at,
    reason: random.pick(['weather', 'technical']),
  }
  await world.call('POST', '/v1/call_offs', { token, body: { call_off }, kind: 'departure called off' })
}

/** A storm: all departures of a terminal in a span of the day. */
export async function declareWeatherDay(world: World, token: string, random: Random): Promise<void> {
  const weather_day = {
    terminal_id: random.pick([1, 2]),
    date: toLocalDate(world.clock.now(), ZONES[0] ?? ''),
    from: '13:00',
    until: '20:00',
    note: 'A storm',
    hold_hours: 6,
  }
  await world.call('POST', '/v1/weather_days', { token, body: { weather_day }, kind: 'weather day' })
}
