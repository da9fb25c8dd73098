import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKeyRing } from '#settings/key-ring.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { readBackup } from '../../db/backup.ts'
import { checkBackupFile, readBackupFile, writeBackupFile } from '../../db/backup-file.ts'
import { readWaitingWork } from '../read-waiting-work.ts'
import { diagnoseBackups } from './diagnose-backups.ts'
import { describeTrial, tryRestore } from './try-restore.ts'

const RING = makeKeyRing(['a secret for the backups of the tests'])
const OTHER = makeKeyRing(['another secret for backups of the tests'])

let shop: PayingShop
let folder: string
let sold: number
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'))
  shop = await openPayingShop()
  sold = (await sellOrder(shop, { seats: 2 })).order.id
  await shop.runDueNow()
  const now = shop.clock.now()
  await writeBackupFile(shop.deps.database, { file: at('sealed'), ring: RING, now })
  await writeBackupFile(shop.deps.database, { file: at('clear'), ring: undefined, now })
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

describe('a backup', () => {
  test('is restored from an encrypted file as from one in the clear', async () => {
    for (const [name, ring] of [
      ['sealed', RING],
      ['clear', undefined],
      ['clear', RING],
    ] as const) {
      const database = await createTestDatabase()
      expect(await checkBackupFile(at(name), ring)).toEqual(shop.clock.now())
      const { rows } = await readBackup(database, readBackupFile(at(name), ring))
      expect(rows).toBeGreaterThan(100)
      expect(await database.query('select id, email, total_cents from orders order by id')).toEqual(
        await shop.deps.database.query('select id, email, total_cents from orders order by id'),
      )
      await database.close()
    }
    expect(readFileSync(at('sealed')).includes('FSBACK1')).toBe(true)
    expect(() => gunzipSync(readFileSync(at('sealed')))).toThrow()
  })

  test('that is cut, of another key or no backup at all is refused with a sentence', async () => {
    const [sealed, clear] = [readFileSync(at('sealed')), readFileSync(at('clear'))]
    writeFileSync(at('cut sealed'), sealed.subarray(0, sealed.length - 20))
    writeFileSync(at('cut clear'), clear.subarray(0, clear.length - 20))
    writeFileSync(at('letter'), 'Dear shop')
    await expect(checkBackupFile(at('cut sealed'), RING)).rejects.toThrow('damaged or not whole')
    await expect(checkBackupFile(at('cut clear'), undefined)).rejects.toThrow('damaged or not whole')
    await expect(checkBackupFile(at('letter'), RING)).rejects.toThrow('This is no backup.')
    await expect(checkBackupFile(at('sealed'), OTHER)).rejects.toThrow('BACKUP_SECRET does not hold')
    await expect(checkBackupFile(at('sealed'), undefined)).rejects.toThrow('set BACKUP_SECRET')
  })
})

describe('the trial of a restore', () => {
  const restoreTrials = { folder: '/backups', at: '09:30', serverUrl: undefined }
  const waiting = async () =>
    (await readWaitingWork(shop.deps.database.query, shop.clock.now())).get('restore_age_seconds')
  const advise = async () =>
    (await diagnoseBackups(shop.deps.database, { backupKeys: RING, restoreTrials }, shop.clock.now())).map(
      ({ level, message }) => `${level}: ${message}`,
    )

  test('restores elsewhere, checks the books and is recorded', async () => {
    expect(await waiting()).toBeUndefined()
    expect(await advise()).toEqual([
      'advice: No backup was restored as a trial yet: npm run try-restore FILE.',
    ])
    const orders = await shop.count('select count(*) from orders')
    const trial = await tryRestore(shop.deps, { file: at('sealed'), ring: RING })
    expect(trial).toMatchObject({ state: 'worked', backupAt: shop.clock.now(), problem: null })
    expect(describeTrial(trial)).toContain('every integrity check passes')
    expect(await shop.count('select count(*) from orders')).toBe(orders)
    shop.clock.advance(90)
    expect(await waiting()).toBe(5400)
    expect(await advise()).toEqual([])
    shop.clock.advance(48 * 60)
    expect(await advise()).toEqual(['missing: The last backup was restored as a trial 2 days ago.'])
  })

  test('fails for a backup that is cut or not there, and leaves the last success as it was', async () => {
    const before = await waiting()
    const trial = await tryRestore(shop.deps, { file: at('cut sealed'), ring: RING })
    expect(trial).toMatchObject({ state: 'failed', rows: 0 })
    expect(await advise()).toEqual([expect.stringContaining('cannot be relied on. This backup is damaged')])
    const none = await tryRestore(shop.deps, { file: at('none'), ring: RING })
    expect(describeTrial(none)).toBe('The backup cannot be relied on. There is no such file.')
    expect(await waiting()).toBe(before)
  })

  test('fails when the restored books do not balance', async () => {
    const { database } = shop.deps
    await database.query('update orders set amount_paid_cents = amount_paid_cents - 1 where id = $1', [sold])
    await writeBackupFile(database, { file: at('harmed'), ring: RING, now: shop.clock.now() })
    const trial = await tryRestore(shop.deps, { file: at('harmed'), ring: RING })
    expect(trial.state).toBe('failed')
    expect(trial.problem).toBe('Integrity checks fail: orders_paid.')
  })
})
