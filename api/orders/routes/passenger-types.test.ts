import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { QuoteReply } from '#contract/quote.ts'
import { CancellationReply } from '#contract/refund.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { openDataDamage } from '#tests/support/harmed-integrity.ts'
import { type Flight } from '#tests/support/paying-shop.ts'
import {
  quoteReschedule,
  readRescheduled,
  requestReschedule,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { openReschedulingShop, type ReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/** "The New Yorker" sells seats for 229.00; a child pays 183.20, a resident 206.10. */
const CHILD = 1
const RESIDENT = 2
const YOUTH = 3
const type = (id: number, name: string, percent_off: number, more: object = {}) => ({
  ...{ id, name, percent_off, note: '', min_age: null, max_age: null, needs_adult: false, active: true },
  ...more,
})
const TYPES = [
  type(CHILD, 'Child', 20, { note: '2 to 11 years', min_age: 2, max_age: 11, needs_adult: true }),
  type(RESIDENT, 'Resident', 10),
  type(YOUTH, 'Youth', 30, { active: false }),
]

let shop: ReschedulingShop
let clerk: Account
beforeAll(async () => {
  shop = await openReschedulingShop()
  clerk = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())
const { foundAfter } = openDataDamage(() => shop)

const setTypes = (types: object[]) =>
  shop.deps.database.query('update products set passenger_types = $1 where id = 6', [JSON.stringify(types)])
beforeEach(() => setTypes(TYPES))

const of = (passenger_type_id: number, quantity = 1) => ({ passenger_type_id, quantity })
const itemOf = ({ departureId, departAt }: Flight, quantity: number) => ({
  departure_id: departureId,
  depart_at: departAt,
  quantity,
})
const quote = async (quantity: number, more: object) =>
  shop.call('POST', '/v1/quotes', {
    body: { brand_id: 1, ...itemOf(await shop.nextFlight(), quantity), quantity_type: 'seat', ...more },
  })
const FAMILY = { passenger_types: [of(CHILD)] }

/** An order of two adults and a child, or of another party, that a customer has paid by card. */
async function sell(seats = 3, more: Record<string, unknown> = FAMILY) {
  const buyer = await openAccount(shop.deps)
  const order = await shop.order(buyer.token, seats, undefined, more)
  const paid = await shop.pay(buyer.token, order, VISA_PAYMENT)
  expect(paid.status).toBe(201)
  return { buyer, order: await shop.read(buyer.token, order) }
}
const typesOf = ({ passengers }: Order) => passengers.map(({ passenger_type: name }) => name ?? 'Adult')
const sumOf = (amounts: readonly { amount: number }[]) =>
  Math.round(amounts.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100

async function expectSound() {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
}

describe('a quote for passengers of several types', () => {
  test('has a line for each, and sums to the cent', async () => {
    const { quote: told } = QuoteReply.parse((await quote(3, FAMILY)).body)
    expect(told).toMatchObject({ unit_price: 229, subtotal: 641.2, fees: 66.71, total: 707.91, quantity: 3 })
    expect(told.lines.slice(0, 2)).toMatchObject([
      { label: '2 adults', quantity: 2, unit_amount: 229, rule: 'seat_price:fare' },
      {
        ...{ label: '1 × Child', quantity: 1, unit_amount: 183.2, rule: 'passenger_type' },
        why: expect.stringContaining('a share of an adult’s price') as string,
      },
    ])
    expect(sumOf(told.lines)).toBe(told.total)
  })

  test('is the usual one where nobody has a type, or none is left of them', async () => {
    const usual = QuoteReply.parse((await quote(3, {})).body).quote
    const none = QuoteReply.parse((await quote(3, { passenger_types: [] })).body).quote
    expect(usual.lines.map(({ label }) => label)).not.toContain('3 adults')
    expect(none.lines).toEqual(usual.lines)
  })

  test.each([
    [
      'a child without an adult',
      1,
      [of(CHILD)],
      'Children fly with an adult only. Please add an adult to your party',
    ],
    ['more children than seats', 2, [of(CHILD, 3)], 'These are more passengers than seats'],
    ['a type that is switched off', 2, [of(YOUTH)], 'This kind of passenger is not offered with this flight'],
    ['a type twice', 4, [of(CHILD), of(CHILD)], 'Each kind of passenger can be chosen once'],
  ])('is refused with a sentence for %s', async (_name, quantity, passenger_types, message) => {
    expect(await quote(quantity, { passenger_types })).toMatchObject({
      status: 422,
      body: { passenger_types: [message] },
    })
  })

  test('is refused for a whole aircraft', async () => {
    const answer = await quote(3, { ...FAMILY, quantity_type: 'flight' })
    expect(answer).toMatchObject({ status: 422, body: { passenger_types: [expect.any(String)] } })
  })
})

describe('an order of passengers of several types', () => {
  test('is sold at the price of its quote, and each passenger has a type', async () => {
    const { order } = await sell()
    expect(order).toMatchObject({ status: 'completed', total: 707.91, quantity: 3 })
    expect(typesOf(order)).toEqual(['Adult', 'Adult', 'Child'])
    expect(order.order_items).toMatchObject([{ kind: 'seat', quantity: 3, unit_price: 229, amount: 641.2 }])
    await expectSound()
  })

  test('gives seats without a name the types that are left', async () => {
    const named = [{ full_name: 'Ida Marlow', passenger_type_id: CHILD }]
    const { order } = await sell(3, { ...FAMILY, passengers_attributes: named })
    expect(typesOf(order)).toEqual(['Child', 'Adult', 'Adult'])
    await expectSound()
  })

  test('is refused for a passenger of a type that is not bought', async () => {
    const buyer = await openAccount(shop.deps)
    const body = {
      brand_id: 1,
      order_item_seats_attributes: [itemOf(await shop.nextFlight(), 2)],
      passengers_attributes: [
        { full_name: 'Ida Marlow', passenger_type_id: null },
        { full_name: 'Bo Marlow', passenger_type_id: RESIDENT },
      ],
      ...FAMILY,
      terms_and_conditions: true,
    }
    const answer = await shop.call('POST', '/v1/orders', { token: buyer.token, body: { order: body } })
    const field = 'passengers_attributes.1.passenger_type_id'
    expect(answer).toMatchObject({
      status: 422,
      body: { [field]: ['There are more passengers of this kind than were chosen'] },
    })
  })

  test('stays as it was sold when the type changes afterwards', async () => {
    const { buyer, order } = await sell()
    await setTypes([type(CHILD, 'Kid', 50)])
    const now = await shop.read(buyer.token, order)
    expect([typesOf(now)[2], now.total]).toEqual(['Child', 707.91])
  })

  test('is another purchase than the same seats for adults', async () => {
    const buyer = await openAccount(shop.deps)
    const flight = await shop.nextFlight()
    const family = await shop.order(buyer.token, 2, flight, FAMILY)
    const adults = await shop.order(buyer.token, 2, flight, { supersedes_order_id: family.id })
    expect(adults.id).not.toBe(family.id)
    expect(adults.total).toBeGreaterThan(family.total)
  })

  test('is found by the integrity checks when its types or its prices do not match', async () => {
    const { order } = await sell()
    expect(await foundAfter([])).toEqual([])
    const grown = sql`update passengers set passenger_type_id = null, passenger_type = null
      where order_id = ${order.id}`
    expect(await foundAfter([grown])).toEqual([
      `orders_paid: passenger_types_differ order ${String(order.id)}`,
    ])
    const dearer = sql`update order_item_seats set types_off_cents = 0 where order_id = ${order.id}`
    expect(await foundAfter([dearer])).toEqual([`orders_paid: seat_prices_differ order ${String(order.id)}`])
  })
})

describe('after the purchase', () => {
  test('a child who stays home gets the price of a child’s seat back', async () => {
    const { buyer, order } = await sell()
    const child = order.passengers[2]
    const path = `/v1/orders/${String(order.id)}/cancellation`
    const ids = [child?.id]
    const seen = await shop.call('GET', `${path}?passenger_ids[]=${String(child?.id)}`, {
      token: buyer.token,
    })
    const { cancellation } = CancellationReply.parse(seen.body)
    expect(cancellation).toMatchObject({
      amount: 203.91,
      lines: [{ label: '1 × Child', quantity: 1 }, {}, {}, {}],
    })
    const done = await shop.call('POST', path, {
      token: buyer.token,
      body: { cancellation: { amount: 203.91, passenger_ids: ids } },
    })
    expect(done.status).toBe(201)
    expect(typesOf(OrderReply.parse(done.body).order)).toEqual(['Adult', 'Adult'])
    await expectSound()
  })

  test('staff cannot give a child’s seat back for an adult', async () => {
    const { order } = await sell()
    const refund = { order_id: order.id, lines: [{ position: 1, quantity: 1 }], reason: 'Ill' }
    const ask = (at: number) =>
      shop.call('POST', '/v1/refunds', {
        token: clerk.token,
        body: { refund: { ...refund, passenger_ids: [order.passengers[at]?.id] } },
      })
    expect(await ask(0)).toMatchObject({
      status: 422,
      body: { passenger_ids: ['Please choose passengers whose kind of seat comes back'] },
    })
    expect(await ask(2)).toMatchObject({ status: 201, body: { refund: { amount: 203.91 } } })
    await expectSound()
  })

  test('a party that moves pays the difference of list prices for each type', async () => {
    const sold = await sell()
    const to = await shop.nextWeek().sellExpensiveFlight()
    const told = await quoteReschedule(shop, sold, to)
    expect(told).toMatchObject({ open: true, reschedule_price_difference: 2 * 20 + 16 })
    const moved = await requestReschedule(shop, sold, to, {
      fee: told.reschedule_fee,
      difference: told.reschedule_price_difference,
      ...VISA_PAYMENT,
    })
    readRescheduled(moved)
    await expectSound()
    await shop.expectConsistent()
  })

  test('a child who moves alone pays a child’s difference, and the items keep what was paid', async () => {
    const sold = await sell()
    const to = await shop.nextWeek().sellExpensiveFlight()
    const passenger_ids = [sold.order.passengers[2]?.id]
    const told = await quoteReschedule(shop, sold, to, { passenger_ids })
    expect(told.reschedule_price_difference).toBe(16)
    readRescheduled(
      await requestReschedule(shop, sold, to, {
        fee: told.reschedule_fee,
        difference: told.reschedule_price_difference,
        passenger_ids,
        ...VISA_PAYMENT,
      }),
    )
    const { order_items: items } = await shop.rereadOrder(sold)
    expect(items.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [2, 458],
      [1, 183.2],
    ])
    await expectSound()
  })
})
