import { createServer } from 'node:net'

/**
 * Below those the system lends to outgoing connections: one of theirs may be taken before it is
 * used, or between two runs.
 */
const [FIRST, COUNT] = [20_000, 12_000]

/** A port nobody listens on right now. */
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
