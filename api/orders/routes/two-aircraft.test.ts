import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { addDays, dayOfWeek } from '#api/rules/time/local-time.ts'
import { reReserveSeats, releaseSeats } from '#api/seats/order-seats.ts'
import { AvailabilityDayReply, AvailabilityMonthReply } from '#contract/availability.ts'
import { type Order } from '#contract/order.ts'
import { QuoteReply } from '#contract/quote.ts'
import { CancellationReply } from '#contract/refund.ts'
import { SaleDayReply } from '#contract/sale-day.ts'
import { BALANCED_BOOKS, giveGiftCard, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { type Flight } from '#tests/support/paying-shop.ts'
import {
  flightAt,
  quoteReschedule,
  requestReschedule,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { openReschedulingShop, type ReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { addSecondAircraft } from '#tests/support/two-aircraft.ts'

/** "The New Yorker" flies four guests at 11:00 and four at 11:10, for 209.00 each. */
let shop: ReschedulingShop
let day = '2027-06-14'
let eleven: Flight
let later: Flight
beforeAll(async () => {
  shop = await openReschedulingShop()
  await shop.deps.database.query('delete from departure_exceptions')
  await addSecondAircraft(shop.deps.database)
})
afterAll(() => shop.close())
beforeEach(async () => {
  do day = addDays(day, 1)
  while (![1, 2, 3, 4].includes(dayOfWeek(day)))
  eleven = await flightAt(shop, day, '11:00')
  later = await flightAt(shop, day, '11:10')
})

const itemOf = ({ departureId, departAt }: Flight, quantity: number) => ({
  departure_id: departureId,
  depart_at: new Date(departAt).toISOString(),
  quantity,
})
const onTwo = (first: number, second: number) => ({
  order_item_seats_attributes: [itemOf(eleven, first), itemOf(later, second)],
})
const quotePair = (quantity: number, second: number, more: object = {}) =>
  shop.call('POST', '/v1/quotes', {
    body: {
      ...{ brand_id: 1, ...itemOf(eleven, quantity), quantity_type: 'seat' },
      second_departure: itemOf(later, second),
      ...more,
    },
  })
async function readDay(quantity: number) {
  const query = `product_id=6&date=${day}&quantity=${String(quantity)}`
  const { body } = await shop.call('GET', `/v1/availability/day?${query}`, {})
  return AvailabilityDayReply.parse(body).availability
}
const offersOf = async (quantity: number) =>
  (await readDay(quantity)).departures.flatMap(({ local_time: time, two_aircraft: pair }) =>
    pair
      ? [`${time} ${String(pair.quantity)}, ${pair.second.local_time} ${String(pair.second.quantity)}`]
      : [],
  )
const seatsTaken = async () => {
  const { rows } = await shop.deps.database.query(
    `select f.seats_sold as sold, f.seats_held as held from flights f
      where f.depart_at in ($1, $2) order by f.depart_at`,
    [eleven.departAt, later.departAt],
  )
  return rows
}
async function sell(first = 3, second = 2, more: Record<string, unknown> = {}) {
  const buyer = await openAccount(shop.deps)
  const order = await shop.order(buyer.token, first + second, undefined, { ...onTwo(first, second), ...more })
  expect((await shop.pay(buyer.token, order, VISA_PAYMENT)).status).toBe(201)
  return { buyer, order: await shop.read(buyer.token, order) }
}
async function expectSound() {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
}
const namesOn = ({ flights, passengers }: Order) =>
  flights.map(({ passenger_ids: ids = [] }) =>
    passengers.flatMap(({ id, full_name: name }) =>
      ids.includes(id) ? [name.replace('Passenger ', '')] : [],
    ),
  )

describe('a party that no single aircraft takes', () => {
  test('is offered two that leave within half an hour, to shoppers and to staff', async () => {
    expect(await offersOf(4)).toEqual([])
    expect(await offersOf(5)).toEqual(['11:00 3, 11:10 2'])
    expect(await offersOf(9)).toEqual([])
    const month = await shop.call(
      'GET',
      `/v1/availability/month?product_id=6&month=${day.slice(0, 7)}&quantity=5`,
      {},
    )
    const { days } = AvailabilityMonthReply.parse(month.body).availability
    expect(days.find(({ date }) => date === day)).toMatchObject({ status: 'open', departures: 1 })
    const { token } = await openStaffMember(shop.deps)
    const sale_day = { product_id: 6, date: day, quantity: 5 }
    const sold = SaleDayReply.parse(
      (await shop.call('POST', '/v1/sale_days', { token, body: { sale_day } })).body,
    )
    expect(sold.sale_day.departures.flatMap(({ two_aircraft: pair }) => pair?.quantity ?? [])).toEqual([3])
    expect((await quotePair(8, 4)).status).toBe(201)
  })

  test('pays one price with fees that are once per order once, and is one order with two items', async () => {
    const { quote } = QuoteReply.parse((await quotePair(5, 2)).body)
    expect(quote).toMatchObject({ quantity: 5, subtotal: 1045, second_departure: itemOf(later, 2) })
    const fees = quote.lines.filter(({ kind }) => kind === 'fee').map(({ label }) => label)
    expect(new Set(fees).size).toBe(fees.length)
    const { order } = await sell(3, 2, { total_price: quote.total })
    expect(order).toMatchObject({ quantity: 5, total: quote.total, amount_paid: quote.total })
    expect(order.order_items).toMatchObject([
      { ...itemOf(eleven, 3), amount: 627 },
      { ...itemOf(later, 2), amount: 418 },
    ])
    expect(namesOn(order)).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
    ])
    expect(await seatsTaken()).toEqual([
      { sold: 3, held: 0 },
      { sold: 2, held: 0 },
    ])
    await expectSound()
  })

  test('is divided at the sale, also where nobody has a name yet', async () => {
    const { order } = await sell(2, 3, { passengers_attributes: [{ full_name: 'Ada', weight: 150 }] })
    expect(order.flights.map(({ passenger_ids: ids = [] }) => ids.length)).toEqual([2, 3])
    expect(order.passengers.map(({ full_name: name }) => name)).toEqual(['Ada', '', '', '', ''])
    await expectSound()
  })

  test('holds both flights or none', async () => {
    await shop.order(await shop.guest('first@example.com'), 3, later)
    const token = await shop.guest('second@example.com')
    await expect(shop.order(token, 5, undefined, onTwo(3, 2))).rejects.toThrow('sold_out')
    expect((await quotePair(5, 2)).status).toBe(409)
    expect(await seatsTaken()).toEqual([{ sold: 0, held: 3 }])
    const order = await shop.order(token, 5, undefined, onTwo(4, 1))
    expect(await seatsTaken()).toMatchObject([{ held: 4 }, { held: 4 }])
    const again = await shop.order(token, 5, undefined, onTwo(4, 1))
    expect(again.id).toBe(order.id)
    const other = await shop.order(token, 4, undefined, {
      ...onTwo(3, 1),
      supersedes_order_id: order.id,
    })
    expect(other.id).not.toBe(order.id)
    expect(await seatsTaken()).toMatchObject([{ held: 3 }, { held: 4 }])
  })

  test('gets both flights again after a late payment, or neither', async () => {
    const order = await shop.order(await shop.guest(), 5, undefined, onTwo(3, 2))
    const { db } = shop.deps.database
    await db.transaction((tx) => releaseSeats(tx, order.id))
    const again = () => db.transaction((tx) => reReserveSeats(tx, order.id, shop.clock.now()))
    const other = await shop.order(await shop.guest('other@example.com'), 3, later)
    expect(await again()).toEqual({ ok: false, reason: 'sold_out' })
    expect(await seatsTaken()).toMatchObject([{ held: 0 }, { held: 3 }])
    await db.transaction((tx) => releaseSeats(tx, other.id))
    expect(await again()).toEqual({ ok: true })
    expect(await seatsTaken()).toMatchObject([{ held: 3 }, { held: 2 }])
    await db.transaction((tx) => releaseSeats(tx, order.id))
  })

  test('is refused on flights that are not sold together, with a sentence', async () => {
    const far = await flightAt(shop, day, '14:30')
    const token = await shop.guest()
    const place = (first: Flight, second: Flight) =>
      shop.order(token, 5, undefined, { order_item_seats_attributes: [itemOf(first, 3), itemOf(second, 2)] })
    await expect(place(eleven, far)).rejects.toThrow('One order holds one departure')
    await shop.deps.database.query('update departures set seat_price_cents = 19900 where id = $1', [
      later.departureId,
    ])
    await expect(place(eleven, later)).rejects.toThrow('one price')
    expect(await offersOf(5)).toEqual([])
    expect((await quotePair(5, 2)).status).toBe(422)
    await shop.deps.database.query('update departures set seat_price_cents = null where id = $1', [
      later.departureId,
    ])
    await expect(shop.order(token, 7, undefined, onTwo(5, 2))).rejects.toThrow('so many')
  })
})

describe('passengers who are no adults', () => {
  const CHILD = {
    id: 1,
    name: 'Child',
    percent_off: 20,
    note: '',
    min_age: 2,
    max_age: 11,
    needs_adult: true,
  }
  const setTypes = (types: object[]) =>
    shop.deps.database.query('update products set passenger_types = $1 where id = 6', [JSON.stringify(types)])
  beforeAll(() => setTypes([{ ...CHILD, active: true }]))
  afterAll(() => setTypes([]))

  test('never fly without an adult, and their price is with their flight', async () => {
    const children = (quantity: number) => ({ passenger_types: [{ passenger_type_id: 1, quantity }] })
    const { order } = await sell(3, 2, children(3))
    expect(namesOn(order)).toEqual([
      ['1', '3', '4'],
      ['2', '5'],
    ])
    expect(order.order_items.map(({ amount }) => amount)).toEqual([627 - 83.6, 418 - 41.8])
    const refused = await quotePair(5, 2, children(4))
    expect(refused).toMatchObject({ status: 422 })
    expect(JSON.stringify(refused.body)).toContain('Children fly with an adult only')
    await expectSound()
  })
})

describe('each flight of a party', () => {
  test('is rescheduled alone, and keeps its own gift cards', async () => {
    const buyer = await openAccount(shop.deps)
    const cards: number[] = []
    for (let card = 0; card < 4; card++)
      cards.push((await giveGiftCard(shop.deps, buyer.userId, { valueCents: 20_900 })).id)
    const placed = await shop.order(buyer.token, 5, undefined, onTwo(3, 2))
    const payment = { order_id: placed.id, gift_cards: cards, stripe_payment: VISA_PAYMENT }
    expect((await shop.call('POST', '/v1/payments', { token: buyer.token, body: { payment } })).status).toBe(
      201,
    )
    const { rows } = await shop.deps.database.query(
      'select gift_card_ids as cards from order_item_seats where order_id = $1 order by id',
      [placed.id],
    )
    expect(rows).toEqual([{ cards: cards.slice(0, 3) }, { cards: cards.slice(3) }])
    const order = await shop.read(buyer.token, placed)
    const flight_id = order.flights[1]?.flight_id ?? 0
    const to = await flightAt(shop, addDays(day, 28), '11:00')
    const sold = { buyer, order }
    const quote = await quoteReschedule(shop, sold, to, { flight_id })
    expect(quote.reschedule_price_difference).toBe(0)
    const moved = await requestReschedule(shop, sold, to, {
      ...{ fee: quote.reschedule_fee, difference: 0, flight_id, quantity: 2 },
      stripe_source: 'pm_card_visa',
    })
    expect(moved.status).toBe(200)
    const after = await shop.read(buyer.token, order)
    expect(after.flights.map(({ depart_at: at }) => Date.parse(at))).toEqual(
      [eleven, to].map(({ departAt }) => Date.parse(departAt)),
    )
    expect(namesOn(after)).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
    ])
    await expectSound()
  })

  test('is cancelled and refunded alone', async () => {
    const { buyer, order } = await sell()
    const ids = order.flights[1]?.passenger_ids ?? []
    const path = `/v1/orders/${String(order.id)}/cancellation`
    const query = ids.map((id) => `passenger_ids[]=${String(id)}`).join('&')
    const preview = await shop.call('GET', `${path}?${query}`, { token: buyer.token })
    const { amount } = CancellationReply.parse(preview.body).cancellation
    expect(amount).toBeGreaterThan(0)
    const body = { cancellation: { amount, passenger_ids: ids } }
    const cancelled = await shop.call('POST', path, { token: buyer.token, body })
    expect(cancelled.status).toBeLessThan(300)
    expect(await seatsTaken()).toEqual([
      { sold: 3, held: 0 },
      { sold: 0, held: 0 },
    ])
    expect((await shop.read(buyer.token, order)).status).toBe('partially_refunded')
    await expectSound()
  })

  test('has its own ticket in the mail and its own entry in the calendar', async () => {
    const { buyer, order } = await sell()
    await shop.runDueNow()
    const [mail] = shop.mailer.to(buyer.email).filter(({ attachments }) => attachments.length > 0)
    expect(mail?.text).toContain('Passenger 1, Passenger 2, Passenger 3')
    expect(mail?.text).toContain('Passenger 4, Passenger 5')
    expect(mail?.attachments[0]?.content.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(order.flights).toHaveLength(2)
  })
})
