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
  saturation = watchSaturation({ busyRequests: 1, busyDelayMs: 60 })
  expect(saturation.isBusy()).toBe(false)
  expect(await lateTurn()).toBe(false)
  await expect.poll(lateTurn, { interval: 0, timeout: 20_000 }).toBe(true)
  await expect.poll(saturation.isBusy, { timeout: 20_000 }).toBe(false)
})

test('a process is busy while one turn runs for long, and not in the next one', async () => {
  saturation = watchSaturation({ busyRequests: 1, busyDelayMs: 80 })
  expect(saturation.isBusy()).toBe(false)
  const until = performance.now() + 100
  while (performance.now() < until);
  expect(saturation.isBusy()).toBe(true)
  await new Promise(setImmediate)
  expect(saturation.isBusy()).toBe(false)
})

test('a process is busy as long as more new work is open than it may have', async () => {
  saturation = watchSaturation({ busyRequests: 3, busyDelayMs: 1e9 })
  const ends: (() => void)[] = []
  const begin = () => saturation.count(() => new Promise<void>((end) => ends.push(end)))
  const [first, second] = [begin(), begin()]
  expect(saturation.isBusy()).toBe(false)
  const failing = saturation.count(() => Promise.reject(new Error('no')))
  expect(saturation.isBusy()).toBe(true)
  await expect(failing).rejects.toThrow('no')
  expect(saturation.isBusy()).toBe(false)
  const third = begin()
  expect(saturation.isBusy()).toBe(true)
  for (const end of ends) end()
  await Promise.all([first, second, third])
  expect(saturation.isBusy()).toBe(false)
})
