import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const post = async (path: string, body: Record<string, unknown>) => {
  const sent = await shop.call('POST', path, { token: staff, body })
  expect(sent.status).toBeLessThan(300)
  return sent
}
const file = async ({ id }: Order) =>
  OrderFileReply.parse((await shop.call('GET', `/v1/orders/${String(id)}/file`, { token: staff })).body).file
const tokenIn = (text: string | undefined) => /\/pay\/([\w-]+)/.exec(text ?? '')?.[1]
const mailLink = (order: Order) =>
  post(`/v1/orders/${String(order.id)}/payment_links`, {
    payment_link: { url: `${shop.deps.settings.publicUrl}/pay` },
  })
const mailedToken = async (order: Order) => {
  await shop.runDueNow()
  return tokenIn(shop.mailer.to(order.email ?? '').findLast(({ text }) => text.includes('/pay/'))?.text)
}
const takeCard = (order: Order, amount: number, part: boolean) =>
  post('/v1/counter_payments', {
    counter_payment: {
      ...{ order_id: order.id, method: 'reader', amount, part },
      reader_reference: `L${String(order.id)}-${String(amount)}`,
    },
  })

describe('the link that pays an order, on its file', () => {
  test('is the mailed one while the seats are held, and says when the customer opened it', async () => {
    const order = await shop.order(await shop.guest('copied@example.com'), 2)
    await mailLink(order)
    const before = (await file(order)).payment_link
    expect(tokenIn(before?.url)).toBe(await mailedToken(order))
    expect(before?.opened_at).toBeNull()

    shop.clock.advance(1)
    const at = shop.clock.now().toISOString()
    const token = tokenIn(before?.url)
    await post('/v1/payment_links/preview', { token })
    expect((await file(order)).payment_link?.opened_at).toBeNull()
    expect(await post('/v1/payment_links/open', { token })).toMatchObject({ body: { order_id: order.id } })
    shop.clock.advance(1)
    await post('/v1/payment_links/open', { token })
    const { payment_link: after, history } = await file(order)
    expect(after).toEqual({ ...before, opened_at: at })
    expect(history.filter(({ text }) => text === 'The link to pay was opened.')).toHaveLength(1)
    const own = await shop.call('GET', `/v1/orders/${String(order.id)}`, { token: staff })
    expect(JSON.stringify(own.body)).not.toContain('was opened')
  })

  test('is there for the rest once one was made, and ends with the last payment', async () => {
    const customer = { full_name: 'Rest Lind', email: 'rest@example.com' }
    const order = await shop.order(staff, 1, undefined, { channel: 'counter', customer })
    await takeCard(order, 50, true)
    expect((await file(order)).payment_link).toBeNull()
    await mailLink(order)
    const { payment_link: link } = await file(order)
    expect(tokenIn(link?.url)).toBe(await mailedToken(order))
    await post('/v1/payment_links/open', { token: tokenIn(link?.url) })
    expect((await file(order)).payment_link?.opened_at).not.toBeNull()
    await takeCard(order, (order.amount_due ?? 0) - 50, false)
    expect((await file(order)).payment_link).toBeNull()
    const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
    expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
  })

  test('ends with the hold of the seats', async () => {
    const order = await shop.order(await shop.guest('late@example.com'), 1)
    await mailLink(order)
    shop.clock.advance(180)
    staff = await logIn(shop, 'staff@example.com')
    expect((await file(order)).payment_link).toBeNull()
  })
})
