import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runIntegrityChecks } from '../bookkeeping/integrity-checks/run-integrity-checks.ts'
import { AgentReply, AgentsReply, AgentStatementReply } from '#contract/agent.ts'
import { type Order } from '#contract/order.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { makeAgentStatements } from './make-statements.ts'

let shop: PayingShop
let harbor: number
let hotel: Awaited<ReturnType<typeof openStaffMember>>
beforeAll(async () => {
  shop = await openPayingShop()
  hotel = await openStaffMember(shop.deps, 'agent')
}, 120_000)
afterAll(() => shop.close())

/** Roles count for hours, and these tests for months. */
const call = async (method: string, path: string, body?: unknown) => {
  const { token } = await openStaffMember(shop.deps, 'admin')
  return shop.call(method, path, { token, ...(body === undefined ? {} : { body }) })
}

let buyers = 0
async function sell(tag_list: string[], seats = 2): Promise<Order> {
  const token = await shop.guest(`buyer${String(++buyers)}@example.com`)
  let flight = await shop.nextFlight()
  while (new Date(flight.departAt) < shop.clock.now()) flight = await shop.nextFlight()
  const order = await shop.order(token, seats, flight, { tag_list })
  const paid = await shop.pay(token, order, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
  expect(paid.status).toBe(201)
  return shop.read(token, order)
}
const agentOf = (order: Order) =>
  shop.count('select coalesce(agent_id, 0) from orders where id = $1', order.id)
const readAgent = async (id = harbor) =>
  AgentReply.parse((await call('GET', `/v1/agents/${String(id)}`)).body)
async function readStatement(place: number) {
  const { statements } = await readAgent()
  const id = String(statements.at(-place)?.id)
  return AgentStatementReply.parse((await call('GET', `/v1/agent_statements/${id}`)).body)
}
const statements = () => shop.count('select count(*) from agent_statements')
const balanceOf = (account: string) =>
  shop.count('select coalesce(sum(amount_cents), 0) from ledger_entries where account = $1', account)
const checkLedger = async () => {
  const found = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(found.filter(({ check }) => check === 'ledger_balance')).toMatchObject([{ failing: 0 }])
}

describe('orders of an agent', () => {
  let first: Order
  it('are those through the link of an agent who has not ended, and those they book', async () => {
    const agent = { brand_id: 1, name: 'Harbor Hotels', code: 'Harbor', percent: 12, user_id: hotel.userId }
    const made = await call('POST', '/v1/agents', { agent })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    harbor = AgentReply.parse(made.body).agent.id
    expect((await call('POST', '/v1/agents', { agent })).body).toEqual({
      code: ['Another agent of this brand has this code'],
    })
    first = await sell(['affiliate:HARBOR', 'utm_source:mail'])
    expect(await agentOf(first)).toBe(harbor)
    expect(await agentOf(await sell(['affiliate:elsewhere']))).toBe(0)
    const own = await shop.order(hotel.token, 1)
    expect(await agentOf(own)).toBe(harbor)
    // Whoever types the agent's address as a guest is not the agent.
    expect(await agentOf(await shop.order(await shop.guest(hotel.email), 1))).toBe(0)
    const path = `/v1/agents/${String(harbor)}`
    expect((await call('PATCH', path, { agent: { ended: true } })).status).toBe(200)
    expect(await agentOf(await sell(['affiliate:harbor']))).toBe(0)
    expect((await call('PATCH', path, { agent: { ended: false } })).status).toBe(200)
  })

  it('are read by the agent with a shortened name, and by no other agent', async () => {
    const { token } = hotel
    const listed = await shop.call('GET', '/v1/agents', { token })
    expect(AgentsReply.parse(listed.body).agents).toMatchObject([
      { id: harbor, orders: 1, sold: first.total },
    ])
    const mine = await shop.call('GET', `/v1/agents/${String(harbor)}`, { token })
    const { orders } = AgentReply.parse(mine.body)
    expect(orders).toMatchObject([{ id: first.id, state: 'to_fly', sold: 458, commission: 54.96, stated: 0 }])
    const text = JSON.stringify(mine.body)
    for (const secret of [first.email ?? '', 'Passenger 1']) expect(text).not.toContain(secret)
    const other = await openStaffMember(shop.deps, 'agent')
    for (const path of ['/v1/agents', `/v1/agents/${String(harbor)}`, `/v1/orders/${String(first.id)}`])
      expect(figuresOf(await shop.call('GET', path, { token: other.token }))).not.toContain(458)
    for (const [method, path] of [
      ['PATCH', `/v1/agents/${String(harbor)}`],
      ['GET', '/v1/reports/sales'],
      ['GET', '/v1/customers'],
    ] as const)
      expect(
        (await shop.call(method, path, { token, ...(method === 'GET' ? {} : { body: {} }) })).status,
      ).toBe(403)
  })

  it('keep their commission when it changes from a day on, which must come', async () => {
    const path = `/v1/agents/${String(harbor)}/terms`
    const today = await call('POST', path, { terms: { percent: 20, from: '2027-05-12' } })
    expect(today.status).toBe(422)
    expect((await call('POST', path, { terms: { percent: 20, from: '2027-06-01' } })).status).toBe(200)
    const { agent, orders } = await readAgent()
    expect([agent.percent, orders[0]?.percent]).toEqual([12, 12])
  })
})

describe('statements', () => {
  it('wait for the end of the month and are made once, also when a job was killed within', async () => {
    await makeAgentStatements(shop.deps)
    expect(await statements()).toBe(0)
    shop.clock.set('2027-06-01T03:59:00Z')
    await makeAgentStatements(shop.deps)
    expect(await statements()).toBe(0)
    shop.clock.set('2027-06-01T04:01:00Z')
    const { query } = shop.deps.database
    await query(`create function fail_now() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`)
    await query(`create trigger killed before insert on ledger_entries execute function fail_now()`)
    await expect(makeAgentStatements(shop.deps)).rejects.toThrow()
    expect(await shop.count('select count(*) from agent_statement_lines')).toBe(0)
    await query('drop trigger killed on ledger_entries')
    await Promise.all([makeAgentStatements(shop.deps), makeAgentStatements(shop.deps)])
    await makeAgentStatements(shop.deps)
    expect(await statements()).toBe(1)
    const { statement, lines } = await readStatement(1)
    expect(statement).toMatchObject({
      number: 1,
      month: '2027-05',
      earned: 54.96,
      carried: 0,
      payable: 54.96,
    })
    expect(lines).toMatchObject([
      { flown_on: '2027-05-14', percent: 12, sold: 458, amount: 54.96, correction: false },
    ])
    expect(await balanceOf('owed:agents')).toBe(-5496)
    expect(await balanceOf('commission')).toBe(5496)
    await shop.runDueNow()
    const mailed = shop.mailer.sent.filter(
      ({ to, subject }) => to === hotel.email && subject.includes('statement'),
    )
    expect(mailed.map(({ subject }) => subject)).toEqual(['Your statement of May 2027: Loft & Rotor'])
    expect(mailed[0]?.text).toContain('$54.96')
    await checkLedger()
  })

  it('are paid once, with how, from the bank', async () => {
    const { statement } = await readStatement(1)
    const path = `/v1/agent_statements/${String(statement.id)}/payment`
    expect((await call('POST', path, { payment: { reference: '' } })).status).toBe(422)
    const paid = await call('POST', path, { payment: { reference: 'Transfer 4711' } })
    expect(AgentStatementReply.parse(paid.body).statement.paid_reference).toBe('Transfer 4711')
    expect((await call('POST', path, { payment: { reference: 'Again' } })).status).toBe(409)
    expect([await balanceOf('owed:agents'), await balanceOf('bank')]).toEqual([0, -5496])
    expect(await shop.count("select count(*) from audit_log where resource = 'agent_statements'")).toBe(1)
    await checkLedger()
  })

  it('take back what is refunded later, carry what cannot be paid, and never change', async () => {
    const before = await readStatement(1)
    const [flown] = before.lines
    const [seat] = (await readAgent()).orders.filter(({ id }) => id === flown?.order_id)
    const refund = { order_id: seat?.id, amount: 200, reason: 'Fog' }
    expect((await call('POST', '/v1/refunds', { refund })).status).toBe(201)
    shop.clock.set('2027-07-01T04:01:00Z')
    await makeAgentStatements(shop.deps)
    const { statement, lines } = await readStatement(2)
    // 200 dollars of the order's total came from its lines in proportion.
    const kept = 458 - Math.round(((200 * 45_800) / 50_400) * 100) / 100
    const back = Math.round(kept * 12) / 100 - 54.96
    expect(lines).toMatchObject([
      { sold: Number(kept.toFixed(2)), amount: Number(back.toFixed(2)), correction: true },
    ])
    expect(statement).toMatchObject({ number: 2, month: '2027-06', carried: 0, payable: 0 })
    const path = `/v1/agent_statements/${String(statement.id)}/payment`
    const nothing = await call('POST', path, { payment: { reference: 'None' } })
    expect(nothing.status).toBe(409)

    const next = await sell(['affiliate:harbor'], 1)
    expect(await agentOf(next)).toBe(harbor)
    shop.clock.set('2027-08-01T04:01:00Z')
    await makeAgentStatements(shop.deps)
    const third = await readStatement(3)
    expect(third.lines).toMatchObject([
      { order_id: next.id, percent: 20, sold: 229, amount: 45.8, correction: false },
    ])
    expect(third.statement.carried).toBe(statement.earned)
    expect(third.statement.payable).toBeCloseTo(45.8 + statement.earned, 2)
    const { statement: paid, lines: same } = await readStatement(1)
    expect([same, paid.earned]).toEqual([before.lines, before.statement.earned])
    expect(await balanceOf('owed:agents')).toBe(-Math.round(third.statement.payable * 100))
    await checkLedger()
  })

  it('are refused by the database any change but the note of their payment', async () => {
    const { query } = shop.deps.database
    for (const harm of [
      'update agent_statement_lines set amount_cents = amount_cents + 1',
      'delete from agent_statement_lines',
      'update agent_statements set earned_cents = earned_cents + 1',
      "update agent_statements set paid_reference = 'Another one' where paid_at is not null",
      'update agent_statements set paid_at = null, paid_by = null, paid_reference = null',
      'delete from agent_statements',
    ])
      await expect(query(harm), harm).rejects.toThrow(/stays as it was made/)
  })

  it('that do not sum to their lines, or were booked otherwise, are found', async () => {
    const { query } = shop.deps.database
    const id = await shop.count('select min(id) from agent_statements')
    const harm = 'update agent_statement_lines set amount_cents = amount_cents + $2 where statement_id = $1'
    await query('alter table agent_statement_lines disable trigger agent_statement_lines_kept')
    await query(harm, [id, 1])
    const found = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
    expect(found.find(({ check }) => check === 'ledger_balance')?.rows).toMatchObject([
      { kind: 'agent_statement_differs', subject: 'agent_statement', id: String(id) },
    ])
    await query(harm, [id, -1])
    await query('alter table agent_statement_lines enable trigger agent_statement_lines_kept')
  })
})
