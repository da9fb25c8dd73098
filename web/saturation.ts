import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Settings } from '#settings/settings.ts'

/** How long the event loop is watched before its delay counts. */
const WINDOW_MS = 500
const RESOLUTION_MS = 10

export interface Saturation {
  /** Whether more work waits than can be answered in time. */
  isBusy(): boolean
  /** Counts new work as long as it lasts. */
  count<T>(work: () => Promise<T>): Promise<T>
  /** How much of it is under way. */
  open(): number
  stop(): void
}

/**
 * Watches how much new work this process has begun and not answered, and the turns of its event
 * loop: how late they come in the mean of half a second, because one late turn is no backlog, and
 * how long the present one runs. When many requests arrive at once, those behind wait for its end.
 */
export function watchSaturation({
  busyRequests,
  busyDelayMs,
}: Pick<Settings, 'busyRequests' | 'busyDelayMs'>): Saturation {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    delayMs = delays.count > 0 ? delays.mean / 1e6 - RESOLUTION_MS : 0
    delays.reset()
  }, WINDOW_MS).unref()
  let turnBegan: number | undefined
  const turnMs = () => {
    if (turnBegan === undefined) {
      turnBegan = performance.now()
      setImmediate(() => (turnBegan = undefined))
    }
    return performance.now() - turnBegan
  }
  let open = 0
  return {
    isBusy: () => open >= busyRequests || Math.max(delayMs, turnMs()) >= busyDelayMs,
    open: () => open,
    count: async (work) => {
      open += 1
      try {
        return await work()
      } finally {
        open -= 1
      }
    },
    stop: () => {
      clearInterval(timer)
      delays.disable()
    },
  }
}
