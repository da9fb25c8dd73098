import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'playwright/test'
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
