import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { type ChosenDeparture, seatOrder } from '../support/shopper.ts'
import { addSecondAircraft, newYorkerAt, seatsOnTwo } from '../support/two-aircraft.ts'
import { createGuestToken, openTwoProcessShop, type TwoProcessShop } from './two-process-shop.ts'

const BUYERS = 40

let shop: TwoProcessShop
beforeAll(async () => {
  // The checks of this process know the kinds of mail.
  registerMails()
  shop = await openTwoProcessShop(sharedPostgres())
  await addSecondAircraft(shop.database)
})
afterAll(() => shop.close())

async function twoFlights(week: number): Promise<[ChosenDeparture, ChosenDeparture]> {
  let day = addDays(toLocalDate(new Date(), 'America/New_York'), 7 * week)
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 3) day = addDays(day, 1)
  return [await newYorkerAt(shop.database, day, '11:00'), await newYorkerAt(shop.database, day, '11:10')]
}

/** The seats of each order on the flights, and how many each flight has taken in all. */
async function seatsOf(flights: readonly ChosenDeparture[]) {
  const { rows: orders } = await shop.database.query(
    `select h.order_id, array_agg(h.seats order by f.depart_at) as seats from holds h
      join flights f on f.id = h.flight_id
      where h.state <> 'released' and f.depart_at = any($1::timestamptz[]) group by h.order_id`,
    [flights.map(({ depart_at: at }) => at)],
  )
  const { rows: taken } = await shop.database.query(
    `select f.seats_sold + f.seats_held as seats, f.capacity, f.aircraft_id from flights f
      where f.depart_at = any($1::timestamptz[]) order by f.depart_at`,
    [flights.map(({ depart_at: at }) => at)],
  )
  return { parties: orders.map(({ seats }) => seats), taken }
}

async function everyone(orders: readonly Record<string, unknown>[]): Promise<number[]> {
  const place = async (order: Record<string, unknown>, buyer: number) => {
    const token = await createGuestToken(shop, `pair${String(buyer)}@example.com`)
    return (await shop.services.call('POST', '/v1/orders', { token, body: order })).status
  }
  return Promise.all(orders.map(place))
}

const failing = async () =>
  (await runIntegrityChecks(shop.database.db, new Date())).filter((one) => one.failing > 0)

describe('parties on two aircraft at once, in two processes', () => {
  test('of 40 parties of five, in either order of the flights, exactly one gets both parts', async () => {
    const [eleven, later] = await twoFlights(2)
    const orders = Array.from({ length: BUYERS }, (_, n) =>
      n % 2 === 0 ? seatsOnTwo([eleven, 3], [later, 2]) : seatsOnTwo([later, 3], [eleven, 2]),
    )
    const statuses = await everyone(orders)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    const { parties, taken } = await seatsOf([eleven, later])
    expect(parties).toHaveLength(1)
    expect([
      [3, 2],
      [2, 3],
    ]).toContainEqual(parties[0])
    expect(new Set(taken.map((one) => one['aircraft_id'])).size).toBe(2)
    expect(await failing()).toEqual([])
  })

  test('pairs and single seats share the last seats, and no party is sold by half', async () => {
    const [eleven, later] = await twoFlights(3)
    const orders = Array.from({ length: BUYERS }, (_, n) =>
      n % 4 === 0
        ? seatsOnTwo([eleven, 2], [later, 1])
        : n % 4 === 1
          ? seatsOnTwo([later, 2], [eleven, 1])
          : seatOrder(n % 4 === 2 ? eleven : later, 1),
    )
    const statuses = await everyone(orders)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    const { parties, taken } = await seatsOf([eleven, later])
    const sizes = parties.map((seats) => JSON.stringify(seats))
    expect(sizes.filter((size) => !['[1]', '[2,1]', '[1,2]'].includes(size))).toEqual([])
    for (const { seats, capacity } of taken) expect(Number(seats)).toBeLessThanOrEqual(Number(capacity))
    const held = sizes.length === 0 ? 0 : taken.reduce((sum, { seats }) => sum + Number(seats), 0)
    expect(held).toBe(parties.flat().reduce<number>((sum, seats) => sum + Number(seats), 0))
    expect(await failing()).toEqual([])
  })
})
