/** A product's cancellation policy. */
export interface CancellationPolicy {
  untilHours: number
  /** The refunded share in hundredths of a percent. */
  refundBps: number
}

export interface FlightToCancel {
  /** As it was sold: the deadline counts from it. */
  departAt: Date
  /** When it leaves, with its delay. */
  expectedAt: Date
  /** True when the operator cancelled the departure. */
  isDepartureCancelled: boolean
  /** True when the operator moved the party to this flight, at another time than it had. */
  isMovedByOperator: boolean
}

/** A move of an order, or some of its party, to another departure. */
export interface EarlierChange {
  /** When it was begun. */
  at: Date
  /** The departure time of the old flight. */
  departAt: Date
}

export interface CancellableOrder {
  /** The order is paid and neither refunded nor cancelled. */
  standing: boolean
  paid: boolean
  giftCards: boolean
  flights: readonly FlightToCancel[]
  moves: readonly EarlierChange[]
  /**
   * The order has an upgrade such as weather cover: a refund instead of another date when the
   * departure is cancelled.
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
 * Whether a buyer may cancel an order, until when, and which share is refunded (domain rule 8). The
 * deadline counts elapsed hours before the first departure. When the operator cancels the
 * departure, a buyer with a refund right gets everything back, whatever the policy and the hour;
 * when the operator moved the flight to another time, until it leaves. Before that the right changes
 * nothing. A reschedule of a flight past its deadline does not restore the right to cancel.
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
  if (first.expectedAt <= now) return refuse('flight_over')
  if (order.refundRight && order.flights.some(({ isMovedByOperator }) => isMovedByOperator))
    return { ok: true, refundBps: ALL, deadline: first.expectedAt }
  if (deadline <= now) return refuse('too_late_to_cancel')
  return { ok: true, refundBps, deadline }
}
