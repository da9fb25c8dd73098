import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type Day, DayClosingReply, DayReply } from '#contract/day-closing.ts'
import { type Account } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: Account
let admin: Account
let today: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  admin = await openStaffMember(shop.deps, 'admin')
  today = shop.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
}, 120_000)
afterAll(() => shop.close())

const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

async function sell(seats: number) {
  const token = await shop.guest()
  const placed = await shop.order(token, seats)
  await shop.pay(token, placed, { stripe_source: 'pm_card_visa' })
  return placed
}

async function read(day = today): Promise<Day> {
  const { body } = await shop.call('GET', `/v1/days/${day}`, { token: staff.token })
  return DayReply.parse(body).day
}
const close = (day: string, note?: string, who = staff) =>
  shop.call('POST', '/v1/day_closings', { token: who.token, body: { day_closing: { day, note } } })
const reopen = (id: number, reason: string, who = admin) =>
  shop.call('POST', `/v1/day_closings/${String(id)}/reopen`, {
    token: who.token,
    body: { day_closing: { reason } },
  })
/** A figure of a day's reports in dollars. */
function figure({ reports }: Day, name: string, by: string, column: string): number | null {
  const report = reports.find((one) => one.name === name && one.by === by)
  return report?.total[report.columns.findIndex(({ key }) => key === column)] ?? null
}
const audited = () => shop.count("select count(*) from audit_log where resource = 'day_closings'")

describe('a day', () => {
  it('is stored when it is closed, and later sales are shown beside it', async () => {
    const sold = await sell(2)
    const before = await read()
    expect(before).toMatchObject({ balanced: true, begun: true, ended: false, closing: null, changes: [] })
    expect(figure(before, 'sales', 'channel', 'net')).toBe(sold.total)

    const closed = await close(today, 'Quiet day')
    expect(closed.status).toBe(201)
    const { day_closing: closing } = DayClosingReply.parse(closed.body)
    expect(closing).toMatchObject({ day: today, note: 'Quiet day', reopened_at: null })
    expect((await read()).changes).toEqual([])

    const more = await sell(1)
    const after = await read()
    expect(after.closing?.id).toBe(closing.id)
    expect(figure(after, 'sales', 'channel', 'net')).toBe(sold.total)
    const net = after.changes.find(
      ({ report, by, column }) => `${report} ${by} ${column}` === 'sales channel Net sales',
    )
    expect(net).toMatchObject({ row: 'Web', unit: 'money', then: sold.total, now: sold.total + more.total })
    expect(await audited()).toBe(1)
  })

  it('can be closed once, and again after an admin has reopened it with a reason', async () => {
    expect(await close(today, 'Again')).toMatchObject({
      status: 409,
      body: { error: 'Somebody has closed this day already.' },
    })
    const { closing } = await read()
    const id = closing?.id ?? 0
    expect((await reopen(id, 'The slip of O-12 was missing', staff)).status).toBe(403)
    expect((await reopen(id, ' ')).status).toBe(422)
    expect((await reopen(id, 'The slip of O-12 was missing')).status).toBe(200)
    expect(await reopen(id, 'Once more')).toMatchObject({
      status: 409,
      body: { error: 'This closing was taken back already.' },
    })
    const open = await read()
    expect(open.closing).toBeNull()
    expect(open.taken_back).toMatchObject([
      { id, note: 'Quiet day', reopen_reason: 'The slip of O-12 was missing' },
    ])
    expect((await close(today)).status).toBe(201)
    expect((await read()).changes).toEqual([])
    expect(await audited()).toBe(3)
    expect((await reopen(999_999, 'There is none')).status).toBe(404)
  })

  it('cannot be closed before it has begun', async () => {
    expect(await close(later(today, 1))).toMatchObject({
      status: 409,
      body: { error: 'This day has not begun yet.' },
    })
    expect((await read(later(today, 1))).begun).toBe(false)
    expect((await close('2027-02-30')).status).toBe(422)
  })
})

test('closing a day with an uncounted drawer needs a note', async () => {
  const yesterday = later(today, -1)
  await shop.call('POST', '/v1/drawers', { token: staff.token, body: { drawer: { opening: 100 } } })
  // A drawer that was opened today does not belong to yesterday.
  expect((await read(yesterday)).open_drawers).toEqual([])
  const tomorrow = later(today, 1)
  expect((await read(tomorrow)).open_drawers).toHaveLength(1)
  await shop.deps.database.query("update drawers set opened_at = opened_at - interval '1 day'")
  expect(await close(yesterday)).toMatchObject({
    status: 409,
    body: { error: 'A drawer is not counted yet. Have it counted first, or write why it is not.' },
  })
  expect((await read(yesterday)).closing).toBeNull()
  expect((await close(yesterday, 'Ann took the key home')).status).toBe(201)
})

test('a day cannot be closed while the ledger does not balance', async () => {
  const day = later(today, -2)
  const { query } = shop.deps.database
  await query(`set session_replication_role = replica`)
  await query(
    `insert into ledger_transactions (kind, event_key, at)
      values ('sale', 'broken:1', $1::date + interval '16 hours')`,
    [day],
  )
  await query(
    `insert into ledger_entries (transaction_id, account, amount_cents) select id, 'stripe', 100
      from ledger_transactions where event_key = 'broken:1'`,
  )
  await query(`set session_replication_role = origin`)
  expect((await read(day)).balanced).toBe(false)
  expect((await close(day, 'Whatever')).body).toMatchObject({ code: 'conflict' })
  expect((await read(day)).closing).toBeNull()
  await query(
    `delete from ledger_entries where transaction_id = (select id from ledger_transactions
      where event_key = 'broken:1')`,
  )
  expect((await close(day, 'Whatever')).status).toBe(201)
})

test('an invalid day is refused', async () => {
  for (const day of ['9999-12-31', '0001-01-01', '2027-02-30'])
    expect((await shop.call('GET', `/v1/days/${day}`, { token: staff.token })).status, day).toBe(404)
})

test.each([
  ['just after midnight', '2027-03-20', '00:30'],
  ['just before midnight', '2027-03-10', '23:30'],
])('a sale %s belongs to its calendar day', async (_when, day, time) => {
  await shop.deps.database.query(
    `insert into ledger_transactions (kind, event_key, at)
      values ('counted', $1, $2::timestamp at time zone 'America/New_York')`,
    [`clock:${day}`, `${day} ${time}`],
  )
  const { unclosed } = await read(later(day, 2))
  expect(unclosed.filter((one) => one >= later(day, -1))).toEqual([day])
})

test('days with postings that are not closed are listed', async () => {
  expect((await read(later(today, 1))).unclosed).not.toContain(today)
  const { closing } = await read()
  await reopen(closing?.id ?? 0, 'Look again')
  expect((await read(later(today, 1))).unclosed).toContain(today)
  expect((await read(later(today, 15))).unclosed).not.toContain(today)
})
