import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Account } from '../support/give-tenders.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { addRosterFlight } from '../support/roster-flight.ts'
import { openStaffMember } from '../support/staff-member.ts'

const ROUNDS = 8

let shop: PayingShop
let close: () => Promise<void>
let desk: Account
let pilot: Account
let date: string
let day = 0
beforeAll(async () => {
  ;({ shop, close } = await openRacingShop())
  desk = await openStaffMember(shop.deps)
})
afterAll(() => close())
beforeEach(() => nextDay())

/** Another pilot on another day. */
async function nextDay(): Promise<void> {
  day += 3
  date = new Date(Date.UTC(2027, 6, day)).toISOString().slice(0, 10)
  pilot = await openStaffMember(shop.deps, 'pilot')
}
const flightAt = (time: string, minutes = 25) => addRosterFlight(shop, { date, time, minutes })
const give = (flight: number) =>
  shop.call('PATCH', `/v1/flights/${String(flight)}`, {
    token: desk.token,
    body: { flight: { pilot_id: pilot.userId } },
  })
const flown = () => shop.count('select count(*) from flights where pilot_id = $1', pilot.userId)

it('of two flights given to a pilot at once that together are over a limit, one is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await nextDay()
    // Two of five hours are more than the eight that a pilot may fly.
    const flights = [await flightAt('07:00', 300), await flightAt('13:30', 300)]
    const answers = await Promise.all(flights.map(give))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await flown()).toBe(1)
  }
})

it('a day off that is told while a flight is given leaves nobody flying on it', async () => {
  const met = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    await nextDay()
    const [first, second] = [await flightAt('10:00'), await flightAt('14:00')]
    expect((await give(first)).status).toBe(200)
    const pilot_absence = {
      ...{ pilot_id: pilot.userId, from_date: date, until_date: date, kind: 'ill', seen: [first] },
    }
    const [off, given] = await Promise.all([
      shop.call('POST', '/v1/pilot_absences', { token: desk.token, body: { pilot_absence } }),
      give(second),
    ])
    met.add(`${String(off.status)} ${String(given.status)}`)
    // Either the day off was first, or it is refused with the flight that came before it.
    if (off.status === 201) expect([given.status, await flown()]).toEqual([422, 0])
    else expect([off.status, given.status, await flown()]).toEqual([409, 200, 2])
  }
  expect([...met].every((pair) => pair === '201 422' || pair === '409 200')).toBe(true)
})
