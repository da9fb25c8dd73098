import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { addDays, instantOf, toLocalDate } from '#api/rules/time/local-time.ts'
import { ErrorBody } from '#contract/errors.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { type ChosenDeparture, flightOrder, seatOrder } from '../support/shopper.ts'
import { testSettings } from '../support/test-settings.ts'
import { type ServiceProcesses, startTwoProcesses } from './two-processes.ts'

/**
 * Two processes with the product's own limits share one database; every test has days and addresses
 * of its own.
 */
let postgres: SharedPostgres
let database: Database
let services: ServiceProcesses
/** Counted from the test's first day. */
let departures: ChosenDeparture[]
let later: ChosenDeparture[][]
let attacker: string
let block = 0
/** Every test has this many days of its own. */
const DAYS = 15

beforeAll(async () => {
  postgres = sharedPostgres()
  const databaseUrl = await postgres.createDatabase()
  database = await openDatabase({ databaseUrl, dataDir: '' })
  await seedDemo(database.db, {
    now: new Date(),
    demoPassword: 'fly-demo',
    codes: createCodeVault(testSettings().secrets.code),
  })
  await database.query('delete from departure_exceptions')
  services = await startTwoProcesses(databaseUrl, 'limited')
})
afterAll(async () => {
  await services.stop()
  await database.close()
})
beforeEach(async () => {
  block += 1
  attacker = `198.51.100.${String(block)}`
  const days = Array.from({ length: DAYS }, (_, at) => departuresOn(DAYS * block + at))
  ;[departures = [], ...later] = await Promise.all(days)
})

/**
 * Lists everything "The New Yorker" flies at fixed times so many days from now, with four seats
 * each.
 */
async function departuresOn(inDays: number): Promise<ChosenDeparture[]> {
  const day = addDays(toLocalDate(new Date(), 'America/New_York'), inDays)
  const { rows } = await database.query(
    "select id, time from departures where product_id = 6 and departure_type = 'fixed' and " +
      'day_of_week = $1 order by time',
    [new Date(`${day}T12:00:00Z`).getUTCDay()],
  )
  return rows.map(({ id, time }) => ({
    departure_id: Number(id),
    depart_at: instantOf(day, String(time), 'America/New_York').toISOString(),
  }))
}

/** Lists the first departure of each of as many days. */
const onDays = (count: number) => later.slice(0, count).flatMap(([first]) => first ?? [])

interface Person {
  token: string
  address: string
}

let people = 0
async function guest(address: string, email?: string): Promise<Person> {
  people += 1
  const customer = { email: email ?? `person${String(people)}@example.com` }
  const headers = { 'Test-Address': address }
  const { status, body } = await services.call('POST', '/v1/customers', { body: { customer }, headers })
  expect(status).toBe(201)
  return { token: JwtReply.parse(body).jwt, address }
}

const send = ({ token, address }: Person, path: string, body: unknown) =>
  services.call('POST', path, { token, body, headers: { 'Test-Address': address } })
const order = (person: Person, wanted: Record<string, unknown>) => send(person, '/v1/orders', wanted)
const hosted = { hosted: true, return_url: 'http://shop.test/order-confirmation' }

function pay(person: Person, { id, amount_due: amount }: Order, how: Record<string, unknown>) {
  return send(person, '/v1/payments', { payment: { order_id: id, stripe_payment: { amount, ...how } } })
}

const guests = (count: number, address: string) =>
  Promise.all(Array.from({ length: count }, () => guest(address)))
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)
const count = (answers: readonly { status: number }[], status: number) =>
  statuses(answers).filter((one) => one === status).length

/** Counts the seats that these networks keep from everybody else. */
async function seatsHeldBy(people: readonly Person[]): Promise<number> {
  const addresses = people.map(({ address }) => address)
  expect(new Set(addresses).size).toBe(1)
  const ids = people.map(({ token }) => sessionOf(token))
  const { rows } = await database.query(
    `select coalesce(sum(h.seats), 0)::int as seats from holds h join orders o on o.id = h.order_id
     where o.session_id = any($1::uuid[]) and h.state = 'held' and (h.payment_open or h.expires_at > now())`,
    [`{${ids.join(',')}}`],
  )
  return Number(rows[0]?.['seats'])
}

const sessionOf = (token: string): string =>
  String((JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti)

const lapse = () =>
  database.query(
    "update holds set expires_at = now() - interval '1 minute' where state = 'held' and not payment_open",
  )

/** A buyer on another network takes one seat and pays for it. */
async function realShopper(departure: ChosenDeparture | undefined, address: string): Promise<string> {
  if (!departure) throw new Error('There is no such departure')
  const person = await guest(address)
  const placed = await order(person, seatOrder(departure, 1))
  if (placed.status !== 201) return `order ${String(placed.status)}`
  const paid = await pay(person, OrderReply.parse(placed.body).order, { stripe_source: 'pm_card_visa' })
  return paid.status === 201 ? 'paid' : `payment ${String(paid.status)}`
}

test('one network with fifty sessions and e-mails cannot hold every seat of a departure', async () => {
  const [departure] = departures
  if (!departure) throw new Error('Nothing flies')
  const crowd = await guests(50, attacker)
  const answers = await Promise.all(crowd.map((one) => order(one, seatOrder(departure, 1))))
  expect(count(answers, 201)).toBe(3)
  expect(count(answers, 409)).toBe(47)
  expect(await seatsHeldBy(crowd)).toBe(3)
  const refused = answers.find(({ status }) => status === 409)
  expect(ErrorBody.parse(refused?.body)).toMatchObject({
    code: 'too_many_holds',
    error: expect.stringContaining('choose another day') as string,
  })
  expect(await realShopper(departure, '203.0.113.1')).toBe('paid')
})

test('one network holds at most one whole departure of a day and a part of the others', async () => {
  expect(departures.length).toBeGreaterThan(1)
  const crowd = await guests(48, attacker)
  const sizes = [4, 3, 2, 1]
  const wanted = departures.flatMap((departure) => sizes.map((size) => seatOrder(departure, size)))
  const answers = await Promise.all(crowd.map((one, at) => order(one, wanted[at % wanted.length] ?? {})))
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  expect(await seatsHeldBy(crowd)).toBeGreaterThan(3 * (departures.length - 1))
  const others = await Promise.all(
    departures.map((departure, at) => realShopper(departure, `203.0.113.${String(10 + at)}`)),
  )
  expect(
    count(
      others.map((outcome) => ({ status: outcome === 'paid' ? 1 : 0 })),
      1,
    ),
  ).toBeGreaterThanOrEqual(departures.length - 1)
})

test('one network holds at most sixteen seats on many days', async () => {
  const crowd = await guests(14, attacker)
  const wanted = onDays(14).map((departure) => seatOrder(departure, 3))
  const answers = await Promise.all(crowd.map((one, at) => order(one, wanted[at] ?? {})))
  expect(count(answers, 201)).toBe(5)
  expect(count(answers, 409)).toBe(9)
  expect(await seatsHeldBy(crowd)).toBe(15)
})

test('payment pages of expired holds count towards the limit of a network', async () => {
  const crowd = await guests(12, attacker)
  const held: { one: Person; placed: Order }[] = []
  for (const [at, departure] of onDays(12).entries()) {
    const one = crowd[at]
    if (!one) throw new Error('There are too few people')
    const answer = await order(one, seatOrder(departure, 2))
    expect(answer.status).toBe(201)
    held.push({ one, placed: OrderReply.parse(answer.body).order })
    // Unpaid expired seats are free for everybody, and for their own payment until somebody takes
    // them.
    await lapse()
  }
  const pages = await Promise.all(held.map(({ one, placed }) => pay(one, placed, hosted)))
  expect(count(pages, 201)).toBe(8)
  expect(count(pages, 409)).toBe(4)
  expect(await seatsHeldBy(crowd)).toBe(16)
})

test('a session holds two unpaid orders, however many it requests at once', async () => {
  const one = await guest(attacker)
  const answers = await Promise.all(onDays(6).map((departure) => order(one, seatOrder(departure, 1))))
  expect(count(answers, 201)).toBe(2)
  expect(await seatsHeldBy([one])).toBe(2)
})

test('an e-mail address holds three orders from any number of sessions and networks', async () => {
  const email = 'many@example.com'
  const answers = await Promise.all(
    onDays(7).map(async (departure, at) => {
      const one = await guest(`203.0.113.${String(60 + at)}`, email)
      return order(one, seatOrder(departure, 1))
    }),
  )
  expect(count(answers, 201)).toBe(3)
})

test('a party that takes whole aircraft can book and change its mind', async () => {
  const [first, second] = departures
  if (!first || !second) throw new Error('Nothing flies')
  const family = await guest('203.0.113.80')
  const placed = await order(family, flightOrder(first, 4))
  expect(placed.status).toBe(201)
  const { id } = OrderReply.parse(placed.body).order
  const moved = await order(family, flightOrder(second, 4, { supersedes_order_id: id }))
  expect(moved.status).toBe(201)
  const paid = await pay(family, OrderReply.parse(moved.body).order, { stripe_source: 'pm_card_visa' })
  expect(paid.status).toBe(201)
  expect(await seatsHeldBy([family])).toBe(0)
})

test('paying frees the buyer’s limit again', async () => {
  const one = await guest(attacker)
  for (const departure of onDays(5)) {
    const placed = await order(one, seatOrder(departure, 4))
    expect(placed.status).toBe(201)
    const paid = await pay(one, OrderReply.parse(placed.body).order, { stripe_source: 'pm_card_visa' })
    expect(paid.status).toBe(201)
  }
})

test('a network that tried thirty bad cards over many sessions cannot use a good one', async () => {
  const crowd = await guests(14, attacker)
  const placed = await Promise.all(
    onDays(14).map(async (departure, at) => {
      const one = crowd[at]
      if (!one) throw new Error('There are too few people')
      return { one, theirs: OrderReply.parse((await order(one, seatOrder(departure, 1))).body).order }
    }),
  )
  const tries: { status: number }[] = []
  for (let round = 0; round < 4; round++) {
    const declined = { stripe_source: 'pm_card_chargeDeclined' }
    tries.push(...(await Promise.all(placed.map(({ one, theirs }) => pay(one, theirs, declined)))))
  }
  expect(count(tries, 422)).toBe(30)
  expect(count(tries, 429)).toBe(tries.length - 30)
  const [first] = placed
  if (!first) throw new Error('Nothing was ordered')
  const good = await pay(first.one, first.theirs, { stripe_source: 'pm_card_visa' })
  expect(good).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(await seatsHeldBy(crowd)).toBe(14)
  expect(await realShopper(departures[0], '203.0.113.90')).toBe('paid')
})
