import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { type Account, BALANCED_BOOKS, readBookErrors } from '../support/give-tenders.ts'
import { type PayingShop, RETURN_URL } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { requestRefund, sellOrder, type Sold } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

let shop: PayingShop
let database: Database
let close: () => Promise<void>
let staff: Account
beforeAll(async () => {
  ;({ shop, database, close } = await openRacingShop())
  staff = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

/** The photo set costs 49 dollars for two. */
const PHOTOS = { upgrade_id: 1 }
const add = ({ buyer, order }: Sold, total: number, how: Record<string, unknown>) =>
  shop.call('PATCH', `/v1/orders/${String(order.id)}/update_upgrades`, {
    token: buyer.token,
    body: { updated_total_price: total, order_item_upgrades: [PHOTOS], return_url: RETURN_URL, ...how },
  })
/** Sums the charges at the provider less its refunds, in cents. */
async function keptAtProvider(orderId: number): Promise<number> {
  const { rows } = await database.query(
    `select coalesce(sum((data->>'amount')::int - (data->>'amount_refunded')::int), 0) as kept
      from sandbox.objects
      where type = 'charge' and data->>'status' = 'succeeded' and data->'metadata'->>'order_id' = $1`,
    [String(orderId)],
  )
  return Number(rows[0]?.['kept'])
}
const settle = async () => {
  await shop.deliverEvents(2)
  await sweepPayments(shop.deps)
}
const sold = () => sellOrder(shop, { seats: 2 })
const cents = (dollars: number) => Math.round(dollars * 100)

test('the same upgrade with eight cards and pages at once is added once and paid once', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await sold()
    const total = one.order.total + 49
    const hows = [
      { stripe_source: 'pm_card_visa' },
      { stripe_source: 'pm_card_mastercard' },
      { hosted: true },
    ]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => add(one, total, hows[at % 3] ?? {})),
    )
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    await settle()
    // Sends the request again, because the first one may only have closed an open payment.
    await add(one, total, { stripe_source: 'pm_card_visa' })
    await settle()
    expect(await shop.read(one.buyer.token, one.order)).toMatchObject({ total, amount_paid: total })
    expect(await keptAtProvider(one.order.id)).toBe(cents(total))
  }
})

test('an order change and its cancellation at once refund everything or require a new request', async () => {
  const ended: string[] = []
  for (let round = 0; round < 8; round++) {
    const one = await sold()
    const total = one.order.total + 49
    const change = () => add(one, total, { stripe_source: 'pm_card_visa' })
    const cancel = () =>
      shop.call('POST', `/v1/orders/${String(one.order.id)}/cancellation`, {
        token: one.buyer.token,
        body: { cancellation: { amount: one.order.total } },
      })
    await Promise.all(round % 2 === 0 ? [change(), cancel()] : [cancel(), change()])
    await settle()
    const after = await shop.read(one.buyer.token, one.order)
    ended.push(after.status)
    expect(await keptAtProvider(one.order.id)).toBe(after.status === 'refunded' ? 0 : cents(total))
    expect(after.total).toBe(after.status === 'refunded' ? one.order.total : total)
  }
  expect(ended.every((status) => status === 'refunded' || status === 'completed')).toBe(true)
})

test('an order change and a full refund at once lose no addition and keep no unearned money', async () => {
  for (let round = 0; round < 8; round++) {
    const one = await sold()
    const total = one.order.total + 49
    const change = () => add(one, total, { stripe_source: 'pm_card_visa' })
    const refund = () => requestRefund(shop, staff.token, one.order.id)
    await Promise.all(round % 2 === 0 ? [change(), refund()] : [refund(), change()])
    await settle()
    const after = await shop.read(one.buyer.token, one.order)
    expect(after.status).toBe('refunded')
    expect(await keptAtProvider(one.order.id)).toBe(0)
  }
})
