import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestApi } from '#tests/support/test-api.ts'
import { ACCOUNT } from '#tests/support/twilio-server.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { seal } from '../gateways/sealed-text.ts'
import { diagnoseBackup, diagnoseData, diagnoseSettings } from './diagnose.ts'

const NOW = new Date('2027-05-12T14:00:00Z')
const aboutOf = (findings: { about: string; level: string }[], level = 'missing') =>
  findings.filter((finding) => finding.level === level).map(({ about }) => about)

test('default settings lack everything for taking money, and those of a live shop nothing', () => {
  const bare = diagnoseSettings(testSettings())
  expect(aboutOf(bare)).toEqual(['payments', 'address', 'database', 'mail', 'limits'])
  const live = testSettings({
    mode: 'server',
    payments: 'stripe',
    testMode: false,
    publicUrl: 'https://shop.example.com',
    smtpUrl: 'smtps://mail.example.com',
    limitFactor: 1,
  })
  expect(aboutOf(diagnoseSettings(live))).toEqual([])
  expect(aboutOf(diagnoseSettings(live), 'advice')).toEqual([
    ...['texts', 'mail', 'photos', 'errors', 'alerts', 'address'],
  ])
  const account = { ...ACCOUNT, apiKey: { sid: 'SK1', secret: 'secret' } }
  const texting = testSettings({ ...live, texts: { account, quietHours: { from: '21:00', until: '08:00' } } })
  expect(aboutOf(diagnoseSettings(texting), 'advice')).toEqual([
    'mail',
    'photos',
    'errors',
    'alerts',
    'address',
  ])
  expect(aboutOf(diagnoseSettings({ ...live, testMode: true }))).toEqual(['payments'])
})

test('brands without a sender of texts, and senders without a brand, are reported', async () => {
  const shop = await createTestApi({ seeded: true })
  const { database } = shop.deps
  const diagnose = async (senders: [string, string][]) => {
    const texts = { account: { ...ACCOUNT, senders: new Map(senders) }, quietHours: undefined }
    const found = await diagnoseData(database, NOW, testSettings({ texts }))
    return found.filter(({ about }) => about === 'texts').map(({ message }) => message)
  }
  expect(await diagnose([['loft-and-rotor', '+12015550101']])).toEqual([
    'Brands without a sender in TWILIO_SENDERS send no texts: tidewater-heli, house.',
  ])
  const all: [string, string][] = [
    ['loft-and-rotor', '+12015550101'],
    ['tidewater-heli', '+12015550102'],
    ['house', '+12015550103'],
  ]
  expect(await diagnose(all)).toEqual([])
  expect(await diagnose([...all, ['nobody', '+12015550104']])).toEqual([
    'TWILIO_SENDERS names brands that there are not: nobody.',
  ])
  await shop.close()
})

test('the newest backup must exist and be recent', () => {
  expect(aboutOf(diagnoseBackup(undefined, NOW), 'advice')).toEqual(['backups'])
  expect(aboutOf(diagnoseBackup('missing', NOW))).toEqual(['backups'])
  expect(aboutOf(diagnoseBackup(new Date('2027-05-09T14:00:00Z'), NOW))).toEqual(['backups'])
  expect(diagnoseBackup(new Date('2027-05-11T14:00:00Z'), NOW)).toEqual([])
})

test('a demo shop is reported, and each corrected finding disappears', async () => {
  const shop = await createTestApi({ seeded: true })
  const { query } = shop.deps.database
  const diagnose = () => diagnoseData(shop.deps.database, NOW, testSettings())
  const found = aboutOf(await diagnose())
  expect(found).toContain('demo')
  expect(found).toContain('staff')
  await query("update users set email = 'someone' || id || '@shop.test' where email like '%@example.com'")
  await query(
    'insert into second_factors (user_id, secret_sealed, created_at, confirmed_at) select ' +
      'distinct user_id, $2::bytea, $1::timestamptz, $1::timestamptz from user_roles on conflict ' +
      '(user_id) do update set confirmed_at = $1',
    [NOW, seal(testSettings().secrets.code, 'a second factor', 'of the test')],
  )
  await query("update brands set legal_name = 'Company', legal_address = 'Street 1'")
  expect(aboutOf(await diagnose())).toEqual([])
  await query(
    'insert into mails (event_key, kind, brand_id, "to", state, message_id, created_at, next_try_at) ' +
      "values ('x', 'x', 1, 'x', 'failed', 'x', $1, $1)",
    [NOW],
  )
  await query('delete from user_roles where role_id = 1')
  expect(aboutOf(await diagnose())).toEqual(['staff', 'mail'])
  await query(
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  )
  expect((await diagnose()).map(({ message }) => message)).toEqual([
    '1 migrations are still to be run: npm run db:migrate.',
  ])
  await shop.close()
})

test('the command prints what is missing and exits with 1, also for invalid settings', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  const doctor = (environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/doctor.ts'], {
      env: { NODE_ENV: 'production', DATA_DIR: dataDir, ...environment },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    )
  const bare = await doctor({})
  expect(bare.code).toBe(1)
  expect(bare.text).toContain('payments: Payments are the sandbox')
  expect(bare.text).toContain('migrations are still to be run')
  const wrong = await doctor({ PUBLIC_URL: 'nowhere' })
  expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('PUBLIC_URL') as string })
  const closed = await doctor({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    PAYMENTS: 'sandbox',
    SESSION_SECRET: 's'.repeat(32),
    JWT_SECRET: 'j'.repeat(32),
    CODE_SECRET: 'c'.repeat(32),
  })
  expect(closed.code).toBe(2)
  rmSync(dataDir, { recursive: true })
}, 60_000)
