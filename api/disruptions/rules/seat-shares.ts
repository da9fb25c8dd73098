import { type DepartureRoom, slotKey, wholeFlightsNeeded } from '../../rules/departures/availability.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { countSeats, type SizedParty, staysWithinHalf } from './share-alternatives.ts'

/** A departure whose free seats are shared out. */
export interface SharedDeparture {
  slot: { departureId: number; localDate: string; departAt: Date; arriveAt: Date }
  aircraft: readonly { id: number; turnaroundMins: number }[]
  room: DepartureRoom
}

interface SharingParty extends SizedParty {
  weightLbs: number
}

/** What was given of one departure. */
interface Share {
  seats: number
  weightLbs: number
  whole: boolean
}

export interface SeatShares {
  /** Gives seats to a party, if they are free and at most half of the free ones is given. */
  take(departure: SharedDeparture, party: SharingParty): boolean
}

/**
 * Shares seats out without holding them, for a preview. An aircraft that is needed for the first
 * seats of one departure is not free for another at the same time.
 *
 * @param keptBefore seats that are kept as alternatives already, by `slotKey`
 */
export function createSeatShares(keptBefore: ReadonlyMap<string, number>): SeatShares {
  const shares = new Map<string, Share>()
  const needed: { pool: string; from: Date; until: Date }[] = []
  const countNeeded = (pool: string, from: Date, until: Date) =>
    needed.filter((one) => one.pool === pool && one.from < until && one.until > from).length

  return {
    take: ({ slot, aircraft, room }, { kind, size, weightLbs }) => {
      const key = slotKey(slot.departureId, slot.localDate)
      const share = shares.get(key) ?? { seats: 0, weightLbs: 0, whole: false }
      const isEmpty = room.wholeFlights > 0
      const isWhole = kind === 'flight'
      const count = isWhole ? wholeFlightsNeeded(size, Math.max(1, room.capacity)) : 1
      const { more, free } = countSeats({ room }, { kind, size })
      const before = keptBefore.get(key) ?? 0
      const isShared = share.seats > 0
      if (isWhole && (!isEmpty || isShared)) return false
      if (share.whole || share.seats + more > free) return false
      const payload = Math.max(0, ...room.aircraft.map(({ payloadLbs }) => payloadLbs))
      if (share.weightLbs + weightLbs > payload * count) return false
      if (!staysWithinHalf({ free: free - share.seats, kept: before + share.seats, more })) return false
      if (isEmpty && !isShared) {
        const pool = aircraft.map(({ id }) => id).join()
        const turnaround = Math.max(0, ...aircraft.map(({ turnaroundMins }) => turnaroundMins))
        const until = addMinutes(slot.arriveAt, turnaround)
        if (countNeeded(pool, slot.departAt, until) + count > room.aircraft.length) return false
        for (let one = 0; one < count; one++) needed.push({ pool, from: slot.departAt, until })
      }
      shares.set(key, { seats: share.seats + more, weightLbs: share.weightLbs + weightLbs, whole: isWhole })
      return true
    },
  }
}
