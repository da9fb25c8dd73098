import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JwtReply } from '#contract/people.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { seatOrder } from '../support/shopper.ts'
import {
  createGuestToken,
  openTwoProcessShop,
  type TwoProcessShop,
  weekdayFlight,
} from './two-process-shop.ts'

let shop: TwoProcessShop
let staff: string
beforeAll(async () => {
  shop = await openTwoProcessShop(sharedPostgres())
  const auth = { email: 'staff@example.com', password: 'fly-demo' }
  staff = JwtReply.parse((await shop.services.call('POST', '/v1/user_token', { body: { auth } })).body).jwt
  await shop.database.query('update sessions set second_factor_at = created_at where id = $1', [
    decodeJwt(staff).jti,
  ])
})
afterAll(() => shop.close())

const patch = (path: string, body: object, process: 0 | 1 = 0) =>
  shop.services.call('PATCH', path, { token: staff, body, process })

/** Lists flights with passengers that their aircraft, with its current data, cannot carry. */
const UNFIT = `select f.id, f.capacity, f.seats_sold + f.seats_held as taken, t.max_passengers, a.in_service
  from flights f join aircraft a on a.id = f.aircraft_id join aircraft_types t on t.id = a.aircraft_type_id
  where f.seats_sold + f.seats_held > 0
    and (f.capacity <> t.max_passengers or f.seats_sold + f.seats_held > t.max_passengers
      or not a.in_service)`

const ROUNDS = [1, 2, 3, 4]
const at = (round: number) => 1 + 5 * (round - 1)

/**
 * Parties of four book a departure each while staff write; a 422 says that no aircraft takes four
 * any more.
 */
async function sellWhile(first: number, write: () => Promise<{ status: number }>): Promise<number> {
  const flights = await Promise.all([0, 1, 2, 3, 4].map((week) => weekdayFlight(shop, first + week)))
  const tokens = await Promise.all(
    flights.map((_, n) => createGuestToken(shop, `b${String(first)}.${String(n)}@example.com`)),
  )
  const sold = flights.map((flight, n) =>
    shop.services.call('POST', '/v1/orders', { token: tokens[n], body: seatOrder(flight, 4) }),
  )
  const [written, ...answers] = await Promise.all([write(), ...sold])
  expect(answers.map(({ status }) => status).filter((status) => ![201, 409, 422].includes(status))).toEqual(
    [],
  )
  return written.status
}

async function giveAllBack() {
  await shop.database.query("update holds set state = 'released'")
  await shop.database.query('update flights set seats_held = 0, seats_sold = 0')
}

test.each(ROUNDS)(
  'seats sold while their aircraft type loses two still fit the type (round %i)',
  async (round) => {
    const { rows } = await shop.database.query('select aircraft_type_id as id from products where id = 6')
    const path = `/v1/aircraft_types/${String(rows[0]?.['id'])}`
    const smaller = () => patch(path, { aircraft_type: { max_passengers: 2 } }, round % 2 === 0 ? 0 : 1)
    const status = await sellWhile(at(round), smaller)
    expect([200, 409]).toContain(status)
    expect((await shop.database.query(UNFIT)).rows).toEqual([])
    await giveAllBack()
    expect((await patch(path, { aircraft_type: { max_passengers: 4 } })).status).toBe(200)
  },
)

test.each(ROUNDS)(
  'seats sold while their aircraft goes out of service leave nobody on it (round %i)',
  async (round) => {
    const { rows } = await shop.database.query(
      `select a.id from aircraft a join products p on p.aircraft_type_id = a.aircraft_type_id
       and p.departure_terminal_id = a.terminal_id where p.id = 6`,
    )
    const path = `/v1/aircraft/${String(rows[0]?.['id'])}`
    const status = await sellWhile(at(round), () =>
      patch(path, { aircraft: { in_service: false } }, round % 2 === 0 ? 0 : 1),
    )
    expect([200, 409]).toContain(status)
    expect((await shop.database.query(UNFIT)).rows).toEqual([])
    await giveAllBack()
    expect((await patch(path, { aircraft: { in_service: true } })).status).toBe(200)
  },
)
