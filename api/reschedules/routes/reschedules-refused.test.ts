import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  flightAt,
  requestReschedule,
  quoteReschedule,
  readRescheduled,
  countSeats,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { type ReschedulingShop, openReschedulingShop, placeOf } from '#tests/support/reschedule-shop.ts'
import { type Flight } from '#tests/support/paying-shop.ts'
import { requestRefund, readRefund, sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: ReschedulingShop
beforeAll(async () => {
  shop = await openReschedulingShop()
})
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())
afterEach(() => shop.expectConsistent())

describe('a refused reschedule', () => {
  const asks = async (one: Sold, to: Flight, more = {}) => {
    const answer = await requestReschedule(shop, one, to, {
      fee: 50,
      difference: 0,
      ...more,
      ...VISA_PAYMENT,
    })
    return [answer.status, (answer.body as { error?: string }).error]
  }

  test('the message says why a cancelled, departed, checked-in or unchanged flight stays', async () => {
    const start = shop.clock.now()
    const to = await shop.nextWeek().sellExpensiveFlight()
    const cancelled = await sellOrder(shop, { seats: 1 })
    const staff = await openStaffMember(shop.deps, 'admin')
    readRefund(await requestRefund(shop, staff.token, cancelled.order.id))
    expect(await asks(cancelled, to)).toEqual([
      409,
      'This order has been cancelled or given back: there is no flight to move.',
    ])
    const calledOff = await sellOrder(shop, { seats: 1 })
    await shop.deps.database.query("update flights set status = 'called_off' where id = $1", [
      calledOff.order.flights[0]?.flight_id,
    ])
    expect(await asks(calledOff, to)).toEqual([
      409,
      'This flight was called off. The mail about it says how to go on, without a fee.',
    ])
    const one = await sellOrder(shop, { seats: 1 })
    expect(await asks(one, placeOf(one.order))).toEqual([422, undefined])
    expect((await quoteReschedule(shop, one, placeOf(one.order))).message).toBe(
      'This is the flight you are booked on already. Please choose another one.',
    )
    try {
      const departs = new Date(placeOf(one.order).departAt).getTime()
      shop.clock.set(new Date(departs - 40 * 60_000))
      const late = await shop.again(one)
      expect(await asks(late, to)).toEqual([
        409,
        'Check-in for this flight has begun. Please speak with our crew.',
      ])
      shop.clock.set(new Date(departs))
      expect(await asks(late, to)).toEqual([409, 'This flight has left and cannot be moved any more.'])
    } finally {
      shop.clock.set(start)
    }
    const somebody = await shop.guest('eve@example.com')
    expect(
      (
        await requestReschedule(shop, { buyer: { token: somebody }, order: one.order }, to, {
          fee: 50,
          difference: 0,
        })
      ).status,
    ).toBe(404)
  })

  test('the message says why a full, different or too weak departure cannot be chosen', async () => {
    const week = shop.nextWeek()
    const to = await week.sellExpensiveFlight()
    const filler = await sellOrder(shop, { seats: 3 })
    readRescheduled(await requestReschedule(shop, filler, to, { fee: 50, difference: 60, ...VISA_PAYMENT }))
    const one = await sellOrder(shop, { seats: 2 })
    expect(await asks(one, to, { difference: 40 })).toEqual([
      409,
      'These seats have just been taken. Please choose another departure.',
    ])
    const single = await sellOrder(shop, { seats: 1 })
    await shop.deps.database.query('update passengers set weight_lbs = 260 where order_id = $1', [
      filler.order.id,
    ])
    await shop.deps.database.query(
      "update holds set weight_lbs = 780 where order_id = $1 and state = 'sold'",
      [filler.order.id],
    )
    expect(await asks(single, to, { difference: 20 })).toEqual([
      409,
      'Together your party is heavier than this departure can still carry. You have not been ' +
        'charged; please choose another one.',
    ])
    const { rows } = await shop.deps.database.query(
      "select id, time from departures where product_id <> 6 and departure_type = 'fixed' and " +
        'day_of_week = 5 limit 1',
    )
    const other = await flightAt(shop, '2027-10-15', String(rows[0]?.['time']))
    const answer = await requestReschedule(
      shop,
      single,
      { ...other, departureId: Number(rows[0]?.['id']) },
      { fee: 50, difference: 0, ...VISA_PAYMENT },
    )
    expect(answer.status).toBe(422)
  })

  test('the message says that the brand offers none, and the brand’s fee applies where it does', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const to = await shop.nextWeek().cheap()
    const set = (rule: string) => shop.deps.database.query(`update brands set ${rule} where id = 1`)
    try {
      await set("reschedule_fee = 'per_seat'")
      expect(await quoteReschedule(shop, one, to)).toMatchObject({ reschedule_fee: 100, later_fee: 150 })
      await set("reschedule_fee = 'none'")
      expect(await quoteReschedule(shop, one, to)).toMatchObject({
        reschedule_fee: 0,
        amount_due: null,
        fee_rises_at: null,
      })
      readRescheduled(await requestReschedule(shop, one, to, { fee: 0, difference: 0 }))
      expect(await countSeats(shop, to)).toEqual({ sold: 2, held: 0 })
      await set("reschedule_fee = 'once', rescheduling = false")
      expect(await asks(one, await shop.nextWeek().sellExpensiveFlight())).toEqual([
        403,
        'Flights cannot be moved online here. Please call us.',
      ])
    } finally {
      await set("reschedule_fee = 'once', rescheduling = true")
    }
  })
})
