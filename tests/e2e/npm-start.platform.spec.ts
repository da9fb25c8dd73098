import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'playwright/test'
import { makeFormerDataDir } from '../support/former-database.ts'
import { freePort } from '../support/free-port.ts'
import { copyDemoData } from '../support/prepare-shop.ts'

test('stopping npm start stops the shop', async () => {
  const [port, dataDir] = [await freePort(), copyDemoData()]
  const npm = spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const answers = () =>
    fetch(`http://localhost:${String(port)}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(answers).toBe(true)
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  await ended
  await expect.poll(answers).toBe(false)
  rmSync(dataDir, { recursive: true, force: true })
})

test('npm start exits 1 with one sentence on a database made before the start migration', async () => {
  const [port, dataDir] = [await freePort(), mkdtempSync(join(tmpdir(), 'former-data-'))]
  await makeFormerDataDir(dataDir)
  const before = await contentsOf(dataDir)
  const npm = spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  npm.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code] = (await once(npm, 'close')) as [number]
  expect(code).toBe(1)
  expect(said.split('\n').filter((line) => line !== '' && !line.startsWith('npm '))).toEqual([
    'This database was made by an earlier release of the shop, which this one cannot update: ' +
      'set DATA_DIR or DATABASE_URL to an empty database, or run that release.',
  ])
  expect(await contentsOf(dataDir)).toEqual(before)
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Reads the names of all tables, the migrations that ran, and the one brand that lies in the former
 * database.
 */
async function contentsOf(dataDir: string): Promise<unknown> {
  const client = await PGlite.create(join(dataDir, 'database'))
  const results = await client.exec(
    `select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace order by c.oid;
     select * from drizzle.__drizzle_migrations order by id;
     select * from brands;`,
  )
  await client.close()
  return results.map(({ rows }) => rows)
}
