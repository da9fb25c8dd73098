import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ManifestReply } from '#contract/passenger.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { StaffDayReply } from '#contract/staff-day.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type Account, BALANCED_BOOKS, readBookErrors } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// Each test sells and flies an order.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

interface Gate extends Sold {
  staff: Account
  flight: number
  people: number[]
}

/** A paid party twenty minutes before its flight, with the rule of its product. */
async function atTheGate(rule: string, seats = 2): Promise<Gate> {
  const { query } = shop.deps.database
  await query('update products set no_show = $1, no_show_days = 10, no_show_percent = 40 where id = 6', [
    rule,
  ])
  const sold = await sellOrder(shop, { seats })
  const [flight] = sold.order.flights
  shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 20 * 60_000))
  const staff = await openStaffMember(shop.deps)
  return { ...sold, staff, flight: flight?.flight_id ?? 0, people: sold.order.passengers.map(({ id }) => id) }
}

const call = ({ staff }: Gate, method: string, path: string, body?: Record<string, unknown>) =>
  shop.call(method, path, { token: staff.token, ...(body === undefined ? {} : { body }) })
const board = (gate: Gate, id: number | undefined, boarding: string | null, was?: string | null) =>
  call(gate, 'PATCH', `/v1/flights/${String(gate.flight)}/passengers/${String(id)}`, {
    passenger: { boarding, ...(was === undefined ? {} : { boarding_was: was }) },
  })
/** The flight leaves, and the job runs twice: the second run has nothing left to do. */
async function leave(gate: Gate) {
  await call(gate, 'PATCH', `/v1/flights/${String(gate.flight)}`, { flight: { status: 'boarding' } })
  const flight = { status: 'departed', status_reason: 'They wait no longer' }
  expect((await call(gate, 'PATCH', `/v1/flights/${String(gate.flight)}`, { flight })).status).toBe(200)
  await shop.runDueNow()
  await shop.runDueNow()
}
async function givenTo({ order }: Gate) {
  const { rows } = await shop.deps.database.query(
    `select n.rule, n.value_cents as value, v.state, v.balance_cents as left,
       n.undone_at is not null as undone
     from no_shows n left join vouchers v on v.id = n.voucher_id where n.order_id = $1 order by n.id`,
    [order.id],
  )
  return rows
}
const mailsTo = ({ buyer }: Gate) =>
  shop.mailer.to(buyer.email).filter(({ subject }) => subject.includes('left without'))
const failing = async () =>
  (await runIntegrityChecks(shop.deps.database.db, shop.clock.now())).flatMap(({ rows }) =>
    rows.map(({ kind }) => kind),
  )

test('a guest who did not come has one free move by the rule, as a voucher for their share', async () => {
  const gate = await atTheGate('move')
  await board(gate, gate.people[0], 'checked_in')
  await board(gate, gate.people[1], 'no_show')
  expect(await givenTo(gate)).toEqual([])
  await leave(gate)
  const share = Math.floor((gate.order.amount_paid * 100) / 2)
  expect(await givenTo(gate)).toEqual([
    { rule: 'move', value: share, state: 'available', left: share, undone: false },
  ])
  const [mail] = mailsTo(gate)
  expect(mailsTo(gate)).toHaveLength(1)
  expect(mail?.text).toContain('one free move')
  expect(mail?.text).toMatch(/Book until: \d+ \w+ 2027/)
  expect(mail?.text).toMatch(/: [A-Z0-9]{4}-/)
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  expect(await failing()).toEqual([])
  const file = OrderFileReply.parse(
    (await call(gate, 'GET', `/v1/orders/${String(gate.order.id)}/file`)).body,
  ).file
  expect(file.history.map(({ text }) => text).join(' ')).toContain('One guest did not come; by the product')
})

test('the rule gives a part as a credit, nothing by default, and says so by mail', async () => {
  const credit = await atTheGate('credit')
  for (const id of credit.people) await board(credit, id, 'no_show')
  await leave(credit)
  const part = Math.floor((Math.floor((credit.order.amount_paid * 100) / 2) * 40) / 100)
  expect((await givenTo(credit)).map(({ value }) => value)).toEqual([part, part])
  expect(mailsTo(credit).map(({ subject }) => subject)).toEqual([
    `Your flight left without 2 of you (${credit.order.number})`,
  ])
  const nothing = await atTheGate('nothing')
  for (const id of nothing.people) await board(nothing, id, 'no_show')
  await leave(nothing)
  expect((await givenTo(nothing)).map(({ value, state }) => [value, state])).toEqual([
    [0, null],
    [0, null],
  ])
  expect(mailsTo(nothing)[0]?.text).toContain('nothing is given back')
  expect(await failing()).toEqual([])
})

test('staff undo a no-show until something of it was used, also once the flight has landed', async () => {
  const gate = await atTheGate('move')
  await board(gate, gate.people[0], 'no_show')
  await board(gate, gate.people[1], 'no_show')
  await leave(gate)
  await call(gate, 'PATCH', `/v1/flights/${String(gate.flight)}`, { flight: { status: 'landed' } })
  expect((await board(gate, gate.people[0], 'checked_in', 'no_show')).status).toBe(409)
  expect((await board(gate, gate.people[0], null, 'no_show')).status).toBe(200)
  expect(await givenTo(gate)).toMatchObject([
    { state: 'void', left: 0, undone: true },
    { state: 'available', undone: false },
  ])
  await shop.runDueNow()
  expect(await givenTo(gate)).toHaveLength(2)
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  expect(await failing()).toEqual([])
  // They have booked with a cent of the other one; the books are asked nothing here.
  const spend = (cents: number) =>
    shop.deps.database.query(
      `update vouchers set balance_cents = balance_cents - $2 where state = 'available' and order_id = $1`,
      [gate.order.id, cents],
    )
  await spend(1)
  const refused = await board(gate, gate.people[1], null, 'no_show')
  expect([refused.status, refused.body]).toMatchObject([409, { error: expect.stringContaining('used') }])
  expect(await givenTo(gate)).toMatchObject([{ undone: true }, { undone: false }])
  await spend(-1)
  expect((await board(gate, gate.people[1], null, 'no_show')).status).toBe(200)
  expect(await failing()).toEqual([])
})

test('a no-show whose voucher is not what the rule gave, or that nobody settled, fails a check', async () => {
  const gate = await atTheGate('move')
  await board(gate, gate.people[0], 'no_show')
  await leave(gate)
  const { query } = shop.deps.database
  await query("update passengers set boarding = 'checked_in' where id = $1", [gate.people[0]])
  expect(await failing()).toEqual(['no_show_differs'])
  await query("update passengers set boarding = 'no_show', boarded_at = $2 where id = any($1)", [
    gate.people,
    shop.clock.now(),
  ])
  expect(await failing()).toEqual([])
  shop.clock.advance(90)
  expect(await failing()).toEqual(['no_show_not_settled'])
  await shop.runDueNow()
  expect(await failing()).toEqual([])
})

test('the day asks nothing any more of a guest who did not come', async () => {
  const gate = await atTheGate('nothing')
  const { query } = shop.deps.database
  const [here, missing] = gate.people
  await query('update passengers set weight_lbs = null where id = $1', [missing])
  await query(
    `insert into staff_tasks (kind, order_id, passenger_id, state, created_at)
     values ('second_seat_needed', $1, $2, 'open', $3)`,
    [gate.order.id, missing, shop.clock.now()],
  )
  // A part of the price is due; the checks of the books are asked nothing here.
  await query(
    `update orders set due_cents = 10000, amount_paid_cents = amount_paid_cents - 10000,
       balance_due_at = $2, status = 'partially_paid' where id = $1`,
    [gate.order.id, shop.clock.now()],
  )
  const date = gate.order.flights[0]?.depart_at.slice(0, 10)
  const asked = async () => {
    const { staff_day: day } = StaffDayReply.parse(
      (await call(gate, 'GET', `/v1/staff_days/${String(date)}`)).body,
    )
    const own = day.tasks.filter(
      (task) => task.order_id === gate.order.id || task.passengers.some(({ id }) => id === missing),
    )
    const { manifest } = ManifestReply.parse(
      (await call(gate, 'GET', `/v1/flights/${String(gate.flight)}/manifest`)).body,
    )
    return {
      kinds: own.map(({ kind }) => kind).toSorted(),
      due: own.find(({ kind }) => kind === 'balance_due')?.amount,
      toPay: manifest.still_to_pay.map(({ amount }) => amount),
      late: manifest.late_parties.length,
    }
  }
  const all = ['balance_due', 'second_seat_needed', 'weight_missing']
  expect(await asked()).toEqual({ kinds: all, due: 100, toPay: [100], late: 1 })
  await board(gate, missing, 'no_show')
  expect(await asked()).toEqual({ kinds: ['balance_due'], due: 50, toPay: [50], late: 1 })
  await board(gate, here, 'no_show')
  expect(await asked()).toEqual({ kinds: [], due: undefined, toPay: [], late: 0 })
  await board(gate, missing, null)
  expect(await asked()).toEqual({ kinds: all, due: 50, toPay: [50], late: 1 })
})
