/** A product's rule for buyers who cancel. */
export interface CancellationPolicy {
  untilHours: number
  /** What of the money comes back, in hundredths of a percent. */
  refundBps: number
}

export interface FlightToCancel {
  departAt: Date
  /** By the operator. */
  isDepartureCancelled: boolean
}

/** A move of an order, or some of its party, to another departure. */
export interface EarlierChange {
  /** When it was begun. */
  at: Date
  /** Of the flight that was given up. */
  departAt: Date
}

export interface CancellableOrder {
  /** It was paid, and is neither given back nor cancelled. */
  standing: boolean
  paid: boolean
  giftCards: boolean
  flights: readonly FlightToCancel[]
  moves: readonly EarlierChange[]
  /**
   * It has an upgrade like weather cover: money back instead of another date when a flight is
   * called off.
   */
  refundRight: boolean
  policy: CancellationPolicy
}

export type CancellationRefusal =
  'not_paid' | 'already_ended' | 'gift_cards_by_us' | 'flight_over' | 'too_late_to_cancel'

export type CancellationTerms = { deadline: Date | null } & (
  { ok: true; refundBps: number } | { ok: false; reason: CancellationRefusal }
)

const HOUR_MS = 3_600_000
const ALL = 10_000

/**
 * Whether its buyer may cancel an order, until when, and which part comes back (domain rule 8).
 * Elapsed hours before the first departure count. A flight that the operator called off gives
 * everything back to who bought a refund right, whatever the policy and the hour; before it is
 * called off the right changes nothing. Whoever moves a flight that can no longer be cancelled does
 * not buy that right back: its deadline stays.
 */
export function findCancellationTerms(order: CancellableOrder, now: Date): CancellationTerms {
  const first = order.flights.toSorted((a, b) => a.departAt.getTime() - b.departAt.getTime())[0]
  const { untilHours, refundBps } = order.policy
  const deadlineOf = ({ departAt }: { departAt: Date }) => departAt.getTime() - untilHours * HOUR_MS
  const missed = order.moves.filter((move) => move.at.getTime() >= deadlineOf(move))
  const deadline = first ? new Date(Math.min(...[first, ...missed].map(deadlineOf))) : null
  const refuse = (reason: CancellationRefusal) => ({ ok: false as const, reason, deadline })
  if (!order.paid) return refuse('not_paid')
  if (!order.standing) return refuse('already_ended')
  if (order.giftCards || !first || !deadline) return refuse('gift_cards_by_us')
  if (order.refundRight && order.flights.every(({ isDepartureCancelled }) => isDepartureCancelled)) {
    return { ok: true, refundBps: ALL, deadline: null }
  }
  if (first.departAt <= now) return refuse('flight_over')
  if (deadline <= now) return refuse('too_late_to_cancel')
  return { ok: true, refundBps, deadline }
}
