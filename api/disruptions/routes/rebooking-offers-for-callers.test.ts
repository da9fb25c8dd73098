import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OrderRebookingOfferReply } from '#contract/call-off.ts'
import { OrdersReply } from '#contract/order-list.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { type Account, BALANCED_BOOKS, readBookErrors } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: Account
let helpers: ReturnType<typeof createDepartureCanceller>
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  helpers = createDepartureCanceller({ shop, token: staff.token })
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

async function strandedOrder() {
  const guest = await shop.guest()
  const order = await shop.order(guest, 2, await shop.nextFlight())
  await shop.pay(guest, order, { stripe_source: 'pm_card_visa' })
  await helpers.strand(await shop.read(guest, order))
  return { guest, order, path: `/v1/orders/${String(order.id)}/reschedule_claim` }
}

const listedStatus = async (token: string, id: number, query: Record<string, string> = {}) => {
  const search = new URLSearchParams({ page_size: '100', ...query }).toString()
  const listed = await shop.call('GET', `/v1/orders?${search}`, { token })
  return OrdersReply.parse(listed.body).orders.find((one) => one.id === id)?.waiting_for_answer
}

const everybody = { everybody: 'true' }
const waiting = { ...everybody, waiting_for_answer: 'true' }

describe('an order whose departure was cancelled', () => {
  test('it waits for an answer, for buyer and staff, until its buyer has chosen', async () => {
    const { guest, order } = await strandedOrder()
    expect((await shop.read(guest, order)).waiting_for_answer).toBe(true)
    expect(await listedStatus(guest, order.id)).toBe(true)
    expect(await listedStatus(staff.token, order.id, everybody)).toBe(true)
    expect(await listedStatus(staff.token, order.id, waiting)).toBe(true)
    const claim = await helpers.claimOf(guest, order)
    await helpers.answer(claim.token, { choice: 'alternative', alternative_id: claim.alternatives[0]?.id })
    expect((await shop.read(guest, order)).waiting_for_answer).toBe(false)
    expect(await listedStatus(guest, order.id)).toBe(false)
    expect(await listedStatus(staff.token, order.id, everybody)).toBe(false)
    expect(await listedStatus(staff.token, order.id, waiting)).toBeUndefined()
  })

  test('it waits for an answer from the moment of the cancellation, before its offer exists', async () => {
    const guest = await shop.guest()
    const order = await shop.order(guest, 1, await shop.nextFlight())
    await shop.pay(guest, order, { stripe_source: 'pm_card_visa' })
    const [flight] = (await shop.read(guest, order)).flights
    expect((await shop.read(guest, order)).waiting_for_answer).toBe(false)
    await helpers.callOff({ departureId: flight?.departure_id ?? 0, departAt: flight?.depart_at ?? '' })
    expect((await shop.read(guest, order)).waiting_for_answer).toBe(true)
    await shop.runDueNow()
    expect((await shop.read(guest, order)).waiting_for_answer).toBe(true)
  })
})

describe('staff choose for a caller', () => {
  test('they choose another departure once, and the audit log names who chose it', async () => {
    const { guest, order, path } = await strandedOrder()
    const read = await shop.call('GET', path, { token: staff.token })
    const claim = OrderRebookingOfferReply.parse(read.body).reschedule_claim
    expect(claim.token).toBeNull()
    const renewed = await shop.call('POST', `${path}/alternatives`, { token: staff.token })
    const { alternatives } = OrderRebookingOfferReply.parse(renewed.body).reschedule_claim
    expect(alternatives.map(({ id }) => id)).not.toEqual(claim.alternatives.map(({ id }) => id))
    const reschedule_claim = { choice: 'alternative', alternative_id: alternatives[0]?.id }
    const chosen = await shop.call('POST', `${path}/answer`, {
      token: staff.token,
      body: { reschedule_claim },
    })
    expect(chosen.status).toBe(200)
    expect(OrderRebookingOfferReply.parse(chosen.body).reschedule_claim).toMatchObject({
      state: 'moved',
      answered_by: 'staff',
      token: null,
    })
    expect((await shop.read(guest, order)).flights[0]?.depart_at).toBe(alternatives[0]?.flight.depart_at)
    const again = await shop.call('POST', `${path}/answer`, {
      token: staff.token,
      body: { reschedule_claim },
    })
    expect(again.status).toBe(409)
    expect(
      await shop.count(
        "select count(*) from audit_log where resource = 'reschedule_claims' and user_id = $1 " +
          "and after->>'choice' = 'alternative'",
        staff.userId,
      ),
    ).toBe(1)
    expect(
      await shop.count(
        'select count(*) from order_events where order_id = $1 and actor = $2 and reason = ' +
          "'moved after a call-off'",
        order.id,
        `user:${String(staff.userId)}`,
      ),
    ).toBe(1)
  })

  test('they choose a voucher worth what was paid, and a wrong amount changes nothing', async () => {
    const { guest, order, path } = await strandedOrder()
    const wrong = { reschedule_claim: { choice: 'voucher', amount: order.total + 1 } }
    expect((await shop.call('POST', `${path}/answer`, { token: staff.token, body: wrong })).status).toBe(409)
    const right = { reschedule_claim: { choice: 'voucher', amount: order.total } }
    const chosen = await shop.call('POST', `${path}/answer`, { token: staff.token, body: right })
    expect(OrderRebookingOfferReply.parse(chosen.body).reschedule_claim).toMatchObject({
      state: 'voucher',
      answered_by: 'staff',
      voucher: { amount: order.total },
    })
    expect((await shop.read(guest, order)).waiting_for_answer).toBe(false)
  })

  test('the buyer, a stranger and a pilot cannot choose in their place', async () => {
    const { guest, order, path } = await strandedOrder()
    const pilot = await openStaffMember(shop.deps, 'pilot')
    const body = { reschedule_claim: { choice: 'voucher', amount: order.total } }
    for (const token of [guest, pilot.token]) {
      expect((await shop.call('POST', `${path}/answer`, { token, body })).status).toBe(403)
      expect((await shop.call('POST', `${path}/alternatives`, { token })).status).toBe(403)
    }
    expect((await shop.call('GET', path, { token: pilot.token })).status).toBe(404)
    expect(await helpers.claimOf(guest, order)).toMatchObject({ state: 'open' })
  })
})
