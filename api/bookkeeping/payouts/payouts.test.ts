import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { PayoutReply, PayoutsReply } from '#contract/payout.ts'
import { type Report, ReportReply, ReportRowsReply } from '#contract/report.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { runIntegrityChecks } from '../integrity-checks/run-integrity-checks.ts'
import { recoverMissedPayouts } from './catch-up-payouts.ts'
import { readPayout } from './read-payout.ts'

let shop: PayingShop
let staff: string
/** Amounts are in dollars. */
let prices: { first: number; second: number }
let intents: string[]

beforeAll(async () => {
  shop = await openPayingShop()
  staff = (await openStaffMember(shop.deps)).token
}, 120_000)
afterAll(() => shop.close())

beforeEach(async () => {
  await shop.sandbox.control.payouts.payNow()
  await shop.deliverEvents()
  const first = await sell('ada@example.com', 2)
  const second = await sell('grace@example.com', 1)
  prices = { first: first.total, second: second.total }
  intents = [await intentOf(first.id), await intentOf(second.id)]
})

async function sell(email: string, seats: number) {
  const token = await shop.guest(email)
  const placed = await shop.order(token, seats)
  await shop.pay(token, placed, { stripe_source: 'pm_card_visa' })
  return placed
}

async function intentOf(order: number): Promise<string> {
  const { rows } = await shop.deps.database.query('select payment_intent from payments where order_id = $1', [
    order,
  ])
  return String(rows[0]?.['payment_intent'])
}

const feeOf = (dollars: number) => (Math.round(Math.round(dollars * 100) * 0.029) + 30) / 100
const cents = (dollars: number) => Math.round(dollars * 100)

async function balances() {
  const { rows } = await shop.deps.database.query(
    `select account, sum(amount_cents)::int as cents from ledger_entries
      where account in ('stripe', 'bank', 'provider:fees') group by 1`,
  )
  return Object.fromEntries(rows.map(({ account, cents: sum }) => [String(account), Number(sum)]))
}

/** The changes of the ledger accounts during an action. */
async function movedBy(action: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances()
  await action()
  const after = await balances()
  return Object.fromEntries(
    Object.entries(after).map(([account, sum]) => [account, sum - (before[account] ?? 0)]),
  )
}

async function payNow(): Promise<string> {
  const made = await shop.sandbox.control.payouts.payNow()
  if (!made) throw new Error('There was nothing to pay out')
  return made
}

async function list() {
  return PayoutsReply.parse((await shop.call('GET', '/v1/payouts', { token: staff })).body).payouts
}
async function read(reference: string) {
  const found = (await list()).find((one) => one.reference === reference)
  const { body } = await shop.call('GET', `/v1/payouts/${String(found?.id)}`, { token: staff })
  return PayoutReply.parse(body)
}

async function broken() {
  const found = await runIntegrityChecks(
    shop.deps.database.db,
    new Date(shop.clock.now().getTime() + 2 * 3_600_000),
  )
  return found
    .filter(({ failing }) => failing > 0)
    .map(({ check, rows }) => `${check}: ${rows[0]?.kind ?? ''}`)
}

it('a payout is posted to the cent on its event: to the bank, and the provider’s fees', async () => {
  await shop.deps.stripe.refunds.create({ payment_intent: intents[0] ?? '', amount: 5000 })
  await shop.deliverEvents()
  const fees = cents(feeOf(prices.first)) + cents(feeOf(prices.second))
  const gross = cents(prices.first) + cents(prices.second) - 5000

  const made = await payNow()
  expect(await movedBy(() => shop.deliverEvents(2))).toEqual({
    stripe: -gross,
    bank: gross - fees,
    'provider:fees': fees,
  })

  const { payout, payout_lines: lines } = await read(made)
  expect(payout).toMatchObject({
    status: 'in_transit',
    amount: (gross - fees) / 100,
    payments: prices.first + prices.second,
    refunds: -50,
    fees: fees / 100,
    disputes: 0,
    returned: 0,
    other: 0,
    lines: 3,
    unmatched: 0,
    difference: 0,
  })
  expect(lines.map(({ kind, amount, fee, matched }) => ({ kind, amount, fee, matched }))).toEqual(
    expect.arrayContaining([
      { kind: 'refund', amount: -50, fee: 0, matched: true },
      { kind: 'payment', amount: prices.first, fee: feeOf(prices.first), matched: true },
      { kind: 'payment', amount: prices.second, fee: feeOf(prices.second), matched: true },
    ]),
  )
  expect(lines.every(({ order_id: order }) => order !== null)).toBe(true)
  expect(await broken()).toEqual([])
})

it('a payout without an event is found and read once', async () => {
  const made = await payNow()
  shop.sandbox.control.webhooks.hold()
  expect(await movedBy(() => recoverMissedPayouts(shop.deps))).not.toMatchObject({ bank: 0 })
  expect((await read(made)).payout.lines).toBe(2)
  expect(await recoverMissedPayouts(shop.deps)).toBe(0)
  expect(await movedBy(() => readPayout(shop.deps, made))).toEqual({ stripe: 0, bank: 0, 'provider:fees': 0 })
})

test('a payout that the bank returns is reversed, and its money comes with the next one', async () => {
  const made = await payNow()
  await shop.deliverEvents()
  const { payout } = await read(made)
  await shop.sandbox.control.payouts.fail(made)
  expect(await movedBy(() => shop.deliverEvents())).toEqual({
    stripe: cents(payout.amount),
    bank: -cents(payout.amount),
    'provider:fees': 0,
  })
  const next = await payNow()
  expect(await movedBy(() => shop.deliverEvents())).toEqual({
    stripe: -cents(payout.amount),
    bank: cents(payout.amount),
    'provider:fees': 0,
  })
  const again = await read(next)
  expect(again.payout).toMatchObject({ amount: payout.amount, returned: payout.amount, unmatched: 0 })
  expect(again.payout_lines).toMatchObject([{ kind: 'payout_failure', source: made, matched: true }])
  expect(await broken()).toEqual([])
})

test('money of a dispute is withheld and returned without its fee', async () => {
  const dispute = await shop.sandbox.control.disputes.open(intents[0] ?? '')
  await shop.deliverEvents()
  const more = await sell('hold@example.com', 4)
  const made = await payNow()
  await shop.deliverEvents()
  const { payout, payout_lines: lines } = await read(made)
  expect(payout).toMatchObject({ disputes: -prices.first, unmatched: 0 })
  expect(cents(payout.fees)).toBe(
    cents(feeOf(prices.first)) + cents(feeOf(prices.second)) + cents(feeOf(more.total)) + 1500,
  )
  expect(lines.find(({ kind }) => kind === 'dispute')).toMatchObject({ source: dispute, matched: true })
  await shop.sandbox.control.disputes.decide(dispute, 'won')
  await shop.deliverEvents()
  const next = await payNow()
  await shop.deliverEvents()
  expect((await read(next)).payout).toMatchObject({ amount: prices.first, disputes: prices.first, fees: 0 })
  expect(await broken()).toEqual([])
})

test('money without an order is shown and fails the integrity check', async () => {
  const charge = {
    amount: 4200,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://shop.test/',
  }
  await shop.deps.stripe.paymentIntents.create({ ...charge, allowed_payment_method_types: ['card'] })
  const made = await payNow()
  await shop.deliverEvents()
  const { payout, payout_lines: lines } = await read(made)
  expect(payout).toMatchObject({ lines: 3, unmatched: 1, difference: 0 })
  expect(lines.filter(({ matched }) => !matched)).toMatchObject([
    { kind: 'payment', amount: 42, order_id: null },
  ])
  expect(await broken()).toEqual(['payouts: not_here'])
  await shop.deps.database.query(`delete from payout_lines where amount_cents = 4200`)
  expect(await broken()).toEqual(['ledger_balance: posted_wrongly', 'payouts: sum'])
  await shop.deps.database.query(
    `update payouts set booked_at = null, created_at = created_at - interval '4 days' where id = $1`,
    [payout.id],
  )
  expect(await broken()).toEqual(['payouts: not_booked'])
  await shop.deps.database.query(
    `update payouts set booked_at = checked_at, created_at = created_at + interval '4 days' where id = $1`,
    [payout.id],
  )
  await shop.deps.database.query(
    `insert into payout_lines (payout_id, reference, kind, amount_cents, fee_cents, moved_at)
      values ($1, 'txn_mended', 'fee', 4048, 0, now()), ($1, 'txn_mended_2', 'fee', -4200, -4200, now())`,
    [payout.id],
  )
})

test('an unknown charge that was refunded completely passes the check', async () => {
  const { stripe } = shop.deps
  const charge = {
    amount: 5100,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://shop.test/',
  }
  const { id } = await stripe.paymentIntents.create({ ...charge, allowed_payment_method_types: ['card'] })
  await stripe.refunds.create({ payment_intent: id, amount: 5000 })
  const made = await payNow()
  await shop.deliverEvents()
  expect((await read(made)).payout.unmatched).toBe(2)
  await stripe.refunds.create({ payment_intent: id, amount: 100 })
  await sell('beside@example.com', 1)
  const next = await payNow()
  await shop.deliverEvents()
  expect((await read(made)).payout.unmatched).toBe(0)
  expect((await read(next)).payout.unmatched).toBe(0)
})

test('reports show what reached the bank, its parts, and what is still to come', async () => {
  await payNow()
  await shop.deliverEvents()
  const arrives = (await list())[0]?.arrives_on ?? ''
  const ask = async (name: string, by: string, day: string): Promise<Report> => {
    const answer = await shop.call('GET', `/v1/reports/${name}?from=${day}&to=${day}&by=${by}`, {
      token: staff,
    })
    return ReportReply.parse(answer.body).report
  }
  const report = await ask('payouts', 'payout', arrives)
  const sums = Object.fromEntries(report.columns.map(({ key }, at) => [key, report.total[at] ?? 0]))
  const paidOut = (await list())
    .filter((one) => one.arrives_on === arrives && one.status !== 'failed')
    .reduce((sum, { amount }) => sum + cents(amount), 0)
  expect(cents(sums['net'] ?? 0)).toBe(paidOut)
  const { net = 0, payments = 0, refunds = 0, disputes = 0, fees = 0, other = 0 } = sums
  expect(cents(net)).toBe(cents(payments + refunds + disputes + fees + other))
  const path = `/v1/report_rows?name=payouts&from=${arrives}&to=${arrives}&page_size=1000`
  const { report_rows: listed } = ReportRowsReply.parse((await shop.call('GET', path, { token: staff })).body)
  expect(listed.total).toEqual(report.total)
  // What the bank sent back has a row of its own, which takes its movements back.
  expect(listed.rows.map(({ text }) => text)).toContain('What the provider did not tell, or was sent back')
  expect(report.notes.join(' ')).toContain(
    'At the provider and not paid out yet: ' +
      `${formatDollars((await balances())['stripe'] ?? 0)}, before its fees.`,
  )

  const today = shop.clock.now().toISOString().slice(0, 10)
  const byPlace = await ask('money', 'place', today)
  const byDay = await ask('money', 'day', today)
  expect(byPlace.rows.map(({ label }) => label)).toContain('Paid out to the bank')
  // A transfer between accounts is no income: only the provider's fees have left.
  const column = (found: Report, key: string) =>
    found.total[found.columns.findIndex((one) => one.key === key)] ?? 0
  expect(cents(column(byDay, 'net'))).toBe(cents(column(byPlace, 'net')))
  expect(column(byDay, 'in')).toBeLessThan(column(byPlace, 'in'))
})

test('only staff can read payouts', async () => {
  const guest = await shop.guest()
  expect((await shop.call('GET', '/v1/payouts', { token: guest })).status).toBe(403)
  expect((await shop.call('GET', '/v1/payouts/1', { token: guest })).status).toBe(403)
  expect((await shop.call('GET', '/v1/payouts')).status).toBe(401)
  expect((await shop.call('GET', '/v1/payouts/999999', { token: staff })).status).toBe(404)
})

it('a payout shows when it arrived', async () => {
  const made = await payNow()
  await recoverMissedPayouts(shop.deps)
  shop.clock.advance(2 * 24 * 60)
  expect(await recoverMissedPayouts(shop.deps)).toBeGreaterThan(0)
  const { rows } = await shop.deps.database.query('select state from payouts where reference = $1', [made])
  expect(rows).toEqual([{ state: 'paid' }])
})
