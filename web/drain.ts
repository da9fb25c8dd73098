import { type Server } from 'node:http'

/** The longest time in milliseconds that open requests get before they are cut off. */
const PATIENCE = 8000

/**
 * Stops accepting connections and resolves when all open requests are answered or the time is over.
 */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections()
    }, PATIENCE)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * Calls `stop` once at SIGTERM or SIGINT and ends the process when it is done; a second signal ends
 * it at once. The limit is longer than the time for open requests and jobs.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), 15_000).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
