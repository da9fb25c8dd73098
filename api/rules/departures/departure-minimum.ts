/** How many seats have to be sold, and when it is decided, in minutes before departure. */
export interface DepartureMinimum {
  passengers: number
  decidedMins: number
}

/** Seats on a departure, as its holds have them. */
export interface SeatsTaken {
  seats: number
  wholeFlight: boolean
  state: 'held' | 'sold'
  createdAt: Date
}

/** So long after the decision it is waited for whoever is paying. */
const PATIENCE_MS = 30 * 60_000

/**
 * Whether a departure leaves, at or after the moment at which it is decided.
 *
 * `enough`: its minimum is sold, or a whole aircraft, or it was empty at that moment and staff sold
 * it since; `wait`: who is paying may still make it enough; `too_few`: it does not leave by itself.
 */
export function decideMinimum(
  taken: readonly SeatsTaken[],
  { passengers, decidedAt, now }: { passengers: number; decidedAt: Date; now: Date },
): 'enough' | 'wait' | 'too_few' {
  const sold = taken.filter(({ state }) => state === 'sold')
  if (sold.some(({ wholeFlight }) => wholeFlight)) return 'enough'
  const seats = sumSeats(sold)
  if (seats >= passengers) return 'enough'
  const isPatient = now.getTime() < decidedAt.getTime() + PATIENCE_MS
  if (isPatient && (taken.some(({ wholeFlight }) => wholeFlight) || sumSeats(taken) >= passengers))
    return 'wait'
  if (seats === 0) return 'wait'
  return sold.every(({ createdAt }) => createdAt > decidedAt) ? 'enough' : 'too_few'
}

const sumSeats = (taken: readonly SeatsTaken[]) => taken.reduce((sum, one) => sum + one.seats, 0)
