import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManifestReply } from '#contract/passenger.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

interface Crew {
  staff: Account
  pilot: Account
  flightId: number
  people: number[]
}

/**
 * Creates a paid flight of two passengers, its staff and its pilot, so many minutes before
 * departure.
 */
async function atTheFlight(minutes: number, weights: (number | null)[] = [150, 160]): Promise<Crew> {
  const who = await openAccount(shop.deps)
  const passengers_attributes = weights.map((weight, at) => ({
    full_name: `Passenger ${String(at + 1)}`,
    weight,
  }))
  const booked = await shop.order(who.token, weights.length, await shop.nextFlight(), {
    passengers_attributes,
  })
  expect((await shop.pay(who.token, booked, VISA_PAYMENT)).status).toBe(201)
  const order = await shop.read(who.token, booked)
  const [flight] = order.flights
  shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - minutes * 60_000))
  const [staff, pilot] = [await openStaffMember(shop.deps), await openStaffMember(shop.deps, 'pilot')]
  const crew = {
    staff,
    pilot,
    flightId: flight?.flight_id ?? 0,
    people: order.passengers.map(({ id }) => id),
  }
  expect(await set(crew, staff, { status: 'boarding' })).toMatchObject({ status: 200 })
  return crew
}

const set = ({ flightId }: Crew, { token }: Account, flight: Record<string, unknown>) =>
  shop.call('PATCH', `/v1/flights/${String(flightId)}`, { token, body: { flight } })
const leave = (crew: Crew, who: Account, reason?: string) =>
  set(crew, who, { status: 'departed', ...(reason === undefined ? {} : { status_reason: reason }) })
const manifestOf = async ({ flightId, staff: { token } }: Crew) =>
  ManifestReply.parse((await shop.call('GET', `/v1/flights/${String(flightId)}/manifest`, { token })).body)
    .manifest
const board = (crew: Crew, id: number | undefined, boarding: string) =>
  shop.call('PATCH', `/v1/flights/${String(crew.flightId)}/passengers/${String(id)}`, {
    token: crew.staff.token,
    body: { passenger: { boarding } },
  })
const sign = (id: number | undefined) =>
  shop.deps.database.query(
    'insert into waiver_signatures (passenger_id, version, signature, signed_at) values ($1, ' +
      "'v', 'A', now())",
    [id],
  )
/** Assigns a pilot, checks everybody in and signs every waiver. */
async function makeReady(crew: Crew) {
  expect((await set(crew, crew.staff, { pilot_id: crew.pilot.userId })).status).toBe(200)
  for (const id of crew.people) {
    await sign(id)
    expect((await board(crew, id, 'checked_in')).status).toBe(200)
  }
}

test('a pilot lets a complete flight leave at its time', async () => {
  const crew = await atTheFlight(10)
  await makeReady(crew)
  expect((await manifestOf(crew)).flight).toMatchObject({ before_departure: [], early: true })
  shop.clock.advance(10)
  expect(await leave(crew, crew.pilot)).toMatchObject({
    status: 200,
    body: { flight: { status: 'departed', status_reason: null } },
  })
})

test('a flight without pilot, check-in, weights or waivers cannot leave', async () => {
  const crew = await atTheFlight(0, [null, 160])
  const [one, two] = crew.people
  const sentence =
    'This flight cannot leave yet: it has no pilot; 2 passengers are neither checked in nor ' +
    'marked as not come. To let it leave all the same, give a reason.'
  expect(await leave(crew, crew.staff)).toMatchObject({ status: 409, body: { error: sentence } })
  await set(crew, crew.staff, { pilot_id: crew.pilot.userId })
  expect((await board(crew, one, 'checked_in')).status).toBe(200)
  expect((await manifestOf(crew)).flight.before_departure).toEqual([
    '1 passenger is neither checked in nor marked as not come',
    '1 weight is missing',
    '1 waiver is missing',
  ])
  // A no-show needs neither weight nor waiver.
  expect((await board(crew, two, 'no_show')).status).toBe(200)
  expect((await manifestOf(crew)).flight.before_departure).toEqual([
    '1 weight is missing',
    '1 waiver is missing',
  ])
  expect((await leave(crew, crew.pilot)).status).toBe(409)
})

test('a flight whose passengers weigh more than its aircraft may carry cannot leave', async () => {
  const crew = await atTheFlight(0)
  await makeReady(crew)
  await shop.deps.database.query('update flights set max_weight_lbs = 300 where id = $1', [crew.flightId])
  expect(await leave(crew, crew.pilot)).toMatchObject({
    status: 409,
    body: {
      error:
        'This flight cannot leave yet: those on board weigh more than the aircraft may carry. ' +
        'Only the desk may let it leave all the same.',
    },
  })
})

test('only staff let an incomplete flight leave, with a reason in the audit log', async () => {
  const crew = await atTheFlight(0)
  await set(crew, crew.staff, { pilot_id: crew.pilot.userId })
  const refused = await leave(crew, crew.pilot, 'I know them all')
  expect(refused).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Only the desk may') },
  })
  expect((await leave(crew, crew.staff, ' ')).status).toBe(422)
  expect((await leave(crew, crew.staff, 'Signed on paper')).status).toBe(200)
  const reason = 'Signed on paper (2 passengers are neither checked in nor marked as not come)'
  const line =
    "select count(*) from audit_log where resource = 'flights' and resource_id = $1 and " +
    "user_id = $2 and after->>'status' = 'departed' and after->>'status_reason' = $3"
  expect(await shop.count(line, crew.flightId, crew.staff.userId, reason)).toBe(1)
  expect((await manifestOf(crew)).flight.status_reason).toBe(reason)
})

test('a flight leaves early only with a reason, which a pilot may give for a complete flight', async () => {
  const crew = await atTheFlight(20)
  await makeReady(crew)
  expect(await leave(crew, crew.pilot)).toMatchObject({
    status: 409,
    body: { error: 'Its time has not come yet. To leave earlier, give a reason.' },
  })
  expect((await leave(crew, crew.staff)).status).toBe(409)
  expect((await leave(crew, crew.pilot, 'Everybody is on board, wind comes up')).status).toBe(200)
  expect((await manifestOf(crew)).flight.status_reason).toBe('Everybody is on board, wind comes up')
  // After a step back the departure is checked again.
  expect((await set(crew, crew.staff, { status: 'boarding' })).status).toBe(200)
  expect((await leave(crew, crew.pilot)).status).toBe(409)
})
