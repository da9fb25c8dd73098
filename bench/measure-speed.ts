export interface Speed {
  /** A second. */
  perSecond: number
  /** 95 of 100 were quicker, milliseconds. */
  p95: number
}

/** One thing done once; `lane` says on which of the connections. */
export type Work = (lane: number) => Promise<void>
/** Something that measures itself over some milliseconds, in a process of its own say. */
export type SpeedMeasurement = (milliseconds: number) => Promise<Speed>

export const CONNECTIONS = 8
const ROUNDS = 3
const WARM_UP = 500
const MEASURED = 1500

/** Does a thing over and over on all connections at once. */
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
 * Measures several in turn, round after round, so that whatever else the machine does falls on all
 * of them. Of each the round in the middle counts.
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
