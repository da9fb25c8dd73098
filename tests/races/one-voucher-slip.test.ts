import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { type Account } from '../support/give-tenders.ts'
import { openStaffMember } from '../support/staff-member.ts'

let racing: RacingShop
let staff: Account
beforeAll(async () => {
  racing = await openRacingShop()
  staff = await openStaffMember(racing.shop.deps)
})
afterAll(() => racing.close())

async function sell(email: string) {
  const { departureId, departAt } = await racing.shop.nextFlight()
  const seats = [{ departure_id: departureId, depart_at: departAt, quantity: 1 }]
  const people = [{ full_name: 'Ada Lind', weight: 150 }]
  const order = {
    brand_id: 1,
    customer: { email },
    order_item_seats_attributes: seats,
    passengers_attributes: people,
    terms_and_conditions: true,
  }
  const placed = await racing.shop.call('POST', '/v1/orders', { token: staff.token, body: { order } })
  const { id, amount_due: amount } = (placed.body as { order: { id: number; amount_due: number } }).order
  const pay = (slip: string) => {
    const counter_payment = { order_id: id, method: 'reader', amount, reader_reference: slip }
    return racing.shop.call('POST', '/v1/counter_payments', { token: staff.token, body: { counter_payment } })
  }
  return { id, pay }
}

/** Waits until a statement blocks on another transaction's uncommitted row. */
async function untilSomebodyWaits(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      'select count(*)::int as waiting from pg_stat_activity where datname = ' +
        "current_database() and wait_event_type = 'Lock'",
    )
    if (rows[0]?.waiting > 0) return
  }
}

test('one voucher slip used for two orders at once pays one of them, and the other is refused', async () => {
  const [one, other] = [await sell('one@example.com'), await sell('other@example.com')]
  expect((await one.pay('R-1')).status).toBe(201)
  // An open transaction uses the slip R-2 for the first order, so every other use of that slip
  // waits for it.
  const client = new pg.Client({ connectionString: racing.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query("update payments set reader_reference = 'R-2' where order_id = $1", [one.id])
  const paid = other.pay('R-2')
  await untilSomebodyWaits(client)
  await client.query('commit')
  await client.end()
  expect(await paid).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      error: 'This slip has paid another order just now. Nothing was written for this one.',
    },
  })
  const { count } = racing.shop
  expect(await count('select count(*) from payments where order_id = $1', other.id)).toBe(0)
  expect((await other.pay('R-3')).status).toBe(201)
})
