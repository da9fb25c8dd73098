import { createServer, type Server } from 'node:net'

/**
 * The operating system uses ports above these for outgoing connections, which could take a port
 * before a test listens on it.
 */
const [FIRST, COUNT] = [20_000, 6_000]

/** Open sockets that reserve the ports as long as this process lives. */
const claims: Server[] = []

/**
 * Returns a port on which nobody listens, and reserves it for this process as long as it lives. The
 * reservation is a socket on another port, which the operating system closes however the process
 * ends.
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

/** Listens on a port; undefined if another process does already. */
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
