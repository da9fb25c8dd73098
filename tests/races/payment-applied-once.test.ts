import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { applyPayment } from '#api/payments/apply-payment.ts'
import { closeAttempt } from '#api/payments/close-attempt.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type SharedPostgres, sharedPostgres } from '#tests/support/shared-postgres.ts'

let server: SharedPostgres
let shop: PayingShop
beforeAll(async () => {
  server = sharedPostgres()
  shop = await openPayingShop(
    await openDatabase({ databaseUrl: await server.createDemoDatabase(), dataDir: '' }),
  )
})
afterAll(async () => {
  await shop.close()
})

const settled = async (work: Promise<unknown>[]) => {
  const failed = (await Promise.allSettled(work)).filter((one) => one.status === 'rejected')
  expect(failed).toEqual([])
}

test('twenty reports of one payment at once make one payment, one posting and one mail', async () => {
  const token = await shop.guest('race@example.com')
  const order = await shop.order(token, 2)
  const payment = await shop.hosted(token, order)
  await shop.payPage(payment)
  const reference = payment.reference ?? ''
  await settled(Array.from({ length: 20 }, () => applyPayment(shop.deps, { reference })))
  await settled(Array.from({ length: 8 }, () => sendMails(shop.deps)))
  expect(await shop.count('select count(*) from payments where order_id = $1', order.id)).toBe(1)
  expect(await shop.count("select count(*) from ledger_transactions where kind = 'sale'")).toBe(1)
  expect(await shop.count("select sum(seats) from holds where state = 'sold'")).toBe(2)
  expect(shop.mailer.sent.filter((mail) => /booked/.test(mail.subject))).toHaveLength(1)
})

test('ten buttons pressed at once open one page', async () => {
  const token = await shop.guest('double@example.com')
  const order = await shop.order(token, 1)
  const how = { hosted: true, return_url: 'http://shop.test/order-confirmation' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.pay(token, order, how)))
  expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([])
  expect(answers.some(({ status }) => status === 201)).toBe(true)
  expect(await shop.count('select count(*) from payment_attempts where order_id = $1', order.id)).toBe(1)
  const sessions = await shop.deps.stripe.checkout.sessions.list({ limit: 100 })
  expect(sessions.data.filter((one) => one.client_reference_id === String(order.id))).toHaveLength(1)
})

test('closing and paying at once end with both money and flight, or with neither', async () => {
  for (let round = 0; round < 6; round++) {
    const token = await shop.guest(`closer${String(round)}@example.com`)
    const order = await shop.order(token, 1)
    const payment = await shop.hosted(token, order)
    await settled([
      shop.payPage(payment),
      closeAttempt(shop.deps, payment.id, shop.clock.now()),
      applyPayment(shop.deps, { attemptId: payment.id }),
    ])
    await shop.deliverEvents()
    const session = await shop.deps.stripe.checkout.sessions.retrieve(payment.reference ?? '')
    const { status } = await shop.read(token, order)
    expect([session.payment_status, status]).toEqual(
      session.payment_status === 'paid' ? ['paid', 'completed'] : ['unpaid', 'expired'],
    )
  }
})
