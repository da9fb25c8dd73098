import { copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeBackupFile } from '#api/db/backup-file.ts'
import { type ApiDeps } from '#api/deps.ts'
import { readWaitingWork } from '#api/platform/read-waiting-work.ts'
import { openServerScratch } from '#api/platform/restore-trials/scratch-database.ts'
import { tryNightlyRestore } from '#api/platform/restore-trials/try-nightly-restore.ts'
import { StateCountsReply } from '#contract/state-counts.ts'
import { makeKeyRing } from '#settings/key-ring.ts'
import { openDatabase } from '#api/db/client.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { sellOrder } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

const RING = makeKeyRing(['a secret for the backups of the tests'])

let racing: RacingShop
let folder: string
let deps: ApiDeps
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nightly-'))
  racing = await openRacingShop()
  await sellOrder(racing.shop, { seats: 2 })
  await racing.shop.runDueNow()
  const { databaseUrl } = racing
  const restoreTrials = { folder, at: '09:30', serverUrl: databaseUrl }
  const settings = { ...racing.shop.deps.settings, databaseUrl, backupKeys: RING, restoreTrials }
  deps = { ...racing.shop.deps, settings }
  await writeBackupFile(racing.database, { file: at('good'), ring: RING, now: racing.shop.clock.now() })
})
afterAll(async () => {
  await racing.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  // Each test has a night of its own.
  racing.shop.clock.advance(24 * 60)
})

const never = new AbortController().signal
const trials = async () =>
  (await racing.database.query('select state, problem from restore_trials order by id')).rows
/** Databases of trials on the server. */
const leftovers = async () =>
  (await racing.database.query("select datname from pg_database where datname like 'restore\\_trial\\_%'"))
    .rows
/** Makes a file the newest one of the folder. */
const makeNewest = (name: string, seconds: number) => {
  utimesSync(at(name), seconds, seconds)
}

test('several processes try the newest backup once a night, beside the shop’s database', async () => {
  const rival = await openDatabase({ databaseUrl: racing.databaseUrl, dataDir: '' })
  writeFileSync(at('old and no backup'), 'Dear shop')
  writeFileSync(at('half written.part'), 'newer, and not complete')
  makeNewest('old and no backup', 1)
  makeNewest('good', 2)
  makeNewest('half written.part', 3)
  const orders = await racing.database.query('select * from orders order by id')
  await Promise.all([
    tryNightlyRestore(deps, never),
    tryNightlyRestore({ ...deps, database: rival }, never),
    tryNightlyRestore({ ...deps, database: rival }, never),
  ])
  await tryNightlyRestore(deps, never)
  await rival.close()
  expect(await trials()).toEqual([{ state: 'worked', problem: null }])
  expect(await leftovers()).toEqual([])
  expect(await racing.database.query('select * from orders order by id')).toEqual(orders)
  racing.shop.clock.advance(24 * 60)
  await tryNightlyRestore(deps, never)
  expect(await trials()).toHaveLength(2)
})

test('a trial that a stopping process gives up leaves nothing, and the next process tries anew', async () => {
  const before = await trials()
  const stopping = AbortSignal.abort(new Error('the process stops'))
  await expect(tryNightlyRestore(deps, stopping)).rejects.toThrow('the process stops')
  expect(await trials()).toEqual(before)
  expect(await leftovers()).toEqual([])
  await tryNightlyRestore(deps, never)
  expect((await trials()).slice(before.length)).toEqual([{ state: 'worked', problem: null }])
})

test('what a killed process left behind is taken up after six hours, and its database goes', async () => {
  const { database, shop } = racing
  const night = shop.clock.now().toISOString().slice(0, 10)
  await database.query(
    "insert into restore_trials (tried_at, night, state, rows) values ($1, $2, 'running', 0)",
    [shop.clock.now(), night],
  )
  await tryNightlyRestore(deps, never)
  expect((await trials()).at(-1)).toEqual({ state: 'running', problem: null })
  const left = await openServerScratch(racing.databaseUrl, racing.databaseUrl)
  await left.database.close()
  expect(await leftovers()).toHaveLength(1)
  shop.clock.advance(6 * 60 + 1)
  await tryNightlyRestore(deps, never)
  expect((await trials()).at(-1)).toEqual({ state: 'worked', problem: null })
  expect(await leftovers()).toEqual([])
})

test('a damaged backup, a folder without one and a user without the right are told', async () => {
  const { database, shop } = racing
  const told = async () => {
    // A log-in lasts for less than the nights of this test.
    const { token } = await openStaffMember(shop.deps)
    const { body } = await shop.call('GET', '/v1/state_counts', { token })
    const figures = await readWaitingWork(database.query, shop.clock.now())
    const { trial } = StateCountsReply.parse(body).state_counts.backups
    return { problem: trial?.problem, failed: figures.get('restore_failed') }
  }
  const good = readFileSync(at('good'))
  writeFileSync(at('cut'), good.subarray(0, good.length - 20))
  await tryNightlyRestore(deps, never)
  const damaged = expect.stringContaining('This backup is damaged or not whole') as string
  expect(await told()).toEqual({ problem: damaged, failed: 1 })

  const elsewhere = (restoreTrials: Partial<typeof deps.settings.restoreTrials>) => {
    shop.clock.advance(24 * 60)
    const trial = { ...deps.settings.restoreTrials, ...restoreTrials }
    return tryNightlyRestore({ ...deps, settings: { ...deps.settings, restoreTrials: trial } }, never)
  }
  await elsewhere({ folder: at('nowhere') })
  expect(await told()).toEqual({ problem: 'There is no backup in BACKUP_DIR.', failed: 1 })

  rmSync(at('cut'))
  const role = `poor_${String(process.pid)}`
  await database.query(`create role ${role} login`)
  const poor = new URL(racing.databaseUrl)
  poor.username = role
  await elsewhere({ serverUrl: poor.href })
  await database.query(`drop role ${role}`)
  expect((await told()).problem).toContain('RESTORE_TRIAL_URL needs one who may create databases')

  copyFileSync(at('good'), at('newest'))
  await elsewhere({})
  expect(await told()).toEqual({ problem: null, failed: 0 })
  const { rows } = await database.query(
    'select bytes, backup_at from restore_trials order by id desc limit 1',
  )
  expect(rows[0]).toMatchObject({ bytes: String(good.length) })
  expect(await leftovers()).toEqual([])
})
