import { type Server } from 'node:http'

/** How many milliseconds open requests get to finish during a shutdown. */
const PATIENCE = 8000

/**
 * Stops accepting connections and resolves when all open requests are answered or the time limit is
 * reached.
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

/** Waits while a balancer notices that `/readyz` says 503, so that it sends nothing to a closed port. */
export const untilNoticed = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * Calls `stop` once on SIGTERM or SIGINT and ends the process when it resolves; a second signal
 * ends it immediately. The time limit is longer than that of open requests and jobs.
 * @param drainSeconds how long `stop` waits before it closes anything
 */
export function stopOnSignal(stop: () => Promise<void>, drainSeconds = 0): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), 15_000 + drainSeconds * 1000).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
