import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { ManifestReply, OrderPassengersReply, PassengerFormReply } from '#contract/passenger.ts'
import { CancellationReply, RefundsReply } from '#contract/refund.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { type ReschedulingShop, openReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { requestRefund, readRefund } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: ReschedulingShop
let staff: Account
beforeAll(async () => {
  shop = await openReschedulingShop()
  staff = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())

const named = (...people: [name: string, weight: number | null][]) => ({
  passengers_attributes: people.map(([full_name, weight]) => ({ full_name, weight })),
})
const THREE = named(['Ada Ames', 150], ['Bo Berg', 235], ['Cy Cole', 280])

/** A paid order of three seats; the heaviest passenger has two of them. */
async function bookThree(people = named(['Ada Ames', 150], ['Bo Berg', 235], ['Cy Cole', 270])) {
  const who = await openAccount(shop.deps)
  const size = people.passengers_attributes.length
  const order = await shop.order(who.token, size, await shop.nextFlight(), people)
  expect((await shop.pay(who.token, order, VISA_PAYMENT)).status).toBe(201)
  return { who, order: await shop.read(who.token, order) }
}
const manifestOf = async (order: Order) => {
  const path = `/v1/flights/${String(order.flights[0]?.flight_id)}/manifest`
  return ManifestReply.parse((await shop.call('GET', path, { token: staff.token })).body).manifest
}
/** The totals of a manifest beside the sums of its rows. */
async function headAndRows(order: Order) {
  const manifest = await manifestOf(order)
  const { flight_id: flightId, passengers, seats_sold, empty_seats, people, total_weight_lbs } = manifest
  // What the aircraft may still take is counted on these: the manifest reads the passengers
  // themselves.
  const sold = "select coalesce(sum(weight_lbs), 0)::int from holds where state = 'sold' and flight_id = $1"
  expect(await shop.count(sold, flightId), 'pounds that are sold on the aircraft').toBe(total_weight_lbs)
  const sum = (read: (one: (typeof passengers)[number]) => number) =>
    passengers.reduce((total, one) => total + read(one), 0)
  return {
    names: passengers.map(({ full_name: name }) => name),
    head: { people, seats: seats_sold, weight: total_weight_lbs },
    rows: {
      people: passengers.length,
      seats: sum(({ seats }) => seats) + empty_seats,
      weight: sum(({ counted_lbs: lbs }) => lbs),
    },
  }
}
const idOf = (order: Order, name: string) =>
  order.passengers.find(({ full_name: one }) => one === name)?.id ?? 0
const linksOf = async (token: string, order: Order) => {
  const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, { token })
  return OrderPassengersReply.parse(body).passengers
}
const oneSeat = { lines: [{ position: 0, quantity: 1 }] }

describe('a refund of one of three seats', () => {
  test(
    'it answers 422 without the names of those who stay home when names are ' + 'known, and refunds nothing',
    async () => {
      const { order } = await bookThree()
      const refused = await requestRefund(shop, staff.token, order.id, { ...oneSeat, passenger_ids: [] })
      expect(refused).toMatchObject({
        status: 422,
        body: { passenger_ids: ['Please choose who stays home: 1 passenger'] },
      })
      const others = await requestRefund(shop, staff.token, order.id, {
        ...oneSeat,
        passenger_ids: [999_999],
      })
      expect(others).toMatchObject({
        status: 422,
        body: { passenger_ids: ['Please choose passengers of this flight'] },
      })
      const two = order.passengers.slice(0, 2).map(({ id }) => id)
      expect(
        (await requestRefund(shop, staff.token, order.id, { ...oneSeat, passenger_ids: two })).status,
      ).toBe(422)
      expect(await shop.count('select count(*) from order_refunds where order_id = $1', order.id)).toBe(0)
    },
  )

  test('it removes the passenger from manifest, seats, weight, links and check-in together', async () => {
    const { who, order } = await bookThree()
    const [link] = (await linksOf(who.token, order)).filter(({ full_name: name }) => name === 'Bo Berg')
    const input = { ...oneSeat, passenger_ids: [idOf(order, 'Bo Berg')] }
    const { refund } = readRefund(await requestRefund(shop, staff.token, order.id, input))
    expect(refund.passengers).toEqual([{ id: idOf(order, 'Bo Berg'), full_name: 'Bo Berg' }])
    expect(await headAndRows(order)).toEqual({
      names: ['Ada Ames', 'Cy Cole'],
      head: { people: 2, seats: 2, weight: 420 },
      rows: { people: 2, seats: 2, weight: 420 },
    })
    expect((await linksOf(who.token, order)).map(({ full_name: name }) => name)).toEqual([
      'Ada Ames',
      'Cy Cole',
    ])
    expect((await shop.read(who.token, order)).passengers.map(({ full_name: name }) => name)).toEqual([
      'Ada Ames',
      'Cy Cole',
    ])
    const path = `/v1/passenger_links/${new URL(link?.link ?? '').pathname.split('/').at(-1) ?? ''}`
    const form = PassengerFormReply.parse((await shop.call('GET', path)).body).passenger_form
    expect(form.state).toBe('cancelled')
    const body = { passenger_form: { full_name: 'Bo Berg', weight: 300 } }
    expect((await shop.call('PUT', path, { body })).status).toBe(409)
    const board = `/v1/flights/${String(
      order.flights[0]?.flight_id,
    )}/passengers/${String(idOf(order, 'Bo Berg'))}`
    const checkIn = { passenger: { boarding: 'checked_in' } }
    expect((await shop.call('PATCH', board, { token: staff.token, body: checkIn })).status).toBe(404)
  })

  test(
    'it needs no names when no passenger has a name: the last ones of the ' + 'booking stay home',
    async () => {
      const who = await openAccount(shop.deps)
      const order = await shop.order(who.token, 3, await shop.nextFlight(), named())
      await shop.pay(who.token, order, VISA_PAYMENT)
      readRefund(await requestRefund(shop, staff.token, order.id, { ...oneSeat, passenger_ids: [] }))
      expect(await headAndRows(order)).toEqual({
        names: ['', ''],
        head: { people: 2, seats: 2, weight: 380 },
        rows: { people: 2, seats: 2, weight: 380 },
      })
    },
  )

  test('it returns both seats of a passenger on two, and leaves none to others who need it', async () => {
    const who = await openAccount(shop.deps)
    const order = await shop.order(
      who.token,
      2,
      await shop.nextFlight(),
      named(['Ada Ames', 150], ['Cy Cole', 280]),
    )
    await shop.pay(who.token, order, VISA_PAYMENT)
    const cy = idOf(order, 'Cy Cole')
    const alone = await requestRefund(shop, staff.token, order.id, { ...oneSeat, passenger_ids: [cy] })
    expect(alone).toMatchObject({
      status: 422,
      body: { lines: ['Somebody of them has two seats: please give back the second seat as well'] },
    })
    const position = order.lines.findIndex(
      ({ label, kind }) => kind === 'seat' && label !== order.lines[0]?.label,
    )
    const second = await requestRefund(shop, staff.token, order.id, { lines: [{ position, quantity: 1 }] })
    expect(second).toMatchObject({
      status: 422,
      body: { lines: ['Somebody who flies needs two seats: their second seat cannot come back alone'] },
    })
    const both = {
      lines: [
        { position: 0, quantity: 1 },
        { position, quantity: 1 },
      ],
      passenger_ids: [cy],
    }
    readRefund(await requestRefund(shop, staff.token, order.id, both))
    expect(await headAndRows(order)).toEqual({
      names: ['Ada Ames'],
      head: { people: 1, seats: 1, weight: 150 },
      rows: { people: 1, seats: 1, weight: 150 },
    })
  })
})

describe('cancelling for one of three', () => {
  const cancellation = async (token: string, order: Order, ids: number[]) => {
    const query = ids.map((id) => `passenger_ids[]=${String(id)}`).join('&')
    const answer = await shop.call('GET', `/v1/orders/${String(order.id)}/cancellation?${query}`, { token })
    return CancellationReply.parse(answer.body).cancellation
  }

  test('the customer sees the party, and only the seats of those who stay home end', async () => {
    const { who, order } = await bookThree()
    const bo = idOf(order, 'Bo Berg')
    const seen = await cancellation(who.token, order, [bo])
    expect(seen).toMatchObject({
      allowed: true,
      divisible: true,
      amount: 252,
      passengers: [
        { full_name: 'Ada Ames', stays_home: false },
        { full_name: 'Bo Berg', stays_home: true },
        { full_name: 'Cy Cole', stays_home: false },
      ],
    })
    expect((await cancellation(who.token, order, [])).amount).toBe(756)
    const path = `/v1/orders/${String(order.id)}/cancellation`
    const cancel = (amount: number, passenger_ids: number[]) =>
      shop.call('POST', path, { token: who.token, body: { cancellation: { amount, passenger_ids } } })
    expect((await cancel(756, [bo])).status).toBe(409)
    expect(await cancel(252, [999_999])).toMatchObject({
      status: 422,
      body: { passenger_ids: ['Please choose passengers of this order'] },
    })
    expect(await cancel(252, [bo])).toMatchObject({
      status: 201,
      body: { order: { status: 'partially_refunded' } },
    })
    expect(await headAndRows(order)).toEqual({
      names: ['Ada Ames', 'Cy Cole'],
      head: { people: 2, seats: 2, weight: 420 },
      rows: { people: 2, seats: 2, weight: 420 },
    })
    const left = [idOf(order, 'Ada Ames'), idOf(order, 'Cy Cole')]
    expect(await cancel(504, left)).toMatchObject({ status: 201, body: { order: { status: 'refunded' } } })
  })

  test('upgrades that nobody is left for are refunded', async () => {
    const who = await openAccount(shop.deps)
    const more = { order_item_upgrades_attributes: [{ upgrade_id: 1 }] }
    const order = await shop.order(who.token, 3, await shop.nextFlight(), {
      ...named(['Ada Ames', 150], ['Bo Berg', 150], ['Cy Cole', 150]),
      ...more,
    })
    await shop.pay(who.token, order, VISA_PAYMENT)
    // The photo set is for two people: a party of three has two sets, and two people need one.
    expect((await cancellation(who.token, order, [idOf(order, 'Cy Cole')])).amount).toBe(252 + 49)
  })

  test('staff may cancel as well, with an amount of their own', async () => {
    const { order } = await bookThree()
    const fields = { reason: 'One is ill', passenger_ids: [idOf(order, 'Cy Cole')], amount: 100 }
    const path = `/v1/orders/${String(order.id)}`
    const token = staff.token
    const seen = await shop.call('POST', `${path}/cancellation_previews`, {
      token,
      body: { cancellation: fields },
    })
    expect(CancellationReply.parse(seen.body).cancellation).toMatchObject({
      amount: 100,
      lines: [{ quantity: 1 }, {}, {}, {}],
    })
    const body = { cancellation: { ...fields, expected_amount: 100 } }
    expect((await shop.call('POST', `${path}/staff_cancellations`, { token, body })).status).toBe(201)
    expect((await headAndRows(order)).names).toEqual(['Ada Ames', 'Bo Berg'])
    const { refunds } = RefundsReply.parse(
      (await shop.call('GET', `/v1/refunds?order_id=${String(order.id)}`, { token })).body,
    )
    expect(refunds[0]?.passengers).toMatchObject([{ full_name: 'Cy Cole' }])
  })
})

describe('staff correct a passenger', () => {
  const correct = (order: Order, id: number, passenger: Record<string, unknown>, token = staff.token) =>
    shop.call('PATCH', `/v1/orders/${String(order.id)}/passengers/${String(id)}`, {
      token,
      body: { passenger },
    })

  test('they correct name and weight, and the aircraft’s weight follows', async () => {
    const { who, order } = await bookThree()
    const bo = idOf(order, 'Bo Berg')
    expect((await correct(order, bo, { full_name: 'Bea Berg', weight: 180 })).status).toBe(204)
    expect(await headAndRows(order)).toMatchObject({
      names: ['Ada Ames', 'Bea Berg', 'Cy Cole'],
      head: { weight: 600 },
      rows: { weight: 600 },
    })
    expect(await correct(order, bo, { weight: 0 })).toMatchObject({ status: 422 })
    expect((await correct(order, bo, { weight: 150 }, who.token)).status).toBe(403)
    const kept =
      'select count(*) from audit_log where resource = $1 and resource_id = $2 and ' +
      '(before::text || after::text) like $3'
    expect(await shop.count(kept, 'passengers', bo, '%Bea%')).toBe(0)
  })

  test('they can no longer correct after the flight has left', async () => {
    const { order } = await bookThree()
    await shop.deps.database.query("update flights set status = 'departed' where id = $1", [
      order.flights[0]?.flight_id,
    ])
    expect(await correct(order, idOf(order, 'Bo Berg'), { weight: 180 })).toMatchObject({
      status: 409,
      body: { error: 'This flight has left or was called off: names and weights stay as they are.' },
    })
  })

  test(
    'counts nobody out whose seat is sold, but who does not ' + 'come of an aircraft bought whole',
    async () => {
      const { order } = await bookThree(THREE)
      expect((await correct(order, idOf(order, 'Bo Berg'), { stays_home: true })).status).toBe(409)
      const who = await openAccount(shop.deps)
      const { departureId: departure_id, departAt: depart_at } = await shop.nextFlight()
      const whole = await shop.order(
        who.token,
        3,
        { departureId: departure_id, departAt: depart_at },
        {
          order_item_seats_attributes: [],
          order_item_flights_attributes: [{ departure_id, depart_at, quantity: 3 }],
          ...named(['Ada Ames', 150]),
        },
      )
      await shop.pay(who.token, whole, VISA_PAYMENT)
      expect(await headAndRows(whole)).toEqual({
        names: ['Ada Ames', '', ''],
        head: { people: 3, seats: 4, weight: 530 },
        rows: { people: 3, seats: 4, weight: 530 },
      })
      const [, , last] = (await shop.read(who.token, whole)).passengers
      expect((await correct(whole, last?.id ?? 0, { stays_home: true })).status).toBe(204)
      expect(await headAndRows(whole)).toMatchObject({
        head: { people: 2, seats: 4, weight: 340 },
        rows: { people: 2, seats: 4, weight: 340 },
      })
    },
  )
})
