/** What networks may ask for: an amount at once, which fills up again. */
interface BucketSize {
  capacity: number
  perSecond: number
  /** How many networks are remembered; beyond that the one that was quiet longest is forgotten. */
  most?: number
}

export interface NetworkBuckets {
  /**
   * Takes an amount of a network's bucket, unless less than `reserve` would be left.
   *
   * @returns 0 when it was taken, or the seconds until it can be
   */
  take(network: string, amount: number, reserve: number): number
  size(): number
}

const MOST_NETWORKS = 50_000

/**
 * Counts by network, in memory. A bucket leaves when it would be full again, because a network that
 * is not remembered has a full one.
 *
 * @param now milliseconds that only grow
 */
export function createNetworkBuckets(
  { capacity, perSecond, most = MOST_NETWORKS }: BucketSize,
  now: () => number = () => performance.now(),
): NetworkBuckets {
  /** In the order of their last use. */
  const buckets = new Map<string, { left: number; at: number }>()
  const fullAfterMs = (capacity / perSecond) * 1000
  const forgetFull = (time: number) => {
    for (const [network, { at }] of buckets) {
      if (time - at < fullAfterMs && buckets.size < most) return
      buckets.delete(network)
    }
  }
  return {
    take: (network, amount, reserve) => {
      const time = now()
      const known = buckets.get(network)
      const filled = known ? known.left + ((time - known.at) / 1000) * perSecond : capacity
      const had = Math.min(capacity, filled)
      const lacking = amount + reserve - had
      buckets.delete(network)
      forgetFull(time)
      buckets.set(network, { left: lacking > 0 ? had : had - amount, at: time })
      return lacking > 0 ? Math.max(1, Math.ceil(lacking / perSecond)) : 0
    },
    size: () => buckets.size,
  }
}
