import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#tests/support/embedded-database.ts'
import { type Database } from './client.ts'
import { createJobQueue, type JobName, jobNames, type JobPlan, type JobQueue } from './job-queue.ts'

const idle = (): JobPlan => ({ pollSeconds: 60, cron: '0 0 1 1 *', run: () => Promise.resolve() })
const plans = (over: Partial<Record<JobName, JobPlan>>) => {
  const all = Object.fromEntries(jobNames.map((name) => [name, idle()])) as Record<JobName, JobPlan>
  return { ...all, ...over }
}

describe('createJobQueue on the embedded database', () => {
  let database: Database
  let queue: JobQueue
  beforeEach(async () => {
    database = await openEmbeddedDatabase()
    queue = createJobQueue(database, pino({ level: 'silent' }))
  })
  afterEach(async () => {
    await queue.stop()
    await database.close()
  })
  const waiting = async () => {
    const { rows } = await database.query(
      "select name from pgboss.job where state = 'created' and name = any($1)",
      [[...jobNames]],
    )
    return rows.map((row) => row['name'])
  }

  test('runs a job soon after the transaction that wakes it has committed', async () => {
    let ran = () => {}
    const done = new Promise<void>((resolve) => (ran = resolve))
    const run = () => {
      ran()
      return Promise.resolve()
    }
    await queue.start(plans({ mails: { ...idle(), pollSeconds: 0.5, run } }))
    await database.db.transaction(() => Promise.resolve(queue.wake('mails')))
    await done
  })

  test('does not run a job whose transaction was rolled back', async () => {
    await queue.start(plans({}))
    const failing = database.db.transaction(() => {
      queue.wake('payments')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await waiting()).toEqual([])
    queue.wake('payments')
    await expect.poll(waiting).toEqual(['payments'])
  })

  test('ignores jobs that are woken before it has started', async () => {
    expect(queue.healthy()).toBe(false)
    await database.db.transaction(() => Promise.resolve(queue.wake('mails')))
    await queue.start(plans({}))
    expect(queue.healthy()).toBe(true)
    expect(await waiting()).toEqual([])
  })

  test('sends two jobs at most for many calls in a short time', async () => {
    await queue.start(plans({}))
    for (let call = 0; call < 50; call++) queue.wake('payments')
    await expect.poll(waiting).toEqual(['payments', 'payments'])
    queue.wake('mails')
    await expect.poll(waiting).toContain('mails')
    expect((await waiting()).filter((name) => name === 'payments')).toHaveLength(2)
  })

  test('starts again on the same database', async () => {
    await queue.start(plans({}))
    await queue.stop()
    expect(queue.healthy()).toBe(false)
    queue = createJobQueue(database, pino({ level: 'silent' }))
    await queue.start(plans({}))
    expect(queue.healthy()).toBe(true)
  })
})
