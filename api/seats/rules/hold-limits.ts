import { formatWait } from '../../rules/access/call-limits.ts'

/**
 * How many seats may be held without being paid. A shopper needs one order, two while making up
 * their mind; a family with one e-mail compares on two or three devices. One network is often a
 * hotel or an office: sixteen seats are four families of four in the same quarter of an hour. A
 * single party may be of any size, so whoever buys whole flights or comes with sixty people is
 * never stopped by these: only the second order of somebody who holds seats already is. What one
 * network can keep from everybody else by not paying is one departure of a day, and a part of the
 * others.
 */
export const holdLimits = {
  /** Unpaid orders of one session. */
  ordersOfSession: 2,
  /**
   * Unpaid orders under one e-mail, guests' and customers' apart: a guest may have typed anybody's.
   */
  ordersOfEmail: 3,
  /** Unpaid seats of all orders from one network, counted from its second order on. */
  seatsOfNetwork: 16,
  /**
   * Part of an aircraft's seats that a network may hold on a departure while it holds others on
   * that day.
   */
  shareOfDeparture: 0.75,
  /**
   * Unpaid orders of gift cards of one session: they keep no seats, but may keep the uses of a
   * code.
   */
  giftOrdersOfSession: 3,
  /** The same of one network, which is often a hotel or an office. */
  giftOrdersOfNetwork: 12,
} as const

export type HoldLimit = 'session' | 'email' | 'network' | 'departure' | 'gifts'

/** One order's live hold on one flight: unpaid, and neither over nor given back. */
export interface LiveHold {
  orderId: number
  sessionId: string
  userId: number
  scope: 'guest' | 'customer'
  networkKey: string | null
  departureId: number
  localDate: string
  seats: number
  /** When it ends by the clock at the latest. */
  freeAt: Date
}

/** What somebody is about to hold. */
export type RequestedHold = Omit<LiveHold, 'orderId' | 'freeAt'> & {
  /** Seats of one aircraft there. */
  capacity: number
}

export interface HoldLimitReached {
  cap: HoldLimit
  /** When the first of the holds in the way ends. */
  freeAt: Date
}

/**
 * The cap that a hold would break, if any.
 *
 * @param others live holds of the same session, e-mail or network, without those of the order
 *   itself or of one it replaces
 * @param factor how many times as wide the caps are
 */
export function findHoldLimit(
  others: readonly LiveHold[],
  wanted: RequestedHold,
  factor: number,
): HoldLimitReached | undefined {
  const ofSession = others.filter((one) => one.sessionId === wanted.sessionId)
  if (countOrders(ofSession) >= holdLimits.ordersOfSession * factor) return broken('session', ofSession)
  const ofEmail = others.filter((one) => one.userId === wanted.userId && one.scope === wanted.scope)
  if (countOrders(ofEmail) >= holdLimits.ordersOfEmail * factor) return broken('email', ofEmail)
  const ofNetwork = others.filter(({ networkKey }) => networkKey !== null && networkKey === wanted.networkKey)
  const thatDay = ofNetwork.filter(({ localDate }) => localDate === wanted.localDate)
  const there = thatDay.filter(({ departureId }) => departureId === wanted.departureId)
  const share = Math.floor(wanted.capacity * holdLimits.shareOfDeparture) * factor
  if (thatDay.length > 0 && sumSeats(there) + wanted.seats > share) return broken('departure', thatDay)
  const most = holdLimits.seatsOfNetwork * factor
  if (ofNetwork.length > 0 && sumSeats(ofNetwork) + wanted.seats > most) return broken('network', ofNetwork)
  return undefined
}

const countOrders = (live: readonly LiveHold[]) => new Set(live.map(({ orderId }) => orderId)).size
const sumSeats = (live: readonly LiveHold[]) => live.reduce((sum, { seats }) => sum + seats, 0)
const broken = (cap: HoldLimit, live: readonly LiveHold[]): HoldLimitReached => ({
  cap,
  freeAt: new Date(Math.min(...live.map(({ freeAt }) => freeAt.getTime()))),
})

/** What the shopper is told, with a way on. Nothing in it says whose the other orders are. */
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
