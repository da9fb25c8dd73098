import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { GuestQuoteReply } from '#contract/added-guests.ts'
import { BALANCED_BOOKS, openAccount, readBookErrors } from '../support/give-tenders.ts'
import { type Flight, type PayingShop, RETURN_URL } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'

let shop: PayingShop
let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, database, close } = await openRacingShop())
})
afterAll(() => close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checks = await runIntegrityChecks(database.db, shop.clock.now())
  expect(checks.filter(({ failing }) => failing > 0)).toEqual([])
})

const VISA = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
const CARDS = [VISA, { stripe_source: 'pm_card_mastercard', return_url: RETURN_URL }]

async function sell(seats: number, flight: Flight) {
  const buyer = await openAccount(shop.deps)
  const order = await shop.order(buyer.token, seats, flight)
  await shop.pay(buyer.token, order, VISA)
  return { buyer, order }
}
type Sold = Awaited<ReturnType<typeof sell>>
async function claimsOf({ buyer, order }: Sold) {
  const answer = await shop.call('POST', `/v1/orders/${String(order.id)}/guest_quotes`, {
    token: buyer.token,
    body: { guests: [{}] },
  })
  const { party, updated_total_price } = GuestQuoteReply.parse(answer.body).guest_quote
  return { party, updated_total_price }
}
const add = ({ buyer, order }: Sold, seen: Awaited<ReturnType<typeof claimsOf>>, how: object = VISA) =>
  shop.call('POST', `/v1/orders/${String(order.id)}/guests`, {
    token: buyer.token,
    body: { added_guests: { guests: [{}], ...seen, ...how } },
  })
const settle = async () => {
  await shop.deliverEvents(2)
  await sweepPayments(shop.deps)
}
const seatsOn = async ({ departureId, departAt }: Flight) => {
  const { rows } = await database.query(
    `select coalesce(sum(f.seats_sold + f.seats_held), 0)::int as seats from flights f
      join slots s on s.id = f.slot_id where s.departure_id = $1 and s.depart_at = $2`,
    [departureId, departAt],
  )
  return Number(rows[0]?.['seats'])
}

test('the last seat goes to the guest or to a new buyer, never to both', async () => {
  const winners: string[] = []
  for (let round = 0; round < 6; round++) {
    const flight = await shop.nextFlight()
    const one = await sell(3, flight)
    const seen = await claimsOf(one)
    const other = await openAccount(shop.deps)
    const join = () => add(one, seen).then(({ status }) => (status === 200 ? 'guest' : ''))
    const buy = () =>
      shop.order(other.token, 1, flight).then(
        () => 'buyer',
        () => '',
      )
    const won = (await Promise.all(round % 2 === 0 ? [join(), buy()] : [buy(), join()])).filter(Boolean)
    expect(won).toHaveLength(1)
    winners.push(...won)
    await settle()
    expect(await seatsOn(flight)).toBe(4)
  }
  expect(winners).toHaveLength(6)
})

test('the same guest from several tabs and with several cards is added once and paid once', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await sell(2, await shop.nextFlight())
    const seen = await claimsOf(one)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => add(one, seen, CARDS[at % 2])))
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    await settle()
    // Sends the request again, because the first one may only have closed an open payment.
    await add(one, seen)
    await settle()
    const after = await shop.read(one.buyer.token, one.order)
    expect(after).toMatchObject({
      quantity: 3,
      total: seen.updated_total_price,
      amount_paid: seen.updated_total_price,
    })
  }
})

test('a guest and the cancellation of the order at once leave a party of three or nobody', async () => {
  for (let round = 0; round < 6; round++) {
    const flight = await shop.nextFlight()
    const one = await sell(2, flight)
    const seen = await claimsOf(one)
    const cancel = () =>
      shop.call('POST', `/v1/orders/${String(one.order.id)}/cancellation`, {
        token: one.buyer.token,
        body: { cancellation: { amount: one.order.total } },
      })
    await Promise.all(round % 2 === 0 ? [add(one, seen), cancel()] : [cancel(), add(one, seen)])
    await settle()
    const { status } = await shop.read(one.buyer.token, one.order)
    expect(await seatsOn(flight)).toBe(status === 'refunded' ? 0 : 3)
  }
})
