import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type Order } from '#contract/order.ts'
import { ReportReply } from '#contract/report.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import {
  departuresOf,
  elsewhere,
  moveByStaff,
  quoteByStaff,
  readMoved,
} from '#tests/support/move-elsewhere.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import {
  countSeats,
  flightAt,
  quoteReschedule,
  requestReschedule,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { readRefund, requestRefund, sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/** "The New Yorker" is sold for 229 dollars on a Friday morning. */
const NEW_YORKER = 6
const SUNSET = 7
/** Has no photo set. */
const FOCUS = 10
/** Whole aircraft only. */
const PRIVATE = 11
/** From another terminal. */
const HARBOUR = 13

let shop: PayingShop
let clerk: Account
beforeAll(async () => {
  shop = await openPayingShop()
  clerk = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
})

let week = 1
/** The first departure of a product on a day of its own, which has every seat. */
async function first(productId: number): Promise<Flight> {
  for (let tries = 0; tries < 14; tries += 1) {
    week += 1
    const day = new Date(Date.UTC(2027, 4, 14) + week * 24 * 3_600_000).toISOString().slice(0, 10)
    const [flight] = await departuresOf(shop, clerk.token, productId, day)
    if (flight) return flight
  }
  throw new Error(`product ${String(productId)} does not fly`)
}
const price = async ({ departureId }: Flight) =>
  shop.count(
    `select coalesce(d.seat_price_cents, f.seat_price_cents, p.seat_price_cents) from departures d
      join products p on p.id = d.product_id left join fares f on f.id = d.fare_id where d.id = $1`,
    departureId,
  )
const read = ({ order }: { order: Pick<Order, 'id'> }) => shop.read(clerk.token, order as Order)
const ask = (one: Sold, wish: Record<string, unknown>) => quoteByStaff(shop, clerk.token, one.order, wish)
const move = (one: Sold, wish: Record<string, unknown>) => moveByStaff(shop, clerk.token, one.order, wish)
const placeOf = ({ flights }: Order): Flight => ({
  departureId: flights[0]?.departure_id ?? 0,
  departAt: flights[0]?.depart_at ?? '',
})
const setTypes = (productId: number, types: object[]) =>
  shop.deps.database.query('update products set passenger_types = $2 where id = $1', [
    productId,
    JSON.stringify(types),
  ])
const child = (id: number, percent_off: number) => ({
  ...{ id, name: 'Child', percent_off, note: '', min_age: null, max_age: 11, needs_adult: true },
  active: true,
})

describe('staff move a party to another product', () => {
  test('a dearer one costs the fee and the difference, and everything tells of it', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const from = placeOf(one.order)
    const to = await first(SUNSET)
    const more = 2 * ((await price(to)) - 22_900)
    const wish = elsewhere(SUNSET, to)
    const quote = await ask(one, wish)
    expect(quote).toMatchObject({ message: null, reschedule_fee: 50 })
    expect(Math.round(quote.reschedule_price_difference * 100)).toBe(more)
    const { order, order_change: change } = readMoved(await move(one, wish))
    expect(order.flights).toMatchObject([{ product_id: SUNSET, product_name: 'Manhattan Sunset' }])
    expect(order.order_items).toMatchObject([{ name: 'Manhattan Sunset', departure_id: to.departureId }])
    expect([await countSeats(shop, from), await countSeats(shop, to)]).toEqual([
      { sold: 0, held: 0 },
      { sold: 2, held: 0 },
    ])
    const sold = 'select product_id from orders where id = $1'
    expect(await shop.count(sold, order.id)).toBe(NEW_YORKER)
    const told = order.history?.at(-1)?.text ?? ''
    expect(told).toMatch(/from The New Yorker, Friday .* to Manhattan Sunset, /)
    await shop.runDueNow()
    const mail = shop.mailer.to(one.buyer.email).at(-1)
    expect(mail?.subject).toContain('Your flight was moved: Manhattan Sunset')
    expect(mail?.text).not.toContain('The New Yorker')
    const audited = `select count(*) from audit_log where resource = 'orders' and resource_id = $1
      and after ->> 'flight' like 'Manhattan Sunset, %'`
    expect(await shop.count(audited, order.id)).toBe(1)
    await salesStay(one, change.total)
    const back = await requestRefund(shop, clerk.token, order.id)
    expect(back.status).toBe(201)
    expect(readRefund(back).amount).toBeCloseTo(one.order.total + change.total, 2)
  })

  test('a cheaper one gives nothing back, and the way back costs no difference', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const away = readMoved(await move(one, elsewhere(HARBOUR, await first(HARBOUR))))
    expect(away.order_change.lines.map(({ kind }) => kind)).not.toContain('difference')
    const terminals = `select count(distinct terminal_id) from slots s join flights f on f.slot_id = s.id
      join holds h on h.flight_id = f.id where h.order_id = $1 and h.state in ('sold', 'released')`
    expect(await shop.count(terminals, one.order.id)).toBe(2)
    shop.clock.advance(1)
    const home = readMoved(await move(one, elsewhere(NEW_YORKER, placeOf(one.order))))
    expect(home.order_change.lines.map(({ kind }) => kind)).not.toContain('difference')
    expect(home.order.flights).toMatchObject([{ product_name: 'The New Yorker' }])
  })

  test('only when they name the product of the departure', async () => {
    const one = await sellOrder(shop, { seats: 1 })
    const { departureId, departAt } = await first(SUNSET)
    const to = { departure_id: departureId, depart_at: departAt }
    const other = 'Please choose another departure of the same flight'
    expect((await ask(one, to)).message).toBe(other)
    expect((await ask(one, { ...to, product_id: HARBOUR })).message).toBe(other)
    const own = { departureId, departAt }
    expect((await quoteReschedule(shop, one, own, { product_id: SUNSET })).message).toBe(other)
    const sent = { fee: 50, difference: 60, product_id: SUNSET, ...VISA_PAYMENT }
    expect((await requestReschedule(shop, one, own, sent)).status).toBe(422)
    expect((await read(one)).flights).toMatchObject([{ product_id: NEW_YORKER }])
  })

  test('not to one that is sold in another way or needs a second seat', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const whole = elsewhere(PRIVATE, await first(PRIVATE))
    expect((await ask(one, whole)).message).toMatch(/is not sold by the seat$/)
    const to = await first(SUNSET)
    const limit = (lbs: number) =>
      shop.deps.database.query(
        `update aircraft_types set seat_limit_lbs = $2 where id = (select aircraft_type_id from products
          where id = $1)`,
        [SUNSET, lbs],
      )
    const before = await shop.count(
      `select t.seat_limit_lbs from aircraft_types t join products p on p.aircraft_type_id = t.id
        where p.id = $1`,
      SUNSET,
    )
    await limit(140)
    expect((await ask(one, elsewhere(SUNSET, to))).message).toMatch(/needs a second seat/)
    await limit(before)
  })
})

describe('what a party has bought', () => {
  test('extras that the other product does not offer are given back first', async () => {
    const one = await sellOrder(shop, { seats: 2, photos: true })
    const wish = elsewhere(FOCUS, await first(FOCUS))
    const missing = /does not offer “.*Photo.*”\. Give that back first, then move\.$/i
    expect((await ask(one, wish)).message).toMatch(missing)
    const part = one.order.passengers.slice(0, 1).map(({ id }) => id)
    expect((await ask(one, { ...wish, passenger_ids: part, quantity: 1 })).message).toBeNull()
    const { lines } = await read(one)
    const position = lines.findIndex(({ kind }) => kind === 'upgrade')
    const given = { lines: [{ position, quantity: lines[position]?.quantity }] }
    expect((await requestRefund(shop, clerk.token, one.order.id, given)).status).toBe(201)
    shop.clock.advance(1 / 60)
    readMoved(await move(one, wish))
    const path = `/v1/orders/${String(one.order.id)}/upgrade_quotes`
    const offered = JSON.stringify((await shop.call('POST', path, { token: one.buyer.token, body: {} })).body)
    expect(offered).not.toMatch(/photo set/i)
  })

  test('each type pays its own percentage there, and nobody flies without theirs', async () => {
    await setTypes(NEW_YORKER, [child(1, 50)])
    const buyer = await openAccount(shop.deps)
    const family = { passenger_types: [{ passenger_type_id: 1, quantity: 1 }] }
    const placed = await shop.order(buyer.token, 2, undefined, family)
    expect((await shop.pay(buyer.token, placed, VISA_PAYMENT)).status).toBe(201)
    const one = { buyer, order: await shop.read(buyer.token, placed) }
    const to = await first(SUNSET)
    const wish = elsewhere(SUNSET, to)
    expect((await ask(one, wish)).message).toMatch(/Manhattan Sunset has no price for “Child”/)
    await setTypes(SUNSET, [child(4, 10)])
    const adult = await price(to)
    const quote = await ask(one, wish)
    const due = adult - 22_900 + Math.round(adult * 0.9) - 11_450
    expect(Math.round(quote.reschedule_price_difference * 100)).toBe(due)
    readMoved(await move(one, wish))
    // The child has paid the dearest price of all.
    shop.clock.advance(1 / 60)
    const again = await ask(one, elsewhere(NEW_YORKER, placeOf(one.order)))
    expect([again.message, again.reschedule_price_difference]).toEqual([null, 0])
    const back = await requestRefund(shop, clerk.token, one.order.id)
    expect(back.status).toBe(201)
    await setTypes(NEW_YORKER, [])
    await setTypes(SUNSET, [])
  })

  test('a gift card of one product pays its seat, and the difference is paid once', async () => {
    const one = await sellOrder(shop, { gifts: [{}] })
    const to = await first(SUNSET)
    const more = ((await price(to)) - 22_900) / 100
    expect((await ask(one, elsewhere(SUNSET, to))).reschedule_price_difference).toBe(more)
    readMoved(await move(one, elsewhere(SUNSET, to)))
    shop.clock.advance(1 / 60)
    const home = await ask(one, elsewhere(NEW_YORKER, placeOf(one.order)))
    expect(home.reschedule_price_difference).toBe(0)
  })
})

test('a part of a party flies another product and moves on within it by itself', async () => {
  const one = await sellOrder(shop, { seats: 3 })
  const [goes, ...stay] = one.order.passengers.map(({ id }) => id)
  const to = await first(SUNSET)
  const { order } = readMoved(await move(one, elsewhere(SUNSET, to, { passenger_ids: [goes], quantity: 1 })))
  const flown = order.flights.map(({ product_id: id, passenger_ids: who }) => [id, who])
  expect(flown).toHaveLength(2)
  expect(flown).toContainEqual([SUNSET, [goes]])
  expect(flown).toContainEqual([NEW_YORKER, stay])
  const sunset = order.flights.find(({ product_id: id }) => id === SUNSET)
  const on = { flight_id: sunset?.flight_id }
  const next = await first(SUNSET)
  shop.clock.advance(1 / 60)
  expect((await quoteReschedule(shop, one, next, on)).message).toBeNull()
  const own = await flightAt(shop, '2027-08-20', '11:00')
  expect((await quoteReschedule(shop, one, own, on)).message).toMatch(/same flight$/)
})

/** The sale stays with what was sold, and the move counts for what is flown. */
async function salesStay({ order }: Sold, cost: number): Promise<void> {
  const day = shop.clock.now().toISOString().slice(0, 10)
  const path = `/v1/reports/sales?by=product&from=${day}&to=${day}`
  const { report } = ReportReply.parse((await shop.call('GET', path, { token: clerk.token })).body)
  const at = report.columns.findIndex(({ key }) => key === 'net')
  const net = (name: string) => report.rows.find(({ label }) => label === name)?.figures[at]
  expect(net('Manhattan Sunset')).toBe(cost)
  expect(net('The New Yorker')).toBeGreaterThanOrEqual(order.total)
}
