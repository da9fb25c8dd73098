/**
 * Counts per key in windows of one minute; for reports that cost little and matter little. Limits that protect people
 * live in the service.
 */
export function createRateWindow(limits: { perKey: number; total: number }, now: () => number = Date.now) {
  let minute = 0
  let total = 0
  const counts = new Map<string, number>()
  return {
    /** True while the key, and everybody together, stay within the limits. */
    allow(key: string): boolean {
      const current = Math.floor(now() / 60_000)
      if (current !== minute) {
        minute = current
        total = 0
        counts.clear()
      }
      const count = (counts.get(key) ?? 0) + 1
      if (count > limits.perKey || total >= limits.total) return false
      counts.set(key, count)
      total += 1
      return true
    },
  }
}
