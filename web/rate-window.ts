/**
 * A fixed-window rate limit of one minute per key, in memory, for cheap reports. The limits that
 * protect people are in the service.
 */
export function createRateWindow(limits: { perKey: number; total: number }, now: () => number = Date.now) {
  let minute = 0
  let total = 0
  const counts = new Map<string, number>()
  const startWindow = () => {
    const current = Math.floor(now() / 60_000)
    if (current === minute) return
    minute = current
    total = 0
    counts.clear()
  }
  const isSpent = (key: string) => (counts.get(key) ?? 0) >= limits.perKey || total >= limits.total
  return {
    /** Counts a call and returns whether the key and the total are within their limits. */
    allow(key: string): boolean {
      startWindow()
      if (isSpent(key)) return false
      counts.set(key, (counts.get(key) ?? 0) + 1)
      total += 1
      return true
    },
    /** Returns whether this minute's limit is reached, without counting a call. */
    isSpent(key: string): boolean {
      startWindow()
      return isSpent(key)
    },
  }
}
