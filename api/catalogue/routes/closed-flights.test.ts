import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { SaleDayReply } from '#contract/sale-day.ts'
import { SaleGridReply } from '#contract/sale-grid.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Answer } from '#tests/support/test-api.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const CLOSED = 'Sales for this departure have ended. Please choose another one.'
const minutesBefore = ({ departAt }: Flight, minutes: number) => {
  shop.clock.set(new Date(Date.parse(departAt) - minutes * 60_000))
}
const ask = (token: string, { departureId, departAt }: Flight, more: Record<string, unknown> = {}) =>
  shop.call('POST', '/v1/orders', {
    token,
    body: {
      order: {
        brand_id: 1,
        order_item_seats_attributes: [{ departure_id: departureId, depart_at: departAt, quantity: 1 }],
        passengers_attributes: [{ full_name: 'Ada Ames', weight: 150 }],
        terms_and_conditions: true,
        ...more,
      },
    },
  })
/** The answers to the shop, and to an account over the API. */
async function askAsShopper(flight: Flight) {
  const [guest, holder] = [await shop.guest(), await openAccount(shop.deps)]
  return [readAnswer(await ask(guest, flight)), readAnswer(await ask(holder.token, flight))]
}
/** The answers at the counter and on the phone. */
async function askAsStaff(flight: Flight) {
  const staff = await openStaffMember(shop.deps)
  const told = [
    await ask(staff.token, flight, { channel: 'counter', customer: { email: 'walk.in@example.com' } }),
    await ask(staff.token, flight, { channel: 'phone', customer: { email: 'caller@example.com' } }),
  ]
  return told.map(readAnswer)
}
const readAnswer = ({ status, body }: Answer) => [status, (body as { error?: string }).error]
const askAllChannels = async (flight: Flight) => [
  ...(await askAsShopper(flight)),
  ...(await askAsStaff(flight)),
]
const REFUSED = [409, CLOSED]
const SOLD = [201, undefined]
const FOUR_REFUSALS = Array.from({ length: 4 }, () => REFUSED)

/** The status of a departure as the sell page and the grid read it. */
async function shownToStaff({ departureId, departAt }: Flight) {
  const { token } = await openStaffMember(shop.deps)
  const date = departAt.slice(0, 10)
  const sale_day = { product_id: 6, date }
  const day = SaleDayReply.parse(
    (await shop.call('POST', '/v1/sale_days', { token, body: { sale_day } })).body,
  ).sale_day
  const sale_grid = { date }
  const grid = SaleGridReply.parse(
    (await shop.call('POST', '/v1/sale_grids', { token, body: { sale_grid } })).body,
  ).sale_grid
  const find = (departures: readonly { departure_id: number; status: string }[]) =>
    departures.find(({ departure_id: id }) => id === departureId)?.status
  const status = find(day.departures)
  expect(find(grid.rows.flatMap(({ departures }) => departures))).toBe(status)
  return status
}

/** Creates a departure with a paid seat. */
async function flown() {
  const flight = await shop.nextFlight()
  const who = await openAccount(shop.deps)
  const order = await shop.order(who.token, 1, flight)
  expect((await shop.pay(who.token, order, VISA_PAYMENT)).status).toBe(201)
  return { flight, flightId: (await shop.read(who.token, order)).flights[0]?.flight_id }
}
const standing = (status: string, flightId: number | null | undefined) =>
  shop.deps.database.query('update flights set status = $1 where id = $2', [status, flightId])
const chargesOf = (order: Order) => shop.count('select count(*) from payments where order_id = $1', order.id)

describe('seats cannot be bought in the shop, at the counter, by phone or over the API', () => {
  test('by shoppers once the shop’s sales have ended, while staff sell until departure', async () => {
    const { flight } = await flown()
    minutesBefore(flight, 121)
    expect(await askAsShopper(flight)).toEqual([SOLD, SOLD])
    minutesBefore(flight, 120)
    expect(await askAsShopper(flight)).toEqual([REFUSED, REFUSED])
    minutesBefore(flight, 1)
    expect(await askAsShopper(flight)).toEqual([REFUSED, REFUSED])
    const [counter] = await askAsStaff(flight)
    expect(counter).toEqual(SOLD)
    minutesBefore(flight, 0)
    expect(await askAllChannels(flight)).toEqual(FOUR_REFUSALS)
  })

  test('by staff once their own sales have ended, to the minute', async () => {
    const { flight } = await flown()
    const set = (minutes: number) =>
      shop.deps.database.query('update products set staff_sales_close_mins = $1 where id = 6', [minutes])
    await set(45)
    minutesBefore(flight, 46)
    expect((await askAsStaff(flight))[0]).toEqual(SOLD)
    expect(await shownToStaff(flight)).toBe('open')
    minutesBefore(flight, 45)
    expect(await askAsStaff(flight)).toEqual([REFUSED, REFUSED])
    expect(await shownToStaff(flight)).toBe('closed')
    await set(0)
    expect(await shownToStaff(flight)).toBe('open')
  })

  test.each(['boarding', 'departed', 'landed'])('on a flight that is %s before its time', async (status) => {
    const { flight, flightId } = await flown()
    minutesBefore(flight, 300)
    await standing(status, flightId)
    expect(await askAllChannels(flight)).toEqual(FOUR_REFUSALS)
    const day = flight.departAt.slice(0, 10)
    const path = `/v1/availability/day?product_id=6&date=${day}&quantity=1&quantity_type=seat`
    const { availability } = AvailabilityDayReply.parse((await shop.call('GET', path)).body)
    const here = availability.departures.find(
      ({ depart_at: at }) => Date.parse(at) === Date.parse(flight.departAt),
    )
    expect(here?.status).toBe('closed')
    expect(await shownToStaff(flight)).toBe('closed')
  })

  test('on a cancelled departure', async () => {
    const { flight } = await flown()
    const staff = await openStaffMember(shop.deps)
    const call_off = { departure_id: flight.departureId, depart_at: flight.departAt, reason: 'weather' }
    const off = await shop.call('POST', '/v1/call_offs', { token: staff.token, body: { call_off } })
    expect(off.status).toBe(201)
    for (const [status] of await askAllChannels(flight)) expect([409, 422]).toContain(status)
  })
})

describe('seats that are held and not paid', () => {
  test('can be held again and paid until departure when staff sold them', async () => {
    const { flight } = await flown()
    minutesBefore(flight, 30)
    const { token } = await openStaffMember(shop.deps)
    const sold = await ask(token, flight, { channel: 'counter', customer: { email: 'late@example.com' } })
    const { order } = OrderReply.parse(sold.body)
    const pay = () => {
      const counter_payment = {
        order_id: order.id,
        method: 'reader',
        amount: order.amount_due,
        reader_reference: `LATE${String(order.id)}`,
      }
      return shop.call('POST', '/v1/counter_payments', { token, body: { counter_payment } })
    }
    minutesBefore(flight, 0)
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'order_expired' } })
    minutesBefore(flight, 1)
    expect((await pay()).status).toBe(201)
  })

  /** Places an order so many minutes before departure. */
  async function kept(minutes: number, more: Record<string, unknown> = {}) {
    const { flight, flightId } = await flown()
    minutesBefore(flight, minutes)
    const who = await openAccount(shop.deps)
    const { body } = await ask(who.token, flight, more)
    return { flight, flightId, who, order: OrderReply.parse(body).order }
  }

  test('can be paid while they are held, also after sales have ended', async () => {
    const { who, order } = await kept(121)
    shop.clock.advance(10)
    expect((await shop.pay(who.token, order, VISA_PAYMENT)).status).toBe(201)
  })

  test('cannot be held again once sales have ended', async () => {
    const { who, order } = await kept(125)
    shop.clock.advance(20)
    const paid = await shop.pay(who.token, order, VISA_PAYMENT)
    expect(paid).toMatchObject({ status: 409, body: { code: 'flight_closed' } })
    expect(await chargesOf(order)).toBe(0)
  })

  test('cannot be paid once the flight has left, by card, at the counter or by a mailed link', async () => {
    const { flightId, who, order } = await kept(300)
    await standing('departed', flightId)
    const staff = await openStaffMember(shop.deps)
    const { token } = staff
    expect(await shop.pay(who.token, order, VISA_PAYMENT)).toMatchObject({
      status: 409,
      body: { code: 'flight_closed' },
    })
    const counter_payment = {
      order_id: order.id,
      method: 'reader',
      amount: order.amount_due,
      reader_reference: `L${String(order.id)}`,
    }
    const taken = await shop.call('POST', '/v1/counter_payments', { token, body: { counter_payment } })
    expect(taken.status).toBe(409)
    const payment_link = { url: `${shop.deps.settings.publicUrl}/pay` }
    const path = `/v1/orders/${String(order.id)}/payment_links`
    expect(await shop.call('POST', path, { token, body: { payment_link } })).toMatchObject({
      status: 409,
      body: { code: 'flight_closed' },
    })
    expect(await chargesOf(order)).toBe(0)
  })

  test('get money refunded that arrives after the flight has left', async () => {
    const { flightId, who, order } = await kept(300)
    const payment = await shop.hosted(who.token, order)
    await standing('departed', flightId)
    await shop.payPage(payment)
    await shop.deliverEvents()
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'cancelled' })
    expect(
      await shop.count("select count(*) from refunds where order_id = $1 and state = 'succeeded'", order.id),
    ).toBe(1)
  })

  test('cannot be paid on an aircraft that has become too heavy', async () => {
    const flight = await shop.nextFlight()
    const first = await openAccount(shop.deps)
    const nobody = [
      { full_name: 'Ada Ames', weight: null },
      { full_name: 'Bo Berg', weight: null },
    ]
    const sold = await shop.order(first.token, 2, flight, { passengers_attributes: nobody })
    await shop.pay(first.token, sold, VISA_PAYMENT)
    const second = await openAccount(shop.deps)
    const heavy = nobody.map((one) => ({ ...one, weight: 200 }))
    const order = await shop.order(second.token, 2, flight, { passengers_attributes: heavy })
    const { body } = await shop.call('GET', `/v1/orders/${String(sold.id)}/passengers`, {
      token: first.token,
    })
    for (const { link } of OrderPassengersReply.parse(body).passengers) {
      const path = `/v1/passenger_links/${new URL(link ?? '').pathname.split('/').at(-1) ?? ''}`
      await shop.call('PUT', path, { body: { passenger_form: { full_name: 'Ada Ames', weight: 274 } } })
    }
    expect(await shop.pay(second.token, order, VISA_PAYMENT)).toMatchObject({
      status: 409,
      body: { code: 'too_heavy' },
    })
    expect(await chargesOf(order)).toBe(0)
  })

  test('are held for two hours in phone orders, but not beyond departure', async () => {
    const staff = await openStaffMember(shop.deps)
    const heldFor = async (minutes: number) => {
      const flight = await shop.nextFlight()
      minutesBefore(flight, minutes)
      const token = (await openStaffMember(shop.deps)).token
      const { body } = await ask(token, flight, {
        channel: 'phone',
        customer: { email: 'caller@example.com' },
      })
      const { order } = OrderReply.parse(body)
      return (Date.parse(order.held_until ?? '') - shop.clock.now().getTime()) / 60_000
    }
    expect(staff.token).not.toBe('')
    expect([await heldFor(600), await heldFor(180), await heldFor(60)]).toEqual([120, 120, 60])
  })
})
