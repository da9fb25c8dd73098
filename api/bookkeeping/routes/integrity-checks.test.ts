import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { z } from 'zod'
import { integrityCheckNames } from '#api/bookkeeping/rules/integrity-check-list.ts'
import { runDueIntegrityChecks } from '#api/bookkeeping/integrity-checks/work-integrity-runs.ts'
import { type IntegrityRun, IntegrityRunReply, IntegrityChecksReply } from '#contract/promise.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  shop.deps.settings.operatorEmail = 'operator@example.com'
  staff = (await openStaffMember(shop.deps)).token
})
afterAll(() => shop.close())

const read = async () => IntegrityChecksReply.parse((await shop.call('GET', '/v1/promises')).body)
const requestRun = (token: string, promise_run: Record<string, unknown> = {}) =>
  shop.call('POST', '/v1/promise_runs', { token, body: { promise_run } })
const runOf = (body: unknown) => IntegrityRunReply.parse(body).promise_run
async function readRun(id: number): Promise<IntegrityRun> {
  return runOf((await shop.call('GET', `/v1/promise_runs/${String(id)}`, { token: staff })).body)
}
/** Requests a run and executes it a minute later. */
async function runNow(): Promise<IntegrityRun> {
  shop.clock.advance(1)
  const requested = runOf((await requestRun(staff)).body)
  await runDueIntegrityChecks(shop.deps)
  return readRun(requested.id)
}
const stateOf = ({ results }: IntegrityRun, name: string) => results.find((one) => one.name === name)?.state
const harm = (statement: string) => shop.deps.database.query(statement)

it('shows no results before the first run', async () => {
  const { promises, run } = await read()
  expect(run).toBeNull()
  expect(promises.map(({ name }) => name)).toEqual(integrityCheckNames)
  expect(promises.every(({ state, failing }) => state === null && failing === null)).toBe(true)
})

it('runs automatically once a night, and the first time at once', async () => {
  await runDueIntegrityChecks(shop.deps)
  const first = (await read()).run
  expect(first?.finished_at).toBe(shop.clock.now().toISOString())
  await runDueIntegrityChecks(shop.deps)
  expect((await read()).run).toEqual(first)
  shop.clock.set('2027-05-13T08:19:00Z')
  await runDueIntegrityChecks(shop.deps)
  expect((await read()).run).toEqual(first)
  shop.clock.set('2027-05-13T08:20:00Z')
  await runDueIntegrityChecks(shop.deps)
  expect((await read()).run?.finished_at).toBe('2027-05-13T08:20:00.000Z')
  const { promises } = await read()
  expect(promises.filter(({ state }) => state !== 'kept')).toEqual([])
  // A night is longer than a session, so the caller signs in again.
  staff = (await openStaffMember(shop.deps)).token
})

test('only staff request runs, one at a time, and see their rows', async () => {
  shop.clock.advance(1)
  const guest = await shop.guest('curious@example.com')
  await shop.runDueNow()
  expect((await requestRun(guest)).status).toBe(403)
  const requested = await requestRun(staff, { full: true })
  expect(requested.status).toBe(202)
  const { id, state, full } = runOf(requested.body)
  expect({ state, full }).toEqual({ state: 'queued', full: true })
  expect(await requestRun(staff)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await shop.call('GET', `/v1/promise_runs/${String(id)}`, { token: guest })).status).toBe(403)
  await runDueIntegrityChecks(shop.deps)
  expect(await readRun(id)).toMatchObject({ state: 'done', kind: 'asked' })
  expect((await shop.call('GET', '/v1/promise_runs/999999', { token: staff })).status).toBe(404)
})

test('a run whose process died counts as failed after half an hour', async () => {
  shop.clock.advance(1)
  const dead = runOf((await requestRun(staff)).body)
  await harm(`update promise_runs set state = 'running' where id = ${String(dead.id)}`)
  expect((await requestRun(staff)).status).toBe(409)
  shop.clock.advance(31)
  const next = runOf((await requestRun(staff)).body)
  await runDueIntegrityChecks(shop.deps)
  expect(await readRun(dead.id)).toMatchObject({ state: 'failed' })
  expect(await readRun(next.id)).toMatchObject({ state: 'done' })
})

test('a failing check shows a figure to all, rows to staff, and notifies the operator', async () => {
  const told: unknown[] = []
  shop.deps.log.error = ((facts: unknown, text: string) =>
    void told.push({ facts, text })) as typeof shop.deps.log.error
  const token = await shop.guest('ada@example.com')
  const order = await shop.order(token, 2)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  await shop.deliverEvents()
  const flight = `id in (select flight_id from holds where order_id = ${String(order.id)})`
  await harm(`update flights set seats_sold = 3 where ${flight}`)
  const run = await runNow()
  const [row] = run.results.find(({ name }) => name === 'seat_counters')?.rows ?? []
  expect(row).toMatchObject({
    kind: 'count_differs',
    subject: 'flight',
    facts: { counted_sold: 3, sold: 2 },
  })
  const counted = await read()
  expect(counted.promises.filter(({ state }) => state === 'broken')).toMatchObject([
    { name: 'seat_counters', failing: 1 },
  ])
  expect(z.array(z.object({ facts: z.unknown() })).parse(told)[0]?.facts).toEqual({
    run: run.id,
    broken: ['seat_counters'],
  })
  await shop.runDueNow()
  const [mail] = shop.mailer.to('operator@example.com')
  expect(mail).toMatchObject({ subject: 'A promise is not kept' })
  expect(mail?.text).toContain('Flights whose count is wrong: 1')
  // No buyer is named, neither in the mail nor in the rows.
  expect(`${String(mail?.text)}${JSON.stringify(run)}`).not.toContain('ada@')
  await harm(`update flights set seats_sold = 2 where ${flight}`)
  expect(stateOf(await runNow(), 'seat_counters')).toBe('kept')
})

test('an unmatched charge fails only the check of payments', async () => {
  const charge = {
    amount: 4200,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://shop.test/',
  }
  const made = await shop.deps.stripe.paymentIntents.create({
    ...charge,
    allowed_payment_method_types: ['card'],
  })
  shop.clock.advance(20)
  const run = await runNow()
  expect(run.results.filter(({ state }) => state !== 'kept')).toMatchObject([
    {
      name: 'provider_payments',
      state: 'broken',
      failing: 1,
      amount: 42,
      rows: [{ kind: 'missing_here', id: made.id }],
    },
  ])
})

test('the check of payments is unchecked, with a time, while the provider is unavailable', async () => {
  const before = (await read()).promises.find(({ name }) => name === 'provider_payments')
  shop.sandbox.control.failNext('before', 'GET /v1/charges')
  const run = await runNow()
  expect(stateOf(run, 'provider_payments')).toBe('unchecked')
  const after = (await read()).promises.find(({ name }) => name === 'provider_payments')
  expect(after).toMatchObject({ state: 'unchecked', failing: null, checked_at: before?.checked_at })
  expect(run.results.filter(({ state }) => state === 'broken')).toEqual([])
})

test('a finished run invalidates the cached page', async () => {
  const version = async () => (await shop.call('GET', '/v1/version')).body as { version: string }
  const { version: before } = await version()
  await runNow()
  expect((await version()).version).not.toBe(before)
})
