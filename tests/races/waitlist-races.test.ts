import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#api/gateways/clock.ts'
import { type ApiDeps } from '#api/deps.ts'
import { unseal } from '#api/gateways/sealed-text.ts'
import { MAIL_SECRET_USE } from '#api/store/mails/mail-secret.ts'
import { serveWaitlists } from '#api/waitlist/serve-waitlists.ts'
import { OrderReply } from '#contract/order.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { type ChosenDeparture, seatOrder } from '../support/shopper.ts'
import { createTestApi } from '../support/test-api.ts'
import {
  createGuestToken,
  openTwoProcessShop,
  type TwoProcessShop,
  weekdayFlight,
} from './two-process-shop.ts'
import { unlockedSlotStore } from './unlocked-slot-store.ts'

let postgres: SharedPostgres
beforeAll(async () => {
  postgres = sharedPostgres()
})

/** A shop behind two processes, and the job that offers seats in a third one. */
interface Waiting {
  shop: TwoProcessShop
  deps: ApiDeps
}

async function openWaiting(mode?: 'unlocked'): Promise<Waiting> {
  const shop = await openTwoProcessShop(postgres, mode)
  const store = mode ? { slotStore: unlockedSlotStore } : {}
  const { deps } = await createTestApi({ database: shop.database, now: new Date(), ...store })
  // The processes and the job use the machine's clock.
  return { shop, deps: { ...deps, clock: systemClock } }
}

let buyers = 0
/** Orders seats and returns the status, and the order where there is one. */
async function order({ shop }: Waiting, flight: ChosenDeparture, seats: number, more = {}) {
  buyers += 1
  const token = await createGuestToken(shop, `racer${String(buyers)}@example.com`)
  const process = (buyers % 2) as 0 | 1
  const body = seatOrder(flight, seats, more)
  const answer = await shop.services.call('POST', '/v1/orders', { token, process, body })
  return { token, status: answer.status, body: answer.body }
}

async function wait({ shop }: Waiting, flight: ChosenDeparture, email: string, quantity: number) {
  const entry = { brand_id: 1, ...flight, quantity_type: 'seat', quantity, email, consent: true }
  const { status } = await shop.services.call('POST', '/v1/waitlist_entries', {
    body: { waitlist_entry: entry },
  })
  expect(status).toBe(201)
}

/** A buyer holds all four seats; the returned call advances the clock until the hold expires. */
async function fill(waiting: Waiting, flight: ChosenDeparture) {
  const held = await order(waiting, flight, 4)
  expect(held.status).toBe(201)
  const { id } = OrderReply.parse(held.body).order
  return () =>
    waiting.shop.database.query(
      `update holds set expires_at = now() - interval '1 second' where order_id = $1`,
      [id],
    )
}

/** Returns the secrets of the offers mailed to an address, oldest first. */
async function tokensOf({ shop, deps }: Waiting, email: string): Promise<string[]> {
  const sql = `select sealed from mails where kind = 'waitlist_offer' and "to" = $1 order by id`
  const { rows } = await shop.database.query(sql, [email])
  return rows.map((row) => unseal(deps.settings.secrets.code, MAIL_SECRET_USE, row['sealed'] as Uint8Array))
}

/** Counts seats by the counters, by the holds behind them, and by the holds of offers. */
async function seatsOf({ shop }: Waiting, { depart_at: departAt }: ChosenDeparture) {
  const { rows } = await shop.database.query(
    `select f.seats_held as held,
       (select coalesce(sum(seats), 0)::int from holds h where h.flight_id = f.id
         and h.state = 'held') as by_holds,
       (select coalesce(sum(seats), 0)::int from holds h where h.flight_id = f.id and h.state = 'held'
         and h.waitlist_offer_id is not null) as offered
     from flights f where f.depart_at = $1::timestamptz`,
    [departAt],
  )
  return rows[0]
}

/** A party of four waits and gets an offer; the function returns its link. */
async function offered(waiting: Waiting, flight: ChosenDeparture, email: string): Promise<string> {
  const free = await fill(waiting, flight)
  await wait(waiting, flight, email, 4)
  await free()
  await serveWaitlists(waiting.deps)
  const [token] = await tokensOf(waiting, email)
  if (!token) throw new Error('Nothing was offered')
  return token
}

describe('two processes and the job on one database', () => {
  let waiting: Waiting
  beforeAll(async () => {
    waiting = await openWaiting()
  })
  afterAll(() => waiting.shop.close())

  test('of twelve uses of one offer’s link one gets the seats, and the others read why not', async () => {
    const flight = await weekdayFlight(waiting.shop, 1)
    const token = await offered(waiting, flight, 'one-link@example.com')
    const take = () => order(waiting, flight, 4, { waitlist_offer: token })
    const answers = await Promise.all(Array.from({ length: 12 }, take))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const lost = answers.filter(({ status }) => status === 409)
    expect(lost).toHaveLength(11)
    for (const { body } of lost) expect(JSON.stringify(body)).toContain('just taken with the same link')
    expect(await seatsOf(waiting, flight)).toEqual({ held: 4, by_holds: 4, offered: 0 })
  })

  test('buyers, waitlist entries and the job give out four freed seats once each', async () => {
    const flight = await weekdayFlight(waiting.shop, 2)
    const free = await fill(waiting, flight)
    for (let n = 0; n < 8; n++) await wait(waiting, flight, `line${String(n)}@example.com`, 1 + (n % 2))
    await free()
    const buying = Array.from({ length: 12 }, () => order(waiting, flight, 1))
    const serving = Array.from({ length: 6 }, () => serveWaitlists(waiting.deps))
    const answers = await Promise.all(buying)
    await Promise.all(serving)
    await serveWaitlists(waiting.deps)
    const sold = answers.filter(({ status }) => status === 201).length
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const seats = await seatsOf(waiting, flight)
    expect(seats).toEqual({ held: 4, by_holds: 4, offered: 4 - sold })
  })

  test('a refusal, an acceptance and the next entry at once leave the seats with one owner', async () => {
    const flight = await weekdayFlight(waiting.shop, 3)
    const token = await offered(waiting, flight, 'both@example.com')
    await wait(waiting, flight, 'next@example.com', 4)
    const path = `/v1/waitlist_offers/${token}/decline`
    const [taken] = await Promise.all([
      order(waiting, flight, 4, { waitlist_offer: token }),
      waiting.shop.services.call('POST', path, { body: {} }),
      serveWaitlists(waiting.deps),
    ])
    const next = await tokensOf(waiting, 'next@example.com')
    expect([taken.status, next.length]).toEqual(taken.status === 201 ? [201, 0] : [409, 1])
    expect(await seatsOf(waiting, flight)).toMatchObject({ held: 4, by_holds: 4 })
  })

  test('when an offer expires while orders are placed, its holder or a stranger gets the seats', async () => {
    const flight = await weekdayFlight(waiting.shop, 4)
    const token = await offered(waiting, flight, 'ending@example.com')
    const end = `now() + interval '400 milliseconds'`
    await waiting.shop.database.query(`update waitlist_offers set expires_at = ${end} where state = 'open'`)
    await waiting.shop.database.query(
      `update holds set expires_at = ${end} where waitlist_offer_id is not null and state = 'held'`,
    )
    const tries = Array.from({ length: 24 }, (_, n) =>
      order(waiting, flight, 4, n % 2 === 0 ? { waitlist_offer: token } : {}),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(await seatsOf(waiting, flight)).toEqual({ held: 4, by_holds: 4, offered: 0 })
  })
})

/** Lets all buyers and the job have the four seats at once, and counts what they hold now. */
async function rush(waiting: Waiting, week: number): Promise<number> {
  const flight = await weekdayFlight(waiting.shop, week)
  const free = await fill(waiting, flight)
  for (let n = 0; n < 8; n++)
    await wait(waiting, flight, `open${String(n)}.week${String(week)}@example.com`, 1)
  await free()
  await waiting.shop.database.query(`update flights set seats_held = 0 where depart_at = $1`, [
    flight.depart_at,
  ])
  const buying = Array.from({ length: 24 }, () => order(waiting, flight, 1))
  await Promise.all([...buying, serveWaitlists(waiting.deps)])
  const { rows } = await waiting.shop.database.query(
    `select coalesce(sum(h.seats), 0)::int as seats from holds h join flights f on f.id = h.flight_id
     where f.depart_at = $1::timestamptz and h.state = 'held' and h.expires_at > now()`,
    [flight.depart_at],
  )
  return Number(rows[0]?.['seats'])
}

test('without the lock and the CHECK the same buyers oversell, so the races above are real', async () => {
  const waiting = await openWaiting('unlocked')
  await waiting.shop.database.query('alter table flights drop constraint flights_never_oversold')
  // The buyers may miss each other in one rush; in ten rushes they meet.
  let most = 0
  for (let week = 1; week <= 10 && most <= 4; week += 1) most = await rush(waiting, week)
  await waiting.shop.close()
  expect(most).toBeGreaterThan(4)
})
