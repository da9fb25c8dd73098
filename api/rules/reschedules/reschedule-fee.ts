/** How a brand charges for a reschedule, besides the fare difference. */
export type RescheduleFeeRule = 'once' | 'per_seat' | 'none'

/**
 * How long before departure the fee rises. It is elapsed time, so nights with a clock change count
 * with their real length.
 */
const LATE_BEFORE_MS = 48 * 3_600_000
const EARLY_CENTS = 5_000
const LATE_CENTS = 7_500

export interface RescheduleFee {
  /** The fee of one reschedule, or of each seat or aircraft. */
  unitCents: number
  quantity: number
  cents: number
  /** True less than 48 hours before departure. */
  isLate: boolean
  /** When the fee rises; null after that, and where no fee is charged. */
  risesAt: Date | null
  /** The fee after the rise. */
  laterCents: number
}

/**
 * The reschedule fee (spec section 9): 75 dollars less than 48 hours before departure, otherwise
 * 50. It is charged once for all seats, unless the brand charges per seat.
 * @param departAt of the old flight
 * @param units the rescheduled seats, or aircraft flown whole
 */
export function findRescheduleFee(
  rule: RescheduleFeeRule,
  { departAt, units, now }: { departAt: Date; units: number; now: Date },
): RescheduleFee {
  const risesAt = new Date(departAt.getTime() - LATE_BEFORE_MS)
  const late = risesAt < now
  const quantity = rule === 'none' ? 0 : rule === 'per_seat' ? units : 1
  const unitCents = late ? LATE_CENTS : EARLY_CENTS
  return {
    unitCents,
    quantity,
    cents: unitCents * quantity,
    isLate: late,
    risesAt: late || quantity === 0 ? null : risesAt,
    laterCents: LATE_CENTS * quantity,
  }
}
