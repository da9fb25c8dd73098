import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTED_UP_TO, StateCountsReply } from '#contract/state-counts.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { departureAt, guestToken } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: TestApi
let staff: { token: string; userId: number }
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  staff = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())

const write = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const mail = (state: string, count: number, at: string) =>
  write(
    `insert into mails (kind, event_key, brand_id, "to", state, message_id, created_at, next_try_at)
     select 'password_changed', gen_random_uuid()::text, 1, 'ada@example.com', $1, gen_random_uuid()::text,
       $2, $2
     from generate_series(1, $3::int)`,
    [state, at, count],
  )
const read = async (token = staff.token) => {
  const { status, body } = await shop.call('GET', '/v1/state_counts', { token })
  return { status, counts: status === 200 ? StateCountsReply.parse(body).state_counts : undefined }
}

test('every list is counted by the states that wait for somebody', async () => {
  const date = addDays(toLocalDate(shop.clock.now(), 'America/New_York'), 3)
  await occupySeats(shop, await departureAt(shop, 6, date, '14:30'), { seats: 1, state: 'sold' })
  await write('delete from mails')
  expect((await read()).counts?.mails.oldest_queued_at).toBeNull()
  await mail('queued', 2, '2026-11-01T10:00:00Z')
  await mail('queued', 1, '2026-11-02T10:00:00Z')
  await mail('failed', 4, '2026-11-01T11:00:00Z')
  await mail('bounced', 5, '2026-11-01T11:00:00Z')
  await mail('sent', 6, '2026-11-01T11:00:00Z')
  const { rows } = await write('select id from orders limit 1')
  for (const [state, count] of Object.entries({ queued: 1, failed: 2, undelivered: 3, delivered: 4 })) {
    await write(
      `insert into texts (kind, brand_id, order_id, "to", state, event_key, created_at, next_try_at)
       select 'called_off', 1, $1, '+12015550123', $2, gen_random_uuid()::text, now(), now()
       from generate_series(1, $3::int)`,
      [rows[0]?.['id'], state, count],
    )
  }
  for (const [state, decided] of Object.entries({ waiting: null, running: 1, refused: 1 })) {
    await write(
      `insert into approvals (method, path, body, seen, state, asked_by, asked_at, decided_by)
       values ('POST', '/v1/refunds', '{}', '', $1, $2, now(), $3)`,
      [state, staff.userId, decided],
    )
  }
  expect((await read()).counts).toEqual({
    mails: { queued: 3, failed: 4, bounced: 5, oldest_queued_at: '2026-11-01T10:00:00.000Z' },
    texts: { queued: 1, failed: 2, undelivered: 3 },
    approvals: { waiting: 2 },
    backups: { nightly: false, newest: null, trial: null },
    disk_full: false,
  })
})

test('a long list is counted up to the limit only', async () => {
  await mail('failed', COUNTED_UP_TO + 20, '2026-11-03T10:00:00Z')
  expect((await read()).counts?.mails.failed).toBe(COUNTED_UP_TO)
})

test('all counts come with one statement', async () => {
  const sent = await countQueries(shop.deps.database, () => read())
  expect(sent.filter((text) => text.includes('"mails"')).length).toBe(1)
  expect(sent.filter((text) => text.includes('"texts"')).length).toBe(1)
})

test('a customer may not read the counts', async () => {
  expect((await read(await guestToken(shop))).status).toBe(403)
})
