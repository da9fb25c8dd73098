import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { freePort } from './free-port.ts'

test('a free port is given to one asker only, also while nobody listens on it yet', async () => {
  const draws = vi.spyOn(Math, 'random')
  draws.mockReturnValueOnce(0.3217).mockReturnValueOnce(0.3217)
  const [first, second] = [await freePort(), await freePort()]
  draws.mockRestore()
  expect(second).not.toBe(first)
})

test('a port on which somebody listens is not free', async () => {
  const draws = vi.spyOn(Math, 'random')
  const taken = createServer()
  const free = await freePort()
  await new Promise<void>((listening) => taken.listen(free, listening))
  draws.mockReturnValueOnce((free - 20_000) / 6_000)
  const other = await freePort()
  draws.mockRestore()
  await new Promise((closed) => taken.close(closed))
  expect(other).not.toBe(free)
})
