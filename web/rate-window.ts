/**
 * Counts per key in windows of one minute, for cheap reports. Limits that protect people live in
 * the service.
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
    /** Counts one and returns whether the key and the total stay within the limits. */
    allow(key: string): boolean {
      startWindow()
      if (isSpent(key)) return false
      counts.set(key, (counts.get(key) ?? 0) + 1)
      total += 1
      return true
    },
    /** Whether the limit of this minute is reached; counts nothing. */
    isSpent(key: string): boolean {
      startWindow()
      return isSpent(key)
    },
  }
}
