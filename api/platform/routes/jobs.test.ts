import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { JobsReply } from '#contract/job.ts'
import { createJobQueue, type JobQueue } from '#api/db/job-queue.ts'
import { startJobs } from '#api/jobs/start-jobs.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

vi.setConfig({ hookTimeout: 60_000, testTimeout: 60_000 })

let shop: TestApi
let queue: JobQueue
let admin: string
let staff: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  queue = createJobQueue(shop.deps.database, shop.deps.log)
  admin = (await openStaffMember(shop.deps, 'admin')).token
  staff = (await openStaffMember(shop.deps)).token
})
afterAll(async () => {
  await queue.stop()
  await shop.close()
})

const list = async (state: string, more = '') =>
  JobsReply.parse((await shop.call('GET', `/v1/jobs?state=${state}${more}`, { token: staff })).body)
const ask = (id: string, action: 'retry' | 'cancel', token = admin) =>
  shop.call('POST', `/v1/jobs/${id}/${action}`, { token })
const write = async (state: string, output: unknown = null) => {
  const { rows } = await shop.deps.database.query(
    "insert into pgboss.job (name, state, output) values ('cleaning', $1::pgboss.job_state, " +
      '$2::jsonb) returning id',
    [state, JSON.stringify(output)],
  )
  return String(rows[0]?.['id'])
}

test('a shop whose queue never ran has no jobs and no plans', async () => {
  const { jobs, plans } = await list('failed')
  expect(jobs).toEqual([])
  expect(plans.find(({ name }) => name === 'mails')).toMatchObject({ next_at: null })
  expect((await ask(crypto.randomUUID(), 'retry')).status).toBe(404)
})

test('a failed job is listed with our own description and can be retried once', async () => {
  const broken = { ...shop.deps.database, db: shop.deps.database.db }
  const failing = new Proxy(broken.db, {
    get: (db, name, receiver) => {
      if (name === 'select') throw Object.assign(new Error('ada@example.com is secret'), { code: '23505' })
      return Reflect.get(db, name, receiver) as unknown
    },
  })
  await startJobs({ ...shop.deps, database: { ...broken, db: failing }, jobs: queue })
  queue.wake('mails')
  await vi.waitUntil(async () => (await list('failed')).jobs.some(({ name }) => name === 'mails'), {
    timeout: 30_000,
    interval: 200,
  })
  await queue.stop()
  const { jobs, plans } = await list('failed')
  const job = jobs.find(({ name }) => name === 'mails')
  expect(job?.error).toBe('The database refused a statement (23505).')
  expect(JSON.stringify(jobs)).not.toContain('ada@')
  expect(plans.find(({ name }) => name === 'mails')?.last_failed_at).not.toBeNull()
  expect(plans.find(({ name }) => name === 'cleaning')?.next_at).toMatch(/:17:00\.000Z$/)
  const { rows } = await shop.deps.database.query(
    "select output::text as text from pgboss.job where state = 'failed'",
  )
  expect(rows.map(({ text }) => String(text)).join()).not.toContain('ada@')

  const id = job?.id ?? ''
  expect((await ask(id, 'retry', staff)).status).toBe(403)
  expect(await ask(id, 'retry')).toMatchObject({ status: 200, body: { job: { state: 'waiting' } } })
  expect((await ask(id, 'retry')).status).toBe(409)
  const { rows: lines } = await shop.deps.database.query(
    "select after->>'state' as state from audit_log where resource = 'jobs'",
  )
  expect(lines).toEqual([{ state: 'waiting' }])
})

test('a waiting job can be cancelled, a running or completed one cannot', async () => {
  const waiting = await write('created')
  expect((await ask(waiting, 'cancel', staff)).status).toBe(403)
  expect(await ask(waiting, 'cancel')).toMatchObject({ status: 200, body: { job: { state: 'cancelled' } } })
  expect((await ask(await write('active'), 'cancel')).status).toBe(409)
  expect((await ask(await write('completed'), 'cancel')).status).toBe(409)
  expect((await ask('no-id', 'cancel')).status).toBe(404)
})

test('every answer counts the jobs of each state', async () => {
  const before = (await list('failed')).counts
  await write('failed')
  await write('created')
  const { counts, meta } = await list('failed')
  expect(counts).toEqual({ ...before, failed: before.failed + 1, waiting: before.waiting + 1 })
  expect(meta.pagination.total_count).toBe(counts.failed)
})

test('jobs are listed in pages, newest first', async () => {
  for (let count = 0; count < 3; count++)
    await write('failed', { message: 'Others worked on the same rows (40P01).' })
  const { jobs, meta } = await list('failed', '&page_size=2')
  expect(jobs).toHaveLength(2)
  expect(meta.pagination.total_count).toBeGreaterThanOrEqual(3)
  expect((await shop.call('GET', '/v1/jobs?state=odd', { token: staff })).status).toBe(422)
})
