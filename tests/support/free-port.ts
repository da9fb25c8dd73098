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
export function freePort(): Promise<number> {
  return freePorts(1)
}

/** The same for several ports that follow each other. Returns the first. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (COUNT - count))
    const taken: Server[] = []
    for (let port = first; port < first + count; port++) {
      const claim = await claimPort(port)
      if (!claim) break
      taken.push(claim)
    }
    if (taken.length === count) {
      claims.push(...taken)
      return first
    }
    for (const claim of taken) claim.close()
  }
}

/** Undefined when the port is claimed, or somebody listens on it. */
async function claimPort(port: number): Promise<Server | undefined> {
  const claim = await listen(port + COUNT)
  if (!claim) return undefined
  const probe = await listen(port)
  if (!probe) {
    claim.close()
    return undefined
  }
  await new Promise((closed) => probe.close(closed))
  return claim.unref()
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
