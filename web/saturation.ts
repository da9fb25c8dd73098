import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Settings } from '#settings/settings.ts'

/** How long the event loop is watched before its delay counts. */
const WINDOW_MS = 500
const RESOLUTION_MS = 10

export interface Saturation {
  /** Whether more work waits than can be answered in time. */
  isBusy(): boolean
  stop(): void
}

/**
 * Watches what requests of this process wait for: statements that wait for a connection to the
 * database, and how late the turns of the event loop come. One late turn is no backlog, so the mean
 * of half a second counts.
 *
 * @param waiting the number of statements and transactions that wait for a connection
 */
export function watchSaturation(
  { busyWaiting, busyDelayMs }: Pick<Settings, 'busyWaiting' | 'busyDelayMs'>,
  waiting: () => number = () => 0,
): Saturation {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    delayMs = delays.count > 0 ? delays.mean / 1e6 - RESOLUTION_MS : 0
    delays.reset()
  }, WINDOW_MS).unref()
  return {
    isBusy: () => delayMs >= busyDelayMs || waiting() >= busyWaiting,
    stop: () => {
      clearInterval(timer)
      delays.disable()
    },
  }
}
