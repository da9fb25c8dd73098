import { expect, test } from 'vitest'
import { shareNextRun } from './share-next-run.ts'

/** Runs that end when the test ends them. */
function controlled() {
  const ends: ((failed?: Error) => void)[] = []
  let begun = 0
  const ask = shareNextRun(() => {
    const number = ++begun
    return new Promise<number>((resolve, reject) => {
      ends.push((failed) => {
        if (failed) reject(failed)
        else resolve(number)
      })
    })
  })
  return { ask, end: (index: number, failed?: Error) => ends[index]?.(failed), begun: () => begun }
}

test('a call during a run gets the next run, never the one that began before', async () => {
  const { ask, end, begun } = controlled()
  const first = ask()
  const others = [ask(), ask(), ask()]
  expect(begun()).toBe(1)
  end(0)
  expect(await first).toBe(1)
  await expect.poll(begun).toBe(2)
  const last = ask()
  end(1)
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  await expect.poll(begun).toBe(3)
  end(2)
  expect(await last).toBe(3)
})

test('a failed run fails for its callers, and the next one runs', async () => {
  const { ask, end, begun } = controlled()
  const first = ask()
  const second = ask()
  end(0, new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await expect.poll(begun).toBe(2)
  end(1)
  expect(await second).toBe(2)
})
