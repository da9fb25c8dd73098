import { createServer } from 'node:net'

/**
 * Ports above these are lent to outgoing connections, which might take one before it is used or
 * between two runs.
 */
const [FIRST, COUNT] = [20_000, 12_000]

/** Finds a port on which nobody listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => {
      resolve(false)
    })
    probe.listen(port, () => {
      probe.close(() => {
        resolve(true)
      })
    })
  })
}
