import { beforeAll, describe, expect, test } from 'vitest'
import { OrdersReply } from '#contract/order-list.ts'
import { JwtReply } from '#contract/people.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import {
  type ChosenDeparture,
  departureAt,
  guestToken,
  logIn,
  openShop,
  placeOrder,
  postOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let nextDay: () => string
let departure: ChosenDeparture
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
  departure = await departureAt(shop, 6, nextDay(), '14:30')
  return () => shop.close()
})

const list = async (token: string, query = '') => {
  const { status, body } = await shop.call('GET', `/v1/orders${query}`, { token })
  expect(status).toBe(200)
  return OrdersReply.parse(body)
}
const idsOf = async (token: string, query?: string) => (await list(token, query)).orders.map(({ id }) => id)
const get = async (token: string, id: number) =>
  (await shop.call('GET', `/v1/orders/${String(id)}`, { token })).status
/** Buys one seat of a new day; a minute passes between orders. */
const buy = async (token: string) => {
  shop.clock.advance(1)
  return placeOrder(shop, token, seatOrder(await departureAt(shop, 6, nextDay(), '14:30'), 1))
}

let people = 0
const freshEmail = () => {
  people += 1
  return `lister${String(people)}@example.com`
}
async function register(email: string) {
  const user = { first_name: 'Ida', last_name: 'Lund', phone: '212 555 0100', email, password: 'heliport' }
  expect((await shop.call('POST', '/v1/users', { body: { user } })).status).toBe(201)
  return signIn(email)
}
const signIn = async (email: string, guest_token?: string) => {
  const body = { auth: { email, password: 'heliport' }, guest_token }
  return JwtReply.parse((await shop.call('POST', '/v1/user_token', { body })).body).jwt
}

test('own orders are listed newest first, page by page', async () => {
  const token = await register(freshEmail())
  expect(await list(token)).toEqual({
    orders: [],
    meta: { pagination: { current_page: 1, total_pages: 1, total_count: 0, page_size: 50 } },
  })
  const made = []
  for (let n = 0; n < 3; n++) made.unshift((await buy(token)).id)
  expect(await idsOf(token)).toEqual(made)
  expect(await idsOf(token, '?sort=created_at')).toEqual([...made].reverse())
  const second = await list(token, '?page=2&page_size=2')
  expect(second.orders.map(({ id }) => id)).toEqual(made.slice(2))
  expect(second.meta.pagination).toEqual({ current_page: 2, total_pages: 2, total_count: 3, page_size: 2 })
  expect(second.orders[0]).toMatchObject({
    number: `O-${String(made[2])}`,
    status: 'awaiting_payment',
    quantity: 1,
    flights: [{ product_name: 'The New Yorker', local_time: '14:30' }],
  })
  expect(await idsOf(token, '?status[]=completed&status[]=refunded')).toEqual([])
  expect((await shop.call('GET', '/v1/orders?sort=password', { token })).status).toBe(422)
})

test('only staff list orders of others, and staff can ask for their own', async () => {
  const email = freshEmail()
  const guest = await guestToken(shop, email)
  const mine = (await buy(guest)).id
  expect(await idsOf(guest)).toEqual([mine])
  expect(await idsOf(await guestToken(shop, email))).not.toContain(mine)
  const staff = await logIn(shop, 'staff@example.com')
  expect(await idsOf(staff, '?everybody=0')).not.toContain(mine)
  expect(await idsOf(staff)).toContain(mine)
})

describe('an account with an unproven mailbox', () => {
  test('it sees its own orders of every session, and guest orders once the mailbox is proven', async () => {
    const email = freshEmail()
    const guest = await guestToken(shop, email)
    const asGuest = (await buy(guest)).id
    const token = await register(email)
    const own = (await buy(token)).id
    const later = await signIn(email)
    for (const one of [token, later]) {
      expect(await idsOf(one)).toEqual([own])
      expect(await get(one, own)).toBe(200)
      expect(await get(one, asGuest)).toBe(404)
    }
    const secret = (await mailedLinks(shop, email)).find(({ kind }) => kind === 'prove_email')?.token ?? ''
    const proven = await shop.call('PUT', `/v1/email_proofs/${secret}`, { token, body: { email } })
    expect(proven.status).toBe(204)
    expect(await idsOf(later)).toEqual([own, asGuest])
    expect(await get(later, asGuest)).toBe(200)
  })

  test('it can replace its own order of another session, but not a guest’s order', async () => {
    const email = freshEmail()
    const asGuest = (await buy(await guestToken(shop, email))).id
    const own = (await buy(await register(email))).id
    const later = await signIn(email)
    const choice = await departureAt(shop, 6, nextDay(), '14:30')
    const instead = (id: number) => postOrder(shop, later, seatOrder(choice, 1, { supersedes_order_id: id }))
    expect((await instead(asGuest)).status).toBe(404)
    expect((await instead(own)).status).toBe(201)
    const { rows } = await shop.deps.database.query('select status from orders where id = $1', [own])
    expect(rows).toEqual([{ status: 'cancelled' }])
    // The list shows only the order that replaced it.
    const { body } = await shop.call('GET', '/v1/orders', { token: later })
    expect(OrdersReply.parse(body).orders.map(({ id }) => id)).not.toContain(own)
  })
})

describe('login before payment', () => {
  test('it takes the unpaid order along, and no paid one', async () => {
    const guest = await guestToken(shop, freshEmail())
    const paid = (await buy(guest)).id
    const open = (await buy(guest)).id
    await shop.deps.database.query("update orders set status = 'completed' where id = $1", [paid])
    const email = freshEmail()
    await register(email)
    const token = await signIn(email, guest)
    expect(await idsOf(token)).toEqual([open])
    expect(await get(token, paid)).toBe(404)
    // Another choice replaces the order instead of adding a second hold.
    shop.clock.advance(1)
    const order = seatOrder(departure, 2, { supersedes_order_id: open })
    expect((await postOrder(shop, token, order)).status).toBe(201)
    const { rows } = await shop.deps.database.query('select status from orders where id = $1', [open])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test(
    'an invalid, foreign or used guest token takes no order along and does not ' + 'prevent login',
    async () => {
      const other = await register(freshEmail())
      await buy(other)
      const gone = await guestToken(shop, freshEmail())
      await buy(gone)
      await shop.call('DELETE', '/v1/user_token', { token: gone })
      const email = freshEmail()
      await register(email)
      for (const token of ['rubbish', other, gone])
        expect(await idsOf(await signIn(email, token))).toEqual([])
    },
  )
})
