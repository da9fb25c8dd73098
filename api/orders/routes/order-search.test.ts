import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrdersReply } from '#contract/order-list.ts'
import { departureAt, guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { giveGiftCard } from '#tests/support/give-tenders.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
let orderId: number
let code: string
beforeAll(async () => {
  const opened = await openShop()
  shop = opened.shop
  staff = await logIn(shop, 'staff@example.com')
  const departure = await departureAt(shop, 6, opened.nextDay(), '14:30')
  const guest = await guestToken(shop, 'rosalind.quill@example.com')
  orderId = (await placeOrder(shop, guest, seatOrder(departure, 1))).id
  const { query } = shop.deps.database
  await query("update orders set phone = '+1 (212) 555-0199' where id = $1", [orderId])
  await query(
    "update users set first_name = 'Rosalind', last_name = 'Quill' where email = " +
      "'rosalind.quill@example.com'",
  )
  await query("insert into passengers (order_id, position, full_name) values ($1, 9, 'Orsino_% Vane')", [
    orderId,
  ])
  const card = await giveGiftCard(shop.deps, 1, { purchaserOrderId: orderId })
  code = card.code
})
afterAll(() => shop.close())

const search = async (text: string, token = staff) => {
  const path = `/v1/orders?everybody=1&q=${encodeURIComponent(text)}`
  const { status, body } = await shop.call('GET', path, { token })
  expect(status).toBe(200)
  return OrdersReply.parse(body).orders
}

describe('the search for orders', () => {
  test.each([
    ['its number', () => `O-${String(orderId)}`],
    ['the digits of its number', () => String(orderId)],
    ['its e-mail', () => 'Rosalind.Quill@example.com'],
    ['the beginning of its e-mail', () => 'rosalind.q'],
    ['its phone, however it is typed', () => '212 555 0199'],
    ['the last four digits of its phone', () => '0199'],
    ['the buyer’s name', () => 'rosalind qu'],
    ['the buyer’s last name', () => 'Quill'],
    ['a passenger’s name', () => 'orsino_% v'],
    ['the code of a gift card it bought', () => code],
  ])('finds an order by %s', async (_, text) => {
    const found = await search(text())
    expect(found.map(({ id }) => id)).toEqual([orderId])
    expect(found[0]?.buyer).toMatchObject({ email: 'rosalind.quill@example.com', name: 'Rosalind Quill' })
  })

  test('a search finds only existing values, and a percent sign stands for itself', async () => {
    for (const text of ['O-999999', 'nobody@example.com', '%', 'orsino%', '_rsino', '0000']) {
      expect(
        (await search(text)).map(({ id }) => id),
        text,
      ).toEqual([])
    }
  })

  test('an empty search lists all orders, newest first', async () => {
    expect((await search(''))[0]?.id).toBe(orderId)
  })
})

test('a customer who asks for all orders gets their own', async () => {
  const customer = await logIn(shop, 'customer@example.com')
  expect((await search('rosalind', customer)).some(({ id }) => id === orderId)).toBe(false)
  expect((await search('', customer)).every(({ buyer }) => buyer === undefined)).toBe(true)
})

test('no search reads a whole table', async () => {
  const lookups = [
    `select id from orders where email like 'rosalind%'`,
    `select id from orders where reverse(regexp_replace(phone, '\\D', '', 'g')) like '9910%'`,
    `select order_id from payments where card_last4 = '4242'`,
    `select order_id from passengers where lower(full_name) like 'orsino%'`,
    `select id from users where lower(last_name) like 'quill%'`,
    `select id from users where lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) like
      'rosalind%'`,
  ]
  await shop.deps.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    for (const lookup of lookups) {
      const { rows } = (await tx.execute(sql.raw(`explain ${lookup}`))) as { rows: Record<string, string>[] }
      const plan = rows.map((row) => Object.values(row).join(' ')).join('\n')
      expect(plan, lookup).toMatch(/Index/)
      expect(plan, lookup).not.toMatch(/Seq Scan/)
    }
  })
})
