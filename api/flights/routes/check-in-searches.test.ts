import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partyToken } from '#api/passengers/party-link.ts'
import { findOrderToken } from '#api/store/orders/order-link.ts'
import { CheckInSearchReply } from '#contract/check-in.ts'
import { type Order } from '#contract/order.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logInAgain, openAccount } from '#tests/support/give-tenders.ts'
import { bookLastOfDay } from '#tests/support/book-last-of-day.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: string
/** Two people on a flight that leaves in two hours. */
let sold: Sold
/** One person on a flight of a week later. */
let later: Sold
/** One person on the last flight of the first one's day. */
let sameDay: Order
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 2 })
  later = await sellOrder(shop)
  sameDay = await bookLastOfDay(shop, sold.order, await shop.guest('another.time@example.com'))
  await query("update passengers set full_name = 'José-Luis Peña' where order_id = $1 and position = 0", [
    sold.order.id,
  ])
  await query("update users set first_name = 'Wanda', last_name = 'Quill' where id = $1", [sold.buyer.userId])
  setHoursBefore(2)
  staff = (await openStaffMember(shop.deps)).token
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const departAt = () => Date.parse(sold.order.flights[0]?.depart_at ?? '')
const setHoursBefore = (hours: number) => shop.clock.set(new Date(departAt() - hours * 3_600_000))
const flightOf = ({ flights }: Order) => flights[0]?.flight_id ?? 0

const ask = (text: unknown, { token, flight }: { token?: string; flight?: number } = {}) =>
  shop.call('POST', '/v1/check_in_searches', {
    token: token ?? staff,
    body: { check_in_search: { text, ...(flight === undefined ? {} : { flight_id: flight }) } },
  })
async function search(text: string, flight?: number) {
  const { status, body } = await ask(text, flight === undefined ? {} : { flight })
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)])
  return CheckInSearchReply.parse(body).check_in_search
}
const statesOf = async (text: string, flight?: number) =>
  (await search(text, flight)).parties.map(({ order_id: id, state }) => [id, state])

async function tokenOf({ order, buyer }: Sold): Promise<string> {
  return (await findOrderToken(shop.deps, { orderId: order.id, to: buyer.email })) ?? ''
}

describe('the code of a ticket', () => {
  it('leads to its party by the secret of the order’s page, on its flight and on any of today', async () => {
    const { publicUrl } = shop.deps.settings
    const text = `${publicUrl}/orders/${await tokenOf(sold)}`
    const found = await search(text, flightOf(sold.order))
    expect(found).toMatchObject({
      kind: 'ticket',
      parties: [
        {
          order_id: sold.order.id,
          number: sold.order.number,
          name: 'José-Luis Peña',
          people: 2,
          checked_in: 0,
          state: 'ready',
          flight: { id: flightOf(sold.order), local_date: sold.order.flights[0]?.local_date },
        },
      ],
    })
    expect(await statesOf(text)).toEqual([[sold.order.id, 'ready']])
  })

  it('leads there by the secret of a passenger and by the number in an address of ours', async () => {
    const path = `/v1/orders/${String(sold.order.id)}/passengers`
    const token = await logInAgain(shop.deps, sold.buyer.userId)
    const listed = await shop.call('GET', path, { token })
    const [first] = OrderPassengersReply.parse(listed.body).passengers
    const { publicUrl } = shop.deps.settings
    const numbered = `${publicUrl}/orders/${String(sold.order.id)}`
    for (const text of [first?.link ?? '', numbered]) {
      expect(await search(text)).toMatchObject({
        kind: 'ticket',
        parties: [{ order_id: sold.order.id, state: 'ready' }],
      })
    }
  })

  it('leads there by the code of the party, which its guests have on their phones', async () => {
    const { publicUrl, secrets } = shop.deps.settings
    const signed = partyToken(secrets.code, { id: sold.order.id, email: sold.buyer.email })
    expect(await search(`${publicUrl}/party/${signed}`)).toMatchObject({
      kind: 'ticket',
      parties: [{ order_id: sold.order.id, state: 'ready' }],
    })
    const forged = `${String(sold.order.id)}-${'A'.repeat(22)}`
    expect(await search(`${publicUrl}/party/${forged}`)).toMatchObject({ kind: 'ticket', parties: [] })
  })

  it('finds nothing by an unknown secret, or by the same number at another shop', async () => {
    const address = `https://another-shop.example/orders/${String(sold.order.id)}`
    for (const text of [`http://shop.test/orders/${'0'.repeat(48)}`, address]) {
      expect(await search(text)).toMatchObject({ kind: 'ticket', parties: [] })
    }
    expect(await search('WIFI:S:Hangar;;')).toMatchObject({ kind: 'other_code', parties: [] })
  })
})

describe('a number or a name', () => {
  it('finds the order, whichever day it flies', async () => {
    expect(await statesOf(sold.order.number)).toEqual([[sold.order.id, 'ready']])
    expect(await statesOf(later.order.number)).toEqual([[later.order.id, 'other_day']])
    expect(await search('O-999999')).toMatchObject({ kind: 'number', parties: [] })
  })

  it('finds passengers and buyers of the day by the beginnings of their names, without accents', async () => {
    for (const text of ['pena', 'José', 'Wanda Q']) {
      expect(await search(text)).toMatchObject({ kind: 'name', parties: [{ order_id: sold.order.id }] })
    }
    expect((await search('nobody')).parties).toEqual([])
    await query("update passengers set full_name = 'Pena Later' where order_id = $1", [later.order.id])
    expect(await statesOf('pena')).toEqual([[sold.order.id, 'ready']])
    expect(await statesOf('pena', flightOf(later.order))).toEqual([[later.order.id, 'too_early']])
  })
})

describe('a party that cannot be checked in', () => {
  it('says that it is for another flight of the same day, or of another day', async () => {
    const flight = flightOf(sold.order)
    expect(await statesOf(sameDay.number, flight)).toEqual([[sameDay.id, 'other_flight']])
    expect(await statesOf(later.order.number, flight)).toEqual([[later.order.id, 'other_day']])
    await query('update slots set terminal_id = 2 where id = (select slot_id from flights where id = $1)', [
      flightOf(sameDay),
    ])
    expect(await statesOf(sameDay.number, flight)).toEqual([[sameDay.id, 'other_terminal']])
  })

  it('says that everybody is here, and counts who is', async () => {
    await query("update passengers set boarding = 'checked_in', boarded_at = now() where order_id = $1", [
      sold.order.id,
    ])
    expect((await search(sold.order.number)).parties[0]).toMatchObject({ state: 'here', checked_in: 2 })
    await query('update passengers set boarding = null, boarded_at = null where order_id = $1', [
      sold.order.id,
    ])
  })

  it.each([
    ['departed', 'left'],
    ['called_off', 'called_off'],
  ])('says of a flight that is %s that it is %s', async (status, state) => {
    await query('update flights set status = $2 where id = $1', [flightOf(sold.order), status])
    expect(await statesOf(sold.order.number)).toEqual([[sold.order.id, state]])
    await query("update flights set status = 'scheduled' where id = $1", [flightOf(sold.order)])
  })

  it('says that an order was refunded, cancelled or never paid', async () => {
    const unpaid = await shop.order(await shop.guest('unpaid@example.com'), 1)
    expect(await statesOf(unpaid.number)).toEqual([[unpaid.id, 'unpaid']])
    for (const status of ['refunded', 'cancelled', 'expired']) {
      await query('update orders set status = $2 where id = $1', [later.order.id, status])
      expect(await statesOf(later.order.number)).toEqual([[later.order.id, status]])
    }
    await query("update orders set status = 'completed' where id = $1", [later.order.id])
  })
})

describe('the caller', () => {
  it('is staff: pilots and customers find nobody', async () => {
    const pilot = await openStaffMember(shop.deps, 'pilot')
    for (const token of [pilot.token, (await openAccount(shop.deps)).token]) {
      expect((await ask('pena', { token })).status).toBe(403)
    }
    const nobody = await shop.call('POST', '/v1/check_in_searches', {
      body: { check_in_search: { text: 'pena' } },
    })
    expect(nobody.status).toBe(401)
  })

  it('is told of a text that is missing or too long, and of an unknown flight', async () => {
    expect(await ask('  ')).toMatchObject({ status: 422, body: { text: ['This field is required'] } })
    expect(await ask('x'.repeat(501))).toMatchObject({
      status: 422,
      body: { text: ['Write at most 500 characters'] },
    })
    expect((await ask('pena', { flight: 999_999 })).status).toBe(404)
  })

  it('gets no weight with the party', async () => {
    await query('update passengers set weight_lbs = 237 where order_id = $1', [sold.order.id])
    expect(figuresOf(await search(sold.order.number))).not.toContain(237)
  })
})
