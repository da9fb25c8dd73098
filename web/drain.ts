import { type Server } from 'node:http'

/** What a person waits for at most, in milliseconds, before open requests are cut off. */
const PATIENCE = 8000

/**
 * Takes no new connection and resolves when the last open request has been answered, or patience
 * has run out.
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
 * it at once. The limit lies above the patience with open requests and jobs.
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
