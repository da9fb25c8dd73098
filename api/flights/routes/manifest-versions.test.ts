import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommentReply } from '#contract/comment.ts'
import { FlightDayReply } from '#contract/flight-day.ts'
import { FlightBoardReply } from '#contract/flight-board.ts'
import {
  ManifestVersionReply,
  ManifestVersionsReply,
  PilotFlightsReply,
  PrintManifestReply,
} from '#contract/manifest-version.ts'
import { ManifestReply } from '#contract/passenger.ts'
import { StaffDayReply } from '#contract/staff-day.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { readPilotFlights } from '#api/flights/read-pilot-flights.ts'
import { erasePerson } from '#api/accounts/erase-person.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let shop: PayingShop
let staff: Account
let pilot: Account
let otherPilot: Account
let customer: Account
let sold: Sold
let flight: number
let leavesAt: number
let date: string
let people: number[]
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 2 })
  const [booked] = sold.order.flights
  flight = booked?.flight_id ?? 0
  leavesAt = Date.parse(booked?.depart_at ?? '')
  date = booked?.local_date ?? ''
  shop.clock.set(new Date(leavesAt - HOUR_MS / 2))
  staff = await openStaffMember(shop.deps)
  pilot = await openStaffMember(shop.deps, 'pilot')
  otherPilot = await openStaffMember(shop.deps, 'pilot')
  customer = await openAccount(shop.deps)
  await query('update flights set pilot_id = $1 where id = $2', [pilot.userId, flight])
  const { rows } = await query('select id from passengers where order_id = $1 order by position', [
    sold.order.id,
  ])
  people = rows.map(({ id }) => Number(id))
  await query(
    "update passengers set full_name = 'Passenger ' || (position + 1), weight_lbs = 150 where order_id = $1",
    [sold.order.id],
  )
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const path = () => `/v1/flights/${String(flight)}`
const call = (method: string, rest: string, { token }: Account, body?: object) =>
  shop.call(method, `${path()}${rest}`, { token, ...(body ? { body } : {}) })
const print = (who = staff) => call('POST', '/manifest_versions', who, {})
const read = async (who = staff) =>
  ManifestVersionsReply.parse((await call('GET', '/manifest_versions', who)).body)
const accept = async (who: Account, seen?: string) =>
  call('POST', '/manifest_acceptances', who, {
    manifest_acceptance: { seen: seen ?? (await read()).manifest_state.seen },
  })
const weigh = (weight: number, who = staff, at = 0) =>
  shop.call('PATCH', `/v1/orders/${String(sold.order.id)}/passengers/${String(people[at])}`, {
    token: who.token,
    body: { passenger: { weight } },
  })
const numberOf = ({ body }: { body: unknown }) => PrintManifestReply.parse(body).manifest_version.number
const gaps = async () =>
  ManifestReply.parse((await call('GET', '/manifest', staff)).body).manifest.flight.before_departure

/** Whether the day, the board and Today mark the flight. */
async function marks(): Promise<boolean[]> {
  const get = async (address: string) => (await shop.call('GET', `${address}/${date}`, staff)).body
  const day = FlightDayReply.parse(await get('/v1/flight_days')).flight_day
  const board = FlightBoardReply.parse(await get('/v1/flight_boards')).flight_board
  const today = StaffDayReply.parse(await get('/v1/staff_days')).staff_day
  const rows = [day.departures.flatMap((one) => one.flights), board.flights, today.flights]
  return rows.map((flights) => flights.some((one) => one.id === flight && one.manifest_changed))
}

describe('the versions of a manifest', () => {
  it('do not exist before somebody prints, and no list marks the flight', async () => {
    const { manifest_versions, manifest_state } = await read()
    expect(manifest_versions).toEqual([])
    expect(manifest_state).toMatchObject({ printed: null, accepted: null, changes_after_printing: [] })
    expect(await marks()).toEqual([false, false, false])
    expect((await gaps()).filter((gap) => gap.includes('manifest'))).toEqual([])
  })

  it('begin with the first print, which says who printed it; the same paper is printed once', async () => {
    const printed = await print()
    expect(printed.status).toBe(201)
    const paper = await call('GET', '/manifest_versions/1', staff)
    const { manifest_version } = ManifestVersionReply.parse(paper.body)
    expect(manifest_version).toMatchObject({
      number: 1,
      printed_at: shop.clock.now().toISOString(),
      accepted_at: null,
      replaces: null,
      content: { total_weight_lbs: 300, pilot_id: pilot.userId },
    })
    expect(manifest_version.content.passengers.map(({ full_name: name }) => name)).toEqual([
      'Passenger 1',
      'Passenger 2',
    ])
    expect(numberOf(await print())).toBe(1)
    expect(await shop.count('select count(*) from manifest_versions')).toBe(1)
    expect((await call('GET', '/manifest_versions/2', staff)).status).toBe(404)
  })

  it('are compared with what stands there now, which every list of the day marks', async () => {
    expect((await weigh(170)).status).toBe(204)
    const { manifest_state: state } = await read()
    expect(state.changes_after_printing).toEqual([
      {
        kind: 'weight',
        passenger_id: people[0],
        passenger_name: 'Passenger 1',
        before: '150',
        now: '170',
      },
    ])
    expect(await marks()).toEqual([true, true, true])
    expect(await gaps()).toContain('the manifest changed after version 1 was printed')
  })

  it('follow one another: another print says what changed since the paper before', async () => {
    expect(numberOf(await print())).toBe(2)
    const paper = await call('GET', '/manifest_versions/2', staff)
    expect(ManifestVersionReply.parse(paper.body).manifest_version).toMatchObject({
      replaces: 1,
      changes_since_paper: [{ kind: 'weight', before: '150', now: '170' }],
    })
    expect(await marks()).toEqual([false, false, false])
  })

  it('change by a comment that is marked for the manifest, which stands beside the party', async () => {
    const about = { commentable_type: 'Order', commentable_id: sold.order.id }
    const write = (more: object) =>
      shop.call('POST', '/v1/comments', { token: staff.token, body: { comment: { ...about, ...more } } })
    await write({ body: 'For the desk alone' })
    expect((await read()).manifest_state.changes_after_printing).toEqual([])
    const written = await write({ body: 'Proposal on board', on_manifest: true })
    const { comment } = CommentReply.parse(written.body)
    const changes = [{ kind: 'comments', order_id: sold.order.id, before: null, now: 'Proposal on board' }]
    expect((await read()).manifest_state.changes_after_printing).toMatchObject(changes)
    expect(await gaps()).toContain('the manifest changed after version 2 was printed')
    const said = [{ order_id: sold.order.id, comments: ['Proposal on board'] }]
    const page = ManifestReply.parse((await call('GET', '/manifest', pilot)).body).manifest
    expect(page).toMatchObject({ party_comments: said, still_to_pay: [] })
    const { pilot_flights } = await readPilotFlights(shop.deps.database.db, {
      pilotId: pilot.userId,
      now: shop.clock.now(),
    })
    expect(pilot_flights[0]?.content.parties).toEqual(said.map((party) => ({ ...party, owes: null })))
    await shop.call('DELETE', `/v1/comments/${String(comment.id)}`, { token: staff.token })
    expect((await read()).manifest_state.changes_after_printing).toEqual([])
  })

  it('get two numbers when two people print two papers at once, and one number for one paper', async () => {
    await weigh(171)
    const both = await Promise.all([print(), print()])
    expect(both.map(numberOf)).toEqual([3, 3])
    expect(await shop.count('select count(*) from manifest_versions where number = 3')).toBe(1)
  })
})

describe('the acceptance of a manifest', () => {
  it('is for the pilot of the flight alone: others find no flight, and staff fly none', async () => {
    expect((await accept(otherPilot)).status).toBe(404)
    expect((await accept(staff)).status).toBe(404)
    expect((await accept(customer)).status).toBe(403)
    for (const rest of ['/manifest_versions', '/manifest_versions/1']) {
      expect((await call('GET', rest, otherPilot)).status).toBe(404)
    }
    expect((await print(otherPilot)).status).toBe(404)
    expect(await shop.count('select count(*) from manifest_versions where accepted_at is not null')).toBe(0)
  })

  it('marks the version whose content the pilot saw, once', async () => {
    expect(numberOf(await accept(pilot))).toBe(3)
    expect(numberOf(await accept(pilot))).toBe(3)
    expect((await read()).manifest_state).toMatchObject({ accepted: 3, changes_after_acceptance: [] })
  })

  it('is refused with the present state when something has changed since the pilot looked', async () => {
    const { seen } = (await read(pilot)).manifest_state
    await weigh(180)
    const late = await accept(pilot, seen)
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        manifest_state: { accepted: 3, changes_after_acceptance: [{ before: '171', now: '180' }] },
      },
    })
    expect(await gaps()).toContain('the pilot has not accepted what changed after version 3 of the manifest')
  })

  it('is asked for again after another print, and makes a version of its own without one', async () => {
    expect(numberOf(await print())).toBe(4)
    expect((await gaps()).join()).toContain('has not accepted')
    expect(numberOf(await accept(pilot))).toBe(4)
    expect((await gaps()).join()).not.toContain('has not accepted')
    await weigh(181)
    expect(numberOf(await accept(pilot))).toBe(5)
    const [newest] = (await read()).manifest_versions
    expect(newest).toMatchObject({ number: 5, printed_at: null, changes: [{ before: '180', now: '181' }] })
    // The paper at the desk is still the one before.
    expect(await marks()).toEqual([true, true, true])
  })

  it('ends with the pilot: the next one has accepted nothing', async () => {
    await query('update flights set pilot_id = $1 where id = $2', [otherPilot.userId, flight])
    expect((await read()).manifest_state).toMatchObject({ accepted: null })
    expect((await call('GET', '/manifest_versions', pilot)).status).toBe(404)
    await query('update flights set pilot_id = $1 where id = $2', [pilot.userId, flight])
  })
})

describe('a departure with a manifest that nobody accepted', () => {
  const leave = (who: Account, reason?: string) =>
    shop.call('PATCH', path(), {
      token: who.token,
      body: { flight: { status: 'departed', ...(reason ? { status_reason: reason } : {}) } },
    })

  it('is refused, and needs a reason of the desk, which stays with what was missing', async () => {
    await query("update flights set status = 'boarding' where id = $1", [flight])
    await query(
      "update passengers set boarding = 'checked_in', boarded_at = now(), flight_id = $2 where order_id = $1",
      [sold.order.id, flight],
    )
    await query(
      `insert into waiver_signatures (passenger_id, version, signature, signed_at)
       select id, '1', full_name, now() from passengers where order_id = $1`,
      [sold.order.id],
    )
    shop.clock.set(new Date(leavesAt + 60_000))
    await weigh(182)
    expect(await gaps()).toEqual(['the pilot has not accepted what changed after version 5 of the manifest'])
    const refused = await leave(pilot)
    expect(refused).toMatchObject({ status: 409 })
    expect(JSON.stringify(refused.body)).toContain('has not accepted what changed after version 5')
    expect((await leave(pilot, 'In a hurry')).status).toBe(409)
    expect((await leave(staff, 'Told the pilot by radio')).status).toBe(200)
    const { rows } = await query('select status_reason from flights where id = $1', [flight])
    expect(rows[0]?.['status_reason']).toBe(
      'Told the pilot by radio (the pilot has not accepted what changed after version 5 of the manifest)',
    )
    expect((await accept(pilot)).status).toBe(409)
    expect((await read()).manifest_state.changes_after_printing).toEqual([])
  })
})

describe('the flights of a pilot', () => {
  const own = async (who: Account) =>
    PilotFlightsReply.parse((await shop.call('GET', '/v1/pilot_flights', who)).body).pilot_flights

  it('are the own ones of today and tomorrow, for whoever flies, and nobody else’s', async () => {
    expect((await own(pilot)).map(({ id }) => id)).toEqual([flight])
    expect(await own(otherPilot)).toEqual([])
    expect(await own(staff)).toEqual([])
    expect((await shop.call('GET', '/v1/pilot_flights', customer)).status).toBe(403)
    const countAt = async (now: number) => {
      const found = await readPilotFlights(shop.deps.database.db, {
        pilotId: pilot.userId,
        now: new Date(now),
      })
      return found.pilot_flights.length
    }
    expect(await countAt(leavesAt - DAY_MS)).toBe(1)
    expect(await countAt(leavesAt - 2 * DAY_MS)).toBe(0)
    expect(await countAt(leavesAt + DAY_MS)).toBe(0)
  })
})

describe('the weight that a pilot corrects', () => {
  it('is that of a passenger on an own flight, and nothing but the weight', async () => {
    await query("update flights set status = 'boarding' where id = $1", [flight])
    expect((await weigh(160, otherPilot)).status).toBe(404)
    expect((await weigh(160, pilot)).status).toBe(204)
    const name = await shop.call(
      'PATCH',
      `/v1/orders/${String(sold.order.id)}/passengers/${String(people[0])}`,
      { token: pilot.token, body: { passenger: { full_name: 'Somebody Else' } } },
    )
    expect(name).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await shop.count('select weight_lbs from passengers where id = $1', people[0])).toBe(160)
  })
})

describe('the end of the versions', () => {
  it('takes the name out of every version when the person is erased, and leaves the weight', async () => {
    const { userId } = sold.buyer
    await shop.deps.database.db.transaction((tx) =>
      erasePerson(tx, { userId, email: sold.buyer.email, orderIds: [sold.order.id] }, shop.clock.now()),
    )
    const { rows } = await query('select content from manifest_versions order by number')
    expect(rows).toHaveLength(5)
    expect(JSON.stringify(rows)).not.toContain('Passenger 1')
    expect(rows[0]?.['content']).toMatchObject({
      total_weight_lbs: 300,
      passengers: [
        { full_name: 'Erased', notes: [], weight_lbs: 150 },
        { full_name: 'Erased', notes: [], weight_lbs: 150 },
      ],
    })
  })

  it('comes some days after the flight, as the settings say', async () => {
    const days = shop.deps.settings.manifestDays
    expect(days).toBe(30)
    shop.clock.set(new Date(leavesAt + days * DAY_MS - HOUR_MS))
    await cleanUp(shop.deps)
    expect(await shop.count('select count(*) from manifest_versions')).toBe(5)
    shop.clock.set(new Date(leavesAt + days * DAY_MS))
    await cleanUp(shop.deps)
    expect(await shop.count('select count(*) from manifest_versions')).toBe(0)
  })
})
