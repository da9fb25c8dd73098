import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { type Account } from '../support/give-tenders.ts'
import { openStaffMember } from '../support/staff-member.ts'

let racing: RacingShop
let counters: Account[]
beforeAll(async () => {
  racing = await openRacingShop()
  const { deps } = racing.shop
  counters = [await openStaffMember(deps), await openStaffMember(deps)]
})
afterAll(() => racing.close())

const take = (order: Order, { token }: Account, amount: number, slip: string) => {
  const part = { order_id: order.id, method: 'reader', part: true, amount, reader_reference: slip }
  return racing.shop.call('POST', '/v1/counter_payments', { token, body: { counter_payment: part } })
}

test('two counters that take the last part at once take it once', async () => {
  const { shop } = racing
  const [one, other] = counters as [Account, Account]
  for (let round = 1; round <= 5; round += 1) {
    const order = await shop.order(one.token, 1, undefined, {
      channel: 'counter',
      customer: { email: 'ada@example.com', full_name: 'Ada Lind' },
    })
    const name = (what: string) => `${what}-${String(order.id)}`
    expect((await take(order, one, 20, name('first'))).status).toBe(201)
    const left = Math.round(((order.amount_due ?? 0) - 20) * 100) / 100
    const answers = await Promise.all([
      take(order, one, left, name('left')),
      take(order, other, left, name('right')),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const path = `/v1/orders/${String(order.id)}`
    const read = OrderReply.parse((await shop.call('GET', path, { token: one.token })).body).order
    expect(read).toMatchObject({ status: 'completed', amount_paid: order.amount_due, amount_due: null })
  }
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
})
