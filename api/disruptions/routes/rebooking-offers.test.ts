import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RebookingOffer } from '#contract/call-off.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  readRemainingTenders,
} from '#tests/support/give-tenders.ts'
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

const mailsTo = (email: string) =>
  shop.mailer.sent.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('a rebooking offer', () => {
  test('it gives one voucher for the full amount, whichever tender paid', async () => {
    const { buyer, order } = await sellOrder(shop, {
      seats: 2,
      photos: true,
      gifts: [{}],
      vouchers: [5_000],
      credit: 20,
    })
    await helpers.strand(order, 'technical')
    const { token, voucher_amount: amount } = await helpers.claimOf(buyer.token, order)
    const worth = order.tenders.reduce((sum, tender) => sum + Math.round(tender.amount * 100), 0)
    expect(Math.round((amount ?? 0) * 100)).toBe(worth)
    expect((await helpers.answer(token, { choice: 'voucher', amount: 1 })).status).toBe(409)
    expect((await helpers.look(token)).state).toBe('open')
    expect((await helpers.answer(token, { choice: 'voucher', amount })).status).toBe(200)
    const second = await helpers.answer(token, { choice: 'voucher', amount })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      error: expect.stringContaining('chosen already') as string,
      reschedule_claim: { state: 'voucher' },
    })
    const shown = await shop.read(buyer.token, order)
    expect(shown).toMatchObject({
      status: 'cancelled',
      refunds: [{ amount, state: 'succeeded', to: [{ kind: 'voucher' }] }],
    })
    expect((await readRemainingTenders(shop.deps, buyer.userId)).vouchers).toEqual([0, worth])
    expect(
      await shop.count("select count(*) from holds where order_id = $1 and state <> 'released'", order.id),
    ).toBe(0)
    expect((await requestRefund(shop, staff.token, order.id)).status).toBe(409)
    const list = await shop.call('GET', '/v1/vouchers', { token: buyer.token })
    expect(list.body).toMatchObject({
      vouchers: [{ reason_type: 'reschedule', order_id: order.id, value: amount }, {}],
    })
    await shop.runDueNow()
    const mail = shop.mailer.sent.filter(({ to }) => to === buyer.email).at(-1)
    expect(mail?.subject).toContain('Your re-schedule voucher')
  })

  test('it moves the whole party to the held seats without a fee, and releases the other seats', async () => {
    const { buyer, order } = await sellOrder(shop, { seats: 2, photos: true })
    await helpers.strand(order)
    const cancel =
      shop.mailer.sent.filter(({ to }) => to === buyer.email).at(-1)?.attachments[0]?.content ?? ''
    expect(cancel).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1[\s\S]*STATUS:CANCELLED/)
    const uid = /UID:(.*)/.exec(cancel)?.[1]
    const { token, alternatives } = await helpers.claimOf(buyer.token, order)
    const [first, second] = alternatives
    expect((await shop.read(buyer.token, order)).flights).toMatchObject([{ status: 'called_off' }])
    const moved = await helpers.answer(token, { choice: 'alternative', alternative_id: first?.id })
    expect(moved.status).toBe(200)
    const now = await shop.read(buyer.token, order)
    expect(now).toMatchObject({ status: 'completed', total: order.total, amount_paid: order.amount_paid })
    expect(now.flights).toMatchObject([{ status: 'scheduled', depart_at: first?.flight.depart_at }])
    expect(now.passengers).toHaveLength(2)
    expect(await helpers.look(token)).toMatchObject({
      state: 'moved',
      moved_to: { depart_at: first?.flight.depart_at },
    })
    expect((await helpers.answer(token, { choice: 'alternative', alternative_id: second?.id })).status).toBe(
      409,
    )
    const held = await shop.count(
      'select count(*) from holds h join claim_alternatives a on a.id = h.claim_alternative_id ' +
        "where h.state = 'held' and h.expires_at > $1 and a.id = $2",
      shop.clock.now(),
      second?.id,
    )
    expect(held).toBe(0)
    await shop.runDueNow()
    const ticket = shop.mailer.sent.filter(({ to }) => to === buyer.email).at(-1)
    expect(ticket?.subject).toContain('Your flight was moved')
    expect(ticket?.attachments[0]?.content).toContain(`UID:${String(uid)}`)
    expect(ticket?.attachments[0]?.content).toContain('STATUS:CONFIRMED')
    // The new flight may be cancelled too.
    await helpers.strand(now)
    expect((await helpers.claimOf(buyer.token, order)).state).toBe('open')
  })

  test('it rebooks the remaining passengers after a partial refund', async () => {
    const { buyer, order } = await sellOrder(shop, { seats: 2 })
    await helpers.strand(order)
    const { token, alternatives } = await helpers.claimOf(buyer.token, order)
    await requestRefund(shop, staff.token, order.id, { lines: [{ position: 0, quantity: 1 }] })
    const [first] = alternatives
    expect((await helpers.answer(token, { choice: 'alternative', alternative_id: first?.id })).status).toBe(
      200,
    )
    expect(
      await shop.count("select sum(seats) from holds where state = 'sold' and order_id = $1", order.id),
    ).toBe(1)
  })

  test('it refunds only where the fare or weather cover gives that right, once', async () => {
    const { buyer, order } = await sellOrder(shop, { seats: 1 })
    await helpers.strand(order)
    const plain = await helpers.claimOf(buyer.token, order)
    expect(plain.refund).toBeNull()
    expect((await helpers.answer(plain.token, { choice: 'refund', amount: order.total })).status).toBe(409)
    const covered = await shop.guest('covered@example.com')
    const bought = await shop.order(covered, 1, undefined, {
      order_item_upgrades_attributes: [{ upgrade_id: 3 }],
    })
    await shop.pay(covered, bought, { stripe_source: 'pm_card_visa' })
    await helpers.strand(await shop.read(covered, bought))
    const { token, refund } = await helpers.claimOf(covered, bought)
    expect(refund).toMatchObject({ amount: bought.total, to: [{ kind: 'card' }] })
    expect((await helpers.answer(token, { choice: 'refund', amount: bought.total })).status).toBe(200)
    expect((await helpers.answer(token, { choice: 'voucher', amount: bought.total })).status).toBe(409)
    expect((await helpers.look(token)).refunded_amount).toBe(bought.total)
    expect((await shop.read(covered, bought)).status).toBe('refunded')
  })

  test('it finds other times a limited number of times and holds no more than three', async () => {
    const { buyer, order } = await sellOrder(shop, { seats: 1 })
    await helpers.strand(order)
    const first = await helpers.claimOf(buyer.token, order)
    const days = (claim: RebookingOffer) => claim.alternatives.map(({ flight }) => flight.local_date)
    await shop.call('POST', `/v1/reschedule_claims/${first.token}/alternatives`)
    const later = await helpers.look(first.token)
    expect(later.alternatives).toHaveLength(3)
    expect((days(later)[0] ?? '') > (days(first)[2] ?? '')).toBe(true)
    expect(
      await shop.count(
        'select count(*) from holds h join claim_alternatives a on a.id = ' +
          'h.claim_alternative_id join reschedule_claims c on c.id = a.claim_id where c.order_id ' +
          "= $1 and h.state = 'held' and h.expires_at > $2",
        order.id,
        shop.clock.now(),
      ),
    ).toBe(3)
    for (let times = 0; times < 15; times += 1) {
      await shop.call('POST', `/v1/reschedule_claims/${first.token}/alternatives`)
    }
    expect((await helpers.look(first.token)).renewable).toBe(false)
  })

  test('it ends with the order when staff refund it', async () => {
    const { buyer, order } = await sellOrder(shop, { seats: 1 })
    await helpers.strand(order)
    expect((await requestRefund(shop, staff.token, order.id)).status).toBe(201)
    expect(await helpers.claimOf(buyer.token, order)).toMatchObject({ state: 'closed', answered_by: 'order' })
  })

  test(
    'its link is mailed again to the order’s own address, with the same answer ' + 'for everybody',
    async () => {
      const { buyer, order } = await sellOrder(shop, { seats: 1 })
      await helpers.strand(order)
      const ask = (order_number: string, email: string) =>
        shop.call('POST', '/v1/reschedule_claim_links', {
          body: { reschedule_claim_link: { order_number, email } },
        })
      const before = mailsTo(buyer.email).length
      const replies = [
        await ask(`O-${String(order.id)}`, buyer.email.toUpperCase()),
        await ask(`O-${String(order.id)}`, 'somebody@example.com'),
        await ask('O-999999', buyer.email),
        await ask(`o ${String(order.id)}`, buyer.email),
      ]
      expect(replies.map(({ status, body }) => [status, body])).toEqual(
        replies.map(() => [202, { sent: true }]),
      )
      await shop.runDueNow()
      expect(mailsTo(buyer.email).slice(before)).toEqual([`Your choice for order O-${String(order.id)}`])
      expect(mailsTo('somebody@example.com')).toEqual([])
    },
  )

  test('it becomes a voucher after one reminder, and expired holds are rebooked for nobody', async () => {
    const { buyer, order } = await sellOrder(shop, { seats: 1 })
    await helpers.strand(order)
    const { token, alternatives } = await helpers.claimOf(buyer.token, order)
    shop.clock.advance(25 * 60)
    const gone = await helpers.answer(token, { choice: 'alternative', alternative_id: alternatives[0]?.id })
    expect(gone.body).toMatchObject({
      code: 'sold_out',
      reschedule_claim: { state: 'open', alternatives: [] },
    })
    shop.clock.advance(23 * 24 * 60)
    await shop.runDueNow()
    await shop.runDueNow()
    expect(mailsTo(buyer.email).filter((subject) => subject.startsWith('Please choose until'))).toHaveLength(
      1,
    )
    expect((await helpers.look(token)).alternatives).toEqual([])
    shop.clock.advance(7 * 24 * 60)
    expect(await helpers.look(token)).toMatchObject({ state: 'open', over: true })
    expect((await helpers.answer(token, { choice: 'voucher', amount: order.total })).status).toBe(409)
    await shop.runDueNow()
    expect(await helpers.look(token)).toMatchObject({
      state: 'voucher',
      answered_by: 'clock',
      voucher: { amount: order.total },
    })
  })
})
