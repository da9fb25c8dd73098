import { createServer, type Server } from 'node:net'

/**
 * Ports above these are lent to outgoing connections, which might take one before it is used or
 * between two runs.
 */
const [FIRST, COUNT] = [20_000, 6_000]

/** Kept so that their sockets stay open as long as this process lives. */
const claims: Server[] = []

/**
 * A port nobody listens on, and which no other process of the tests is given as long as this one
 * lives, also while nobody listens on it. The claim is a socket of its own, which the system takes
 * back however the process ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const claim = await listen(port + COUNT)
    if (!claim) continue
    const probe = await listen(port)
    if (!probe) {
      claim.close()
      continue
    }
    claims.push(claim.unref())
    await new Promise((closed) => probe.close(closed))
    return port
  }
}

/** Undefined where somebody else listens there. */
function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => {
      resolve(undefined)
    })
    server.listen(port, () => {
      resolve(server)
    })
  })
}
