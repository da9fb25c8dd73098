import { afterEach, expect, test } from 'vitest'
import { type Saturation, watchSaturation } from './saturation.ts'

let saturation: Saturation
afterEach(() => {
  saturation.stop()
})

/** Keeps the event loop for a tenth of a second, then lets others have a turn. */
async function lateTurn(): Promise<boolean> {
  const until = performance.now() + 100
  while (performance.now() < until);
  await new Promise(setImmediate)
  return saturation.isBusy()
}

test('a process whose turns all come late is busy, and not any more when they come in time', async () => {
  saturation = watchSaturation({ busyWaiting: 1, busyDelayMs: 60 })
  expect(saturation.isBusy()).toBe(false)
  expect(await lateTurn()).toBe(false)
  await expect.poll(lateTurn, { interval: 0, timeout: 20_000 }).toBe(true)
  await expect.poll(saturation.isBusy, { timeout: 20_000 }).toBe(false)
})

test('a process is busy as long as too many statements wait for a connection', () => {
  let waiting = 0
  saturation = watchSaturation({ busyWaiting: 3, busyDelayMs: 1e9 }, () => waiting)
  const seen = [0, 2, 3, 50, 2].map((now) => {
    waiting = now
    return saturation.isBusy()
  })
  expect(seen).toEqual([false, false, true, true, false])
})
