import { type RescheduledPart } from '../rules/reschedules/order-change-request.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { type lockAllSeats } from '../seats/order-seats.ts'

export interface SeatSwap {
  /** Locked. */
  order: OrderRow
  /** What is given up: one flight, or each aircraft of a party that flies whole. */
  fromFlightIds: readonly number[]
  /** Seats that move, or aircraft flown whole. */
  units: number
  /** Everybody of the order on it moves. */
  whole: boolean
  passengerIds: readonly number[]
  /** What moves of each item, and what was paid for it; left out where nothing was paid on top. */
  parts?: readonly RescheduledPart[]
  departureId: number
  departAt: Date
  /** What is kept there for them (`holdForChange`). */
  newHoldIds: readonly number[]
  now: Date
}

/** A hold of the order, locked. */
export type OrderHold = Awaited<ReturnType<typeof lockAllSeats>>[number]
