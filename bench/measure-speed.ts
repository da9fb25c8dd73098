export interface Speed {
  /** Runs per second. */
  perSecond: number
  /** The 95th percentile in milliseconds. */
  p95: number
}

/** One run of the measured work; `lane` is the number of the connection. */
export type Work = (lane: number) => Promise<void>
/** Work that measures itself over some milliseconds, for example in a separate process. */
export type SpeedMeasurement = (milliseconds: number) => Promise<Speed>

export const CONNECTIONS = 8
const ROUNDS = 3
const WARM_UP = 500
const MEASURED = 1500

/** Repeats the work on all connections at once. */
export const measureThroughput =
  (work: Work): SpeedMeasurement =>
  async (milliseconds) => {
    const start = performance.now()
    const times: number[] = []
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, lane) => {
        while (performance.now() - start < milliseconds) {
          const begun = performance.now()
          await work(lane)
          times.push(performance.now() - begun)
        }
      }),
    )
    const seconds = (performance.now() - start) / 1000
    times.sort((a, b) => a - b)
    return { perSecond: times.length / seconds, p95: times[Math.floor(times.length * 0.95)] ?? 0 }
  }

/**
 * Measures several kinds of work in turn, round after round, so that other load on the machine
 * affects all of them. The median round of each counts.
 */
export async function measureInTurn(contestants: readonly SpeedMeasurement[]): Promise<Speed[]> {
  const rounds: Speed[][] = contestants.map(() => [])
  for (const contestant of contestants) await contestant(WARM_UP)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contestant] of contestants.entries()) rounds[index]?.push(await contestant(MEASURED))
  }
  return rounds.map(
    (speeds) =>
      speeds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(ROUNDS / 2)] ?? {
        perSecond: 0,
        p95: 0,
      },
  )
}
