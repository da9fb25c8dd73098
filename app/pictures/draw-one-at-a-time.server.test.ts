import { expect, test } from 'vitest'
import { drawInTurn } from './draw-one-at-a-time.server.ts'

test('two pictures are drawn at once and the others in their turn, even after a failure', async () => {
  let now = 0
  let most = 0
  const done: number[] = []
  const all = [0, 1, 2, 3, 4, 5].map((name) =>
    drawInTurn(async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 2))
      now--
      done.push(name)
      if (name === 1) throw new Error('no paint')
    }),
  )
  const ended = await Promise.allSettled(all)
  expect(most).toBe(2)
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
  expect(ended.map(({ status }) => status).indexOf('rejected')).toBe(1)
})
