import { type RescheduledPart } from '../rules/reschedules/order-change-request.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type lockAllSeats } from '../seats/order-seats.ts'

export interface SeatSwap {
  /** Locked. */
  order: OrderRow
  /** The old flights: one, or each aircraft of a party that flies whole. */
  fromFlightIds: readonly number[]
  /** The rescheduled seats, or aircraft flown whole. */
  units: number
  /** True when the order's whole party on it is rescheduled. */
  whole: boolean
  passengerIds: readonly number[]
  /** The rescheduled part of each item and its price; empty where nothing more was paid. */
  parts?: readonly RescheduledPart[]
  departureId: number
  departAt: Date
  /** What is kept there for them (`holdForChange`). */
  newHoldIds: readonly number[]
  now: Date
}

/** A hold of the order, locked. */
export type OrderHold = Awaited<ReturnType<typeof lockAllSeats>>[number]
