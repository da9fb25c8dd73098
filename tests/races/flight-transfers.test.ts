import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { BALANCED_BOOKS, readBookErrors } from '../support/give-tenders.ts'
import { type Flight } from '../support/paying-shop.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { createMover, findFridayDepartures } from '../support/transfer-guests.ts'

const ROUNDS = 6

let racing: RacingShop
let movers: ReturnType<typeof createMover>[]
beforeAll(async () => {
  racing = await openRacingShop()
  const { shop } = racing
  const staff = [await openStaffMember(shop.deps), await openStaffMember(shop.deps)]
  movers = staff.map(({ token }) => createMover({ shop, token }))
})
afterAll(() => racing.close())
/** However a race ends, seats, tickets and money agree, and no aircraft is in two places. */
afterEach(async () => {
  const { deps, clock, runDueNow } = racing.shop
  await runDueNow()
  expect(await readBookErrors(deps)).toEqual(BALANCED_BOOKS)
  const later = new Date(clock.now().getTime() + 16 * 60_000)
  const checked = await runIntegrityChecks(deps.database.db, later)
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind, id }) => `${check}: ${kind} ${id}`))).toEqual(
    [],
  )
})

async function sell(email: string, seats: number, flight: Flight) {
  const { shop } = racing
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  const [flown] = (await shop.read(token, order)).flights
  return { token, order, flightId: flown?.flight_id ?? 0 }
}
const seatsOn = (flightId: number) =>
  racing.shop.count('select seats_sold + seats_held from flights where id = $1', flightId)
const mailsAbout = (orderId: number) =>
  racing.shop.count("select count(*) from mails where kind = 'flight_transferred' and order_id = $1", orderId)

/** A couple at one time and another one later, so that the last two seats there are what both want. */
async function sellTwo(name: string) {
  const [first, second] = await findFridayDepartures(racing.shop, 2)
  if (!first || !second) throw new Error('There are no two departures')
  const one = await sell(`${name}.one@example.com`, 2, first)
  const other = await sell(`${name}.two@example.com`, 2, second)
  return { first, second, one, other }
}

it('gives the last seats either to the flight that is merged or to a customer', async () => {
  const met = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const { second, one, other } = await sellTwo(`last${String(round)}`)
    const buyer = await racing.shop.guest(`buyer${String(round)}@example.com`)
    const buying = racing.shop.order(buyer, 1, second).then(
      () => 'bought',
      () => 'sold out',
    )
    const [merged, bought] = await Promise.all([movers[0]?.merge(one.flightId, other.flightId), buying])
    met.add(`${String(merged?.status)} ${bought}`)
    expect(await seatsOn(other.flightId)).toBe(merged?.status === 201 ? 4 : 3)
    expect(await seatsOn(one.flightId)).toBe(merged?.status === 201 ? 0 : 2)
  }
  expect([...met].filter((pair) => pair !== '201 sold out' && pair !== '409 bought')).toEqual([])
})

it('merges once when two members of staff press at once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { one, other } = await sellTwo(`twice${String(round)}`)
    const answers = await Promise.all(movers.map((mover) => mover.merge(one.flightId, other.flightId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await seatsOn(other.flightId)).toBe(4)
    expect(await mailsAbout(one.order.id)).toBe(1)
  }
})

it('lets two flights be merged into each other only one way', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { one, other } = await sellTwo(`cross${String(round)}`)
    const [there, back] = await Promise.all([
      movers[0]?.merge(one.flightId, other.flightId),
      movers[1]?.merge(other.flightId, one.flightId),
    ])
    expect([there?.status, back?.status].sort()).toEqual([201, 409])
    const seats = [await seatsOn(one.flightId), await seatsOn(other.flightId)]
    expect(seats.sort()).toEqual([0, 4])
  }
})
