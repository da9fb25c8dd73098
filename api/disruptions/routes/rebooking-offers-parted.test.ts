import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { StaffTasksReply } from '#contract/passenger.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  readRemainingTenders,
} from '#tests/support/give-tenders.ts'
import {
  flightAt,
  requestReschedule,
  quoteReschedule,
  readRescheduled,
  countSeats,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, sellOrder } from '#tests/support/sold-order.ts'
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
/** After each test, ledger and tables agree and every integrity check passes. */
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

describe('a rebooking offer for a part of a party', () => {
  /**
   * Two people, some with two seats; the last one is rescheduled to a dearer flight weeks later.
   */
  async function splitParty(weights: [number, number], day: string) {
    const token = await shop.guest(`${crypto.randomUUID()}@example.com`)
    const passengers_attributes = weights.map((weight, at) => ({ full_name: `Di ${String(at)}`, weight }))
    const placed = await shop.order(token, 2, undefined, { passengers_attributes })
    await shop.pay(token, placed, { stripe_source: 'pm_card_visa' })
    const before = await shop.read(token, placed)
    const one = { buyer: { token }, order: before }
    const to = await flightAt(shop, day, '21:30')
    const input = { quantity: 1, passenger_ids: [before.passengers[1]?.id] }
    const quote = await quoteReschedule(shop, one, to, input)
    const [fee, difference] = [quote.reschedule_fee ?? 0, quote.reschedule_price_difference ?? 0]
    readRescheduled(await requestReschedule(shop, one, to, { fee, difference, ...input, ...VISA_PAYMENT }))
    return { token, before, order: await shop.read(token, placed), to, moved: quote.total ?? 0 }
  }
  const linesOf = async (order: Order) => {
    const { rows } = await shop.deps.database.query(
      'select lines from order_refunds where order_id = $1 order by id desc limit 1',
      [order.id],
    )
    return rows[0]?.['lines'] as { position: number; quantity: number; amountCents: number }[]
  }

  test('it is worth a seat for everybody who stayed, and their second seats', async () => {
    const { token, order } = await splitParty([276, 150], '2027-08-06')
    await helpers.strand(order)
    const claim = await helpers.claimOf(token, order)
    // Two seats for one person.
    expect(claim.quantity).toBe(1)
    expect(
      (await helpers.answer(claim.token, { choice: 'voucher', amount: claim.voucher_amount })).status,
    ).toBe(200)
    const bought = (await linesOf(order)).filter(({ quantity }) => quantity > 0)
    expect(bought.map(({ position, quantity }) => [order.lines[position]?.kind, quantity])).toEqual([
      ['seat', 1],
      ['seat', 1],
    ])
    expect((await shop.read(token, order)).status).toBe('partially_refunded')
  })

  test('it ends with a voucher when a part was refunded before', async () => {
    const { token, order, to } = await splitParty([276, 276], '2027-08-13')
    expect(await countSeats(shop, to)).toMatchObject({ sold: 2 })
    await requestRefund(shop, staff.token, order.id, { lines: [{ position: 0, quantity: 1 }] })
    await helpers.strand(order)
    const claim = await helpers.claimOf(token, order)
    await shop.deps.database.query('update reschedule_claims set expires_at = $1 where order_id = $2', [
      shop.clock.now(),
      order.id,
    ])
    await shop.runDueNow()
    expect(await helpers.look(claim.token)).toMatchObject({ state: 'voucher', answered_by: 'clock' })
    expect((await helpers.look(claim.token)).voucher?.amount).toBeGreaterThan(200)
  })

  test('it includes, once, the reschedule costs of a part on a dearer flight', async () => {
    const { token, before, order, to, moved } = await splitParty([150, 150], '2027-08-20')
    expect(moved).toBeGreaterThan(50)
    expect((await helpers.callOff(to)).status).toBe(201)
    await shop.runDueNow()
    const claim = await helpers.claimOf(token, order)
    expect(claim.voucher_amount).toBeCloseTo(before.total / 2 + moved, 1)
    expect(
      (await helpers.answer(claim.token, { choice: 'voucher', amount: claim.voucher_amount })).status,
    ).toBe(200)
    await helpers.strand(order)
    expect((await helpers.claimOf(token, order)).voucher_amount).toBeCloseTo(before.total / 2, 1)
  })

  test(
    'it returns a gift card to the seat it paid, and to those who stayed what ' + 'their card paid',
    async () => {
      await shop.deps.database.query('update fares set refund_when_called_off = true')
      const { buyer, order: before } = await sellOrder(shop, { seats: 2, gifts: [{}] })
      const one = { buyer, order: before }
      const to = await shop.nextFlight()
      const input = { quantity: 1, passenger_ids: [before.passengers[0]?.id] }
      const quote = await quoteReschedule(shop, one, to, input)
      const [fee, difference] = [quote.reschedule_fee ?? 0, quote.reschedule_price_difference ?? 0]
      expect(difference).toBe(0)
      readRescheduled(await requestReschedule(shop, one, to, { fee, difference, ...input, ...VISA_PAYMENT }))
      expect((await helpers.callOff(to)).status).toBe(201)
      await shop.runDueNow()
      const claim = await helpers.claimOf(buyer.token, before)
      expect(new Set(claim.refund?.to.map(({ kind }) => kind))).toEqual(new Set(['card', 'gift_card']))
      const share = before.lines
        .filter(({ kind }) => kind === 'fee')
        .reduce((sum, { amount }) => sum + amount, 0)
      expect(claim.refund?.amount).toBeCloseTo(fee + share / 2, 1)
      expect(
        (await helpers.answer(claim.token, { choice: 'refund', amount: claim.refund?.amount })).status,
      ).toBe(200)
      expect((await readRemainingTenders(shop.deps, buyer.userId)).giftCards).toEqual(['available'])
      const stayed = await shop.read(buyer.token, before)
      await helpers.strand({
        ...stayed,
        flights: stayed.flights.filter(({ status }) => status === 'scheduled'),
      })
      const rest = await helpers.claimOf(buyer.token, before)
      expect(new Set(rest.refund?.to.map(({ kind }) => kind))).toEqual(new Set(['card']))
      expect(
        (await helpers.answer(rest.token, { choice: 'refund', amount: rest.refund?.amount })).status,
      ).toBe(200)
      expect((await shop.read(buyer.token, before)).status).toBe('refunded')
    },
  )

  test('it is not closed by the clock when its worth is unknown, and the staff get one task', async () => {
    const { token, order } = await splitParty([150, 150], '2027-09-03')
    await helpers.strand(order)
    const claim = await helpers.claimOf(token, order)
    // The order's lines are refunded while its seats remain.
    const none = JSON.stringify({ cardCents: 0, creditCents: 0, vouchers: [], giftCards: [] })
    const lines = JSON.stringify([{ position: 0, quantity: 2, amountCents: 0 }])
    await shop.deps.database.query(
      'insert into order_refunds (order_id, origin, actor, reason, lines, tenders, ' +
        "amount_cents, created_at) values ($1, 'staff', 'test', 'test', $2, $3, 0, $4)",
      [order.id, lines, none, shop.clock.now()],
    )
    await shop.deps.database.query('update reschedule_claims set expires_at = $1 where order_id = $2', [
      shop.clock.now(),
      order.id,
    ])
    await shop.runDueNow()
    await shop.runDueNow()
    expect(await helpers.look(claim.token)).toMatchObject({ state: 'open', over: true, voucher_amount: null })
    const { body } = await shop.call('GET', '/v1/staff_tasks?state=open', { token: staff.token })
    const tasks = StaffTasksReply.parse(body).staff_tasks.filter((task) => task.order_id === order.id)
    expect(tasks.map(({ kind }) => kind)).toEqual(['claim_to_settle'])
    await shop.deps.database.query("delete from order_refunds where order_id = $1 and actor = 'test'", [
      order.id,
    ])
  })
})
