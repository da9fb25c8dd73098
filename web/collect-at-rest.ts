import { performance } from 'node:perf_hooks'

const WINDOW_MS = 10_000
/** Up to this share of its time a process rests: jobs look for work, and its health is asked for. */
const RESTING = 0.1
/** So long a rest, in windows, and no visitor is likely to wait for the collection. */
const WINDOWS = 2

/**
 * Notices when a process has come to rest: its event loop works for at most a tenth of the time, in two
 * windows one after the other. What follows work is one rest, however long it lasts.
 *
 * @param onRest called once for each rest
 * @returns takes the share of one window in which the event loop worked, from 0 to 1
 */
export function noticeRest(onRest: () => void): (share: number) => void {
  let quiet = 0
  return (share) => {
    quiet = share > RESTING ? 0 : quiet + 1
    if (quiet === WINDOWS) onRest()
  }
}

/**
 * Collects what nothing refers to once the process rests, which also gives the room for new objects back:
 * V8 keeps what it took under load until it collects everything, and at rest nothing makes it.
 *
 * @param collect V8's own, where `node --expose-gc` offers it; without it nothing is done
 */
export function collectAtRest(collect: (() => void) | undefined = globalThis.gc): void {
  if (!collect) return
  const notice = noticeRest(collect)
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    notice(performance.eventLoopUtilization(now, before).utilization)
    before = now
  }, WINDOW_MS).unref()
}
