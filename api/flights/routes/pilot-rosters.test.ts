import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DutyLimitsReply } from '#contract/duty-limits.ts'
import { FlightBoardReply } from '#contract/flight-board.ts'
import { PilotFlightsReply } from '#contract/manifest-version.ts'
import { PilotAbsenceReply, PilotWeekReply, RosterPreviewReply } from '#contract/pilot-roster.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { type Account } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { addRosterFlight } from '#tests/support/roster-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let admin: Account
let desk: Account
let pilot: Account
let date: string
let day = 0
beforeAll(async () => {
  shop = await openPayingShop()
  admin = await openStaffMember(shop.deps, 'admin')
  desk = await openStaffMember(shop.deps)
}, 120_000)
afterAll(() => shop.close())
beforeEach(async () => {
  // A pilot and days of its own for each test.
  day += 14
  date = new Date(Date.UTC(2027, 6, day)).toISOString().slice(0, 10)
  pilot = await openStaffMember(shop.deps, 'pilot')
})

const call = (method: string, path: string, body?: unknown, token = desk.token) =>
  shop.call(method, `/v1/${path}`, { token, ...(body === undefined ? {} : { body }) })
/** A booked flight by the clock of New York on the day of the test, or so many days later. */
const flightAt = (time: string, more: { later?: number; minutes?: number } = {}) =>
  addRosterFlight(shop, { date: addDays(date, more.later ?? 0), time, minutes: more.minutes ?? 25 })
const addDays = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
const setPilot = (flightId: number, pilotId: number | null = pilot.userId) =>
  call('PATCH', `flights/${String(flightId)}`, { flight: { pilot_id: pilotId } })
const give = async (flightId: number, pilotId = pilot.userId) => {
  expect((await setPilot(flightId, pilotId)).status).toBe(200)
  return flightId
}
const pilotOf = (flightId: number) =>
  shop.count('select coalesce(pilot_id, 0) from flights where id = $1', flightId)
const absence = (more: Record<string, unknown> = {}, token = desk.token) =>
  call(
    'POST',
    'pilot_absences',
    { pilot_absence: { pilot_id: pilot.userId, from_date: date, until_date: date, kind: 'off', ...more } },
    token,
  )
const readWeek = async (token = desk.token) =>
  PilotWeekReply.parse((await call('GET', `pilot_weeks/${date}`, undefined, token)).body).pilot_week
const ownWeek = async () => {
  const found = (await readWeek()).pilots.find(({ pilot_id: id }) => id === pilot.userId)
  if (!found) throw new Error('The pilot is missing')
  return found
}
/** The kinds of reasons against the pilot that the board gives for a flight. */
const reasonsFor = async (flightId: number, on = date) => {
  const { body } = await call('GET', `flight_boards/${on}?flight=${String(flightId)}`)
  const { options } = FlightBoardReply.parse(body).flight_board
  return options?.pilots.find(({ pilot_id: id }) => id === pilot.userId)?.reasons.map(({ kind }) => kind)
}
const changeLimits = (fields: object, token = admin.token) =>
  call('PATCH', 'duty_limits', { duty_limits: fields }, token)

describe('a flight cannot be given to a pilot', () => {
  it('who would be on duty for too long, as the board says before', async () => {
    await give(await flightAt('07:00'))
    await give(await flightAt('13:00'))
    const evening = await flightAt('20:30')
    expect(await reasonsFor(evening)).toEqual(['duty_hours'])
    const refused = await setPilot(evening)
    expect(refused).toMatchObject({
      status: 422,
      body: { pilot_id: ['This pilot would be on duty for 15.4 hours; 14 are allowed'] },
    })
    expect(await pilotOf(evening)).toBe(0)
    const earlier = await flightAt('18:30')
    expect(await reasonsFor(earlier)).toEqual([])
    await give(earlier)
  })

  it('who would fly for too long', async () => {
    await give(await flightAt('08:00', { minutes: 300 }))
    const more = await flightAt('14:00', { minutes: 200 })
    expect(await reasonsFor(more)).toEqual(['flight_hours'])
    expect(JSON.stringify((await setPilot(more)).body)).toContain('would fly 8.3 hours in one duty; 8 are')
  })

  it('who would not rest for long enough before the next morning, by what was really flown', async () => {
    const evening = await give(await flightAt('20:00'))
    const morning = await flightAt('08:00', { later: 1 })
    expect(await reasonsFor(morning, addDays(date, 1))).toEqual([])
    await shop.deps.database.query(
      `update flights set status = 'landed', off_blocks_at = depart_at + interval '70 minutes',
         landed_at = depart_at + interval '95 minutes' where id = $1`,
      [evening],
    )
    // Five hours more of work before it: with the short night it would be one duty of a day.
    await give(await flightAt('14:00'))
    expect(await reasonsFor(morning, addDays(date, 1))).toEqual(['rest'])
    expect(JSON.stringify((await setPilot(morning)).body)).toMatch(
      /would rest for 8\.9 hours .*; 10 are needed/,
    )
  })

  it('who is off on that day, whatever the kind, and the answer does not say why', async () => {
    const flight = await flightAt('12:00')
    expect((await absence({ kind: 'ill', note: 'Flu' })).status).toBe(201)
    expect(await reasonsFor(flight)).toEqual(['off'])
    const refused = await setPilot(flight)
    expect(refused).toMatchObject({ status: 422, body: { pilot_id: ['This pilot is off on that day'] } })
  })

  it('outside of the hours of the weekday', async () => {
    const weekday = new Date(date).getUTCDay()
    const days = [{ day_of_week: weekday, from: '09:00', until: '17:00' }]
    const set = await call('PUT', `pilot_hours/${String(pilot.userId)}`, { pilot_hours: { days } })
    expect(set).toMatchObject({ status: 200, body: { pilot_hours: { days } } })
    expect(await reasonsFor(await flightAt('18:00'))).toEqual(['outside_hours'])
    expect((await setPilot(await flightAt('18:30'))).status).toBe(422)
    await give(await flightAt('16:00'))
    expect((await setPilot(await flightAt('12:00', { later: 1 }))).status).toBe(422)
  })

  it('on too many days in a row, once an admin has set how many there may be', async () => {
    for (const later of [0, 1, 2]) await give(await flightAt('12:00', { later }))
    const fourth = await flightAt('12:00', { later: 3 })
    expect((await changeLimits({ max_days_in_row: 3 })).status).toBe(200)
    expect(await reasonsFor(fourth, addDays(date, 3))).toEqual(['days_in_row'])
    await changeLimits({ max_days_in_row: null })
    expect(await reasonsFor(fourth, addDays(date, 3))).toEqual([])
  })

  it('is not offered on Today as one who is free', async () => {
    const flight = await flightAt('12:00')
    await absence()
    const { body } = await call('GET', `staff_days/${date}`)
    const tasks = (
      body as { staff_day: { tasks: { key: string; pilots: { id: number; free: boolean }[] }[] } }
    ).staff_day.tasks
    const task = tasks.find(({ key }) => key === `no_pilot:${String(flight)}`)
    expect(task?.pilots.find(({ id }) => id === pilot.userId)?.free).toBe(false)
  })
})

describe('the limits of duty', () => {
  it('are those of 14 CFR 135.267 until an admin changes them, and mark what is over them', async () => {
    const read = async () => DutyLimitsReply.parse((await call('GET', 'duty_limits')).body).duty_limits
    expect(await read()).toEqual({
      max_flight_mins: 480,
      max_duty_mins: 840,
      min_rest_mins: 600,
      max_days_in_row: null,
      report_mins: 60,
      release_mins: 30,
    })
    await give(await flightAt('09:00'))
    await give(await flightAt('15:00'))
    expect((await changeLimits({ max_duty_mins: 360 })).status).toBe(200)
    expect((await ownWeek()).days[0]).toMatchObject({ over: ['duty_hours'], duty_mins: 475, flight_mins: 50 })
    const { body } = await call('GET', `flight_boards/${date}`)
    const own = FlightBoardReply.parse(body).flight_board.pilots.find(({ id }) => id === pilot.userId)
    expect(own).toMatchObject({ over: ['duty_hours'], off: false, flights: 2, duty_mins: 475 })
    await changeLimits({ max_duty_mins: 840 })
    expect((await ownWeek()).days[0]?.over).toEqual([])
  })

  it('are changed by admins alone, and must be possible', async () => {
    expect((await changeLimits({ max_flight_mins: 60 }, desk.token)).status).toBe(403)
    expect((await call('GET', 'duty_limits', undefined, pilot.token)).status).toBe(403)
    expect((await changeLimits({ max_flight_mins: 0 })).status).toBe(422)
    expect((await changeLimits({ max_days_in_row: 0 })).status).toBe(422)
  })
})

describe('days off over flights that are given', () => {
  it('name the flights with those who can take them, and then take the pilot off', async () => {
    const [first, second] = [await give(await flightAt('10:00')), await give(await flightAt('14:00'))]
    const other = await openStaffMember(shop.deps, 'pilot')
    const busy = await openStaffMember(shop.deps, 'pilot')
    await give(await flightAt('14:10'), busy.userId)
    const previewed = await absence({ preview: true })
    const { lost_flights: lost } = RosterPreviewReply.parse(previewed.body).roster_preview
    expect(lost.map(({ id }) => id)).toEqual([first, second])
    const ids = lost.map(({ pilots }) => pilots.map(({ id }) => id))
    expect(ids[0]).toEqual(expect.arrayContaining([other.userId, busy.userId]))
    expect(ids[1]).toContain(other.userId)
    expect(ids[1]).not.toContain(busy.userId)
    expect(await pilotOf(first)).toBe(pilot.userId)

    const unseen = await absence({ seen: [first] })
    expect(unseen).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(RosterPreviewReply.parse(unseen.body).roster_preview.lost_flights).toHaveLength(2)
    expect(await pilotOf(first)).toBe(pilot.userId)

    const saved = await absence({ seen: [first, second] })
    expect(saved.status).toBe(201)
    expect([await pilotOf(first), await pilotOf(second)]).toEqual([0, 0])
    const { open_flights: open } = await readWeek()
    expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]))
    const audited = await shop.count(
      `select count(*) from audit_log where resource = 'flights' and resource_id = $1
        and after->>'pilot_id' is null and before->>'pilot_id' = $2`,
      first,
      String(pilot.userId),
    )
    expect(audited).toBe(1)
    expect((await absence()).status).toBe(200)
    const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
    expect(checked.find(({ check }) => check === 'aircraft_twice')?.rows).toEqual([])
  })

  it('are taken back, and the flights stay with whom they have', async () => {
    const flight = await give(await flightAt('10:00'))
    const made = await absence({ seen: [flight] })
    const { id } = PilotAbsenceReply.parse(made.body).pilot_absence
    expect((await call('DELETE', `pilot_absences/${String(id)}`)).status).toBe(204)
    expect((await call('DELETE', `pilot_absences/${String(id)}`)).status).toBe(404)
    expect(await pilotOf(flight)).toBe(0)
    await give(flight)
  })

  it('leave a flight that has left with its pilot', async () => {
    const flight = await give(await flightAt('10:00'))
    await shop.deps.database.query("update flights set status = 'departed' where id = $1", [flight])
    expect((await absence()).status).toBe(201)
    expect(await pilotOf(flight)).toBe(pilot.userId)
  })

  it('are found by the integrity checks where a coming flight has such a pilot all the same', async () => {
    const flight = await flightAt('10:00')
    await absence()
    await shop.deps.database.query('update flights set pilot_id = $2 where id = $1', [flight, pilot.userId])
    const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
    expect(checked.find(({ check }) => check === 'aircraft_twice')?.rows).toMatchObject([
      { kind: 'pilot_off', id: String(flight) },
    ])
    await shop.deps.database.query('update flights set pilot_id = null where id = $1', [flight])
  })

  it('are refused where they are over, turned around, or of nobody who flies', async () => {
    expect((await absence({ from_date: '2020-01-01', until_date: '2020-01-02' })).status).toBe(422)
    expect((await absence({ until_date: '2020-01-02' })).status).toBe(422)
    expect((await absence({ kind: 'bored' })).status).toBe(422)
    expect((await absence({ pilot_id: desk.userId })).status).toBe(404)
  })

  it('of the hours take the pilot off in the same way', async () => {
    const flight = await give(await flightAt('18:00'))
    const weekday = new Date(date).getUTCDay()
    const days = [{ day_of_week: weekday, from: '09:00', until: '17:00' }]
    const put = (more: object) =>
      call('PUT', `pilot_hours/${String(pilot.userId)}`, { pilot_hours: { days, ...more } })
    const { lost_flights: lost } = RosterPreviewReply.parse(
      (await put({ preview: true })).body,
    ).roster_preview
    expect(lost.map(({ id }) => id)).toEqual([flight])
    expect((await put({})).status).toBe(409)
    expect((await put({ seen: [flight] })).status).toBe(200)
    expect(await pilotOf(flight)).toBe(0)
    expect((await ownWeek()).hours).toEqual(days)
    const twice = [...days, ...days]
    expect(
      (await call('PUT', `pilot_hours/${String(pilot.userId)}`, { pilot_hours: { days: twice } })).status,
    ).toBe(422)
  })
})

describe('a pilot', () => {
  it('sees the own week only, and tells and takes back own days off', async () => {
    const colleague = await openStaffMember(shop.deps, 'pilot')
    const week = await readWeek(pilot.token)
    expect(week.pilots.map(({ pilot_id: id }) => id)).toEqual([pilot.userId])
    expect(week.open_flights).toEqual([])
    const told = await absence({ note: 'Wedding' }, pilot.token)
    expect(told).toMatchObject({ status: 201, body: { pilot_absence: { by_pilot: true, note: 'Wedding' } } })
    expect((await absence({}, colleague.token)).status).toBe(404)
    const { id } = PilotAbsenceReply.parse(told.body).pilot_absence
    const remove = (token: string, which = id) =>
      call('DELETE', `pilot_absences/${String(which)}`, undefined, token)
    expect((await remove(colleague.token)).status).toBe(404)
    expect((await remove(pilot.token)).status).toBe(204)
    const byDesk = PilotAbsenceReply.parse((await absence({ kind: 'training' })).body).pilot_absence
    expect((await remove(pilot.token, byDesk.id)).status).toBe(404)
    const hours = { pilot_hours: { days: [] } }
    expect((await call('PUT', `pilot_hours/${String(pilot.userId)}`, hours, pilot.token)).status).toBe(403)
  })

  it('reads the duty of each own flight with what it is over', async () => {
    const [first, second] = [await give(await flightAt('09:00')), await give(await flightAt('15:00'))]
    shop.clock.set(new Date(`${date}T12:00:00Z`))
    pilot = { ...pilot, token: (await relog()).token }
    const read = async () =>
      PilotFlightsReply.parse((await call('GET', 'pilot_flights', undefined, pilot.token)).body)
    const { pilot_flights: flights, duty_limits: limits } = await read()
    expect(flights.map(({ id }) => id)).toEqual([first, second])
    expect(flights[0]?.duty).toMatchObject({ duty_mins: 475, flight_mins: 50, over: [] })
    expect(limits.max_duty_mins).toBe(840)
    await shop.deps.database.query('update duty_limits set max_flight_mins = 40')
    expect((await read()).pilot_flights[1]?.duty.over).toEqual(['flight_hours'])
    await shop.deps.database.query('update duty_limits set max_flight_mins = 480')
  })
})

/** The same pilot with a session that has not ended in the meantime. */
async function relog(): Promise<Account> {
  const again = await openStaffMember(shop.deps, 'pilot')
  await shop.deps.database.query('update flights set pilot_id = $2 where pilot_id = $1', [
    pilot.userId,
    again.userId,
  ])
  return again
}

it('the preview of a delay says that a pilot gets over a limit, and it is set all the same', async () => {
  shop.clock.set(new Date(`${date}T11:00:00Z`))
  desk = await openStaffMember(shop.deps)
  await give(await flightAt('08:00'))
  await give(await flightAt('14:00'))
  const evening = await give(await flightAt('19:00'))
  const delayer = createDelayer({ shop, token: desk.token })
  const troubles = async (minutes: number) =>
    (await delayer.preview(evening, minutes)).flights.flatMap((one) => one.troubles.map(({ kind }) => kind))
  expect(await troubles(30)).not.toContain('pilot_over_limit')
  expect(await troubles(120)).toContain('pilot_over_limit')
  expect((await delayer.delay(evening, 120)).status).toBe(201)
  expect((await ownWeek()).days[0]?.over).toEqual(['duty_hours'])
})
