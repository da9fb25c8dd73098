import { formatWait } from '../../rules/access/call-limits.ts'

/**
 * How many seats may be held without payment. A shopper needs one order, or two while deciding; a
 * family with one e-mail compares on two or three devices. One network is often a hotel or an
 * office: sixteen seats are four families of four in the same quarter of an hour. A single party
 * may have any size, so the limits never stop a buyer of whole flights or a party of sixty; they
 * only stop further orders. One network that does not pay can therefore block one departure of a
 * day and a part of the others.
 */
export const holdLimits = {
  /** Unpaid orders of one session. */
  ordersOfSession: 2,
  /**
   * Unpaid orders under one e-mail. Guests and customers count separately, because a guest may have
   * typed any e-mail.
   */
  ordersOfEmail: 3,
  /** Unpaid seats of all orders from one network, counted from its second order on. */
  seatsOfNetwork: 16,
  /**
   * The share of an aircraft's seats that a network may hold on a departure while it holds others
   * on that day.
   */
  shareOfDeparture: 0.75,
  /** Unpaid gift orders of one session: they hold no seats, but may reserve the uses of a code. */
  giftOrdersOfSession: 3,
  /** Unpaid gift orders of one network, which is often a hotel or an office. */
  giftOrdersOfNetwork: 12,
} as const

export type HoldLimit = 'session' | 'email' | 'network' | 'departure' | 'gifts'

/** One order's live hold on one flight: unpaid, not lapsed and not released. */
export interface LiveHold {
  orderId: number
  sessionId: string
  userId: number
  scope: 'guest' | 'customer'
  networkKey: string | null
  departureId: number
  localDate: string
  seats: number
  /** When it expires at the latest. */
  freeAt: Date
}

/** What a shopper is about to hold. */
export type RequestedHold = Omit<LiveHold, 'orderId' | 'freeAt'> & {
  /** The seats of one aircraft of the departure. */
  capacity: number
}

export interface HoldLimitReached {
  cap: HoldLimit
  /** When the first of the holds in the way ends. */
  freeAt: Date
}

/**
 * The limit that a hold would exceed, if any.
 * @param others live holds of the same session, e-mail or network, without those of the order
 * itself or of one it replaces
 * @param factor multiplies every limit
 */
export function findHoldLimit(
  others: readonly LiveHold[],
  wanted: RequestedHold,
  factor: number,
): HoldLimitReached | undefined {
  const ofSession = others.filter((one) => one.sessionId === wanted.sessionId)
  if (countOrders(ofSession) >= holdLimits.ordersOfSession * factor) return reachedLimit('session', ofSession)
  const ofEmail = others.filter((one) => one.userId === wanted.userId && one.scope === wanted.scope)
  if (countOrders(ofEmail) >= holdLimits.ordersOfEmail * factor) return reachedLimit('email', ofEmail)
  const ofNetwork = others.filter(({ networkKey }) => networkKey !== null && networkKey === wanted.networkKey)
  const thatDay = ofNetwork.filter(({ localDate }) => localDate === wanted.localDate)
  const there = thatDay.filter(({ departureId }) => departureId === wanted.departureId)
  const share = Math.floor(wanted.capacity * holdLimits.shareOfDeparture) * factor
  if (thatDay.length > 0 && sumSeats(there) + wanted.seats > share) return reachedLimit('departure', thatDay)
  const most = holdLimits.seatsOfNetwork * factor
  if (ofNetwork.length > 0 && sumSeats(ofNetwork) + wanted.seats > most)
    return reachedLimit('network', ofNetwork)
  return undefined
}

const countOrders = (live: readonly LiveHold[]) => new Set(live.map(({ orderId }) => orderId)).size
const sumSeats = (live: readonly LiveHold[]) => live.reduce((sum, { seats }) => sum + seats, 0)
const reachedLimit = (cap: HoldLimit, live: readonly LiveHold[]): HoldLimitReached => ({
  cap,
  freeAt: new Date(Math.min(...live.map(({ freeAt }) => freeAt.getTime()))),
})

/** The message for the shopper, with a way on. It does not say who owns the other orders. */
export function describeHoldLimit(cap: HoldLimit, waitSeconds: number): string {
  const wait = `try again in ${formatWait(waitSeconds)}`
  if (cap === 'departure') {
    return (
      'Seats on flights of this day are being held from your network already. Please pay for ' +
      `those first, choose another day, or ${wait}.`
    )
  }
  if (cap === 'network') {
    return (
      'Many unpaid seats are being held from your network right now. Please pay for what you ' +
      `hold, or ${wait}.`
    )
  }
  if (cap === 'gifts') {
    return (
      'You have gift cards in other orders that are not paid yet. Please pay for one of those, ' +
      `or ${wait}.`
    )
  }
  return (
    'Seats are being held for you in other orders that are not paid yet. Please pay for one of ' +
    `those, or ${wait}.`
  )
}
