import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'playwright/test'
import { copyDemoData } from '../support/prepare-shop.ts'
import { startShop } from '../support/start-shop.ts'

const server = resolve(import.meta.dirname, '../../build/server.js')
let dataDir: string
test.beforeEach(() => {
  dataDir = copyDemoData()
})
test.afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

const environment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PORT: '0',
  ...more,
})

test('the start prints the shop’s address, who may log in and what is in test mode', async () => {
  const shop = await startShop({ dataDir })
  expect(shop.output()).toContain(`http://localhost:${String(shop.port)}`)
  expect(shop.output()).toContain('customer@example.com')
  expect(shop.output()).toContain('fly-demo')
  expect(shop.output()).toContain('no card is charged')
  expect(await shop.stop()).toBe(0)
})

test('a second process on the same data is refused with a message', async () => {
  const shop = await startShop({ dataDir })
  const second = spawnSync(process.execPath, [server], { env: environment(), encoding: 'utf8' })
  expect(second.status).toBe(1)
  expect(second.stderr).toContain(`Another process has the database in ${dataDir} open.`)
  expect(second.stderr).not.toContain('    at ')
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200)
  await shop.stop()
})

test('the start reports all wrong settings at once', () => {
  const wrong = environment({ PORT: 'many', LOG_LEVEL: 'loud' })
  const { status, stderr } = spawnSync(process.execPath, [server], { env: wrong, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('PORT must be a number')
  expect(stderr).toContain('LOG_LEVEL')
  expect(stderr).not.toContain('    at ')
})

test('the start reports a taken port and leaves the database alone', async () => {
  const shop = await startShop({ dataDir })
  const other = copyDemoData()
  const taken = environment({ PORT: String(shop.port), DATA_DIR: other })
  const { status, stderr } = spawnSync(process.execPath, [server], { env: taken, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('The port is taken')
  await shop.stop()
  rmSync(other, { recursive: true, force: true })
})

test('SIGTERM lets an open request finish, accepts no new one and exits with 0', async () => {
  const shop = await startShop({ dataDir })
  const body = JSON.stringify({ message: 'late' })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
  const open = httpRequest(`${shop.origin}/errors`, { method: 'POST', headers })
  const answered = once(open, 'response') as Promise<[{ statusCode: number }]>
  open.flushHeaders()
  await expect.poll(async () => (await fetch(`${shop.origin}/healthz`)).status).toBe(200)
  const stopped = shop.stop()
  await expect
    .poll(() =>
      fetch(`${shop.origin}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  open.end(body)
  const [answer] = await answered
  expect(answer.statusCode).toBe(204)
  expect(await stopped).toBe(0)
})

test('the next process opens the data that a killed process left', async () => {
  const shop = await startShop({ dataDir })
  process.kill(shop.pid, 'SIGKILL')
  await shop.stop()
  // The lock of the dead process is valid for some seconds only.
  await expect
    .poll(async () =>
      startShop({ dataDir }).then(
        (again) => again.stop(),
        () => 'refused',
      ),
    )
    .toBe(0)
})
