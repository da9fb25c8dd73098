/** What a brand charges for moving a flight, beside what the new one costs more. */
export type RescheduleFeeRule = 'once' | 'per_seat' | 'none'

/**
 * So long before departure the fee rises; elapsed time, so that nights on which the clock changes
 * count as they last.
 */
const LATE_BEFORE_MS = 48 * 3_600_000
const EARLY_CENTS = 5_000
const LATE_CENTS = 7_500

export interface RescheduleFee {
  /** For one move, or for each seat or aircraft. */
  unitCents: number
  quantity: number
  cents: number
  /** Under 48 hours. */
  isLate: boolean
  /** From when on it is the higher one; null once it is, and where nothing is charged. */
  risesAt: Date | null
  /** What it comes to from then on. */
  laterCents: number
}

/**
 * The fee for moving a flight (spec section 9): 75 dollars when it departs in under 48 hours, else
 * 50; once, however many move, unless the brand asks for it for each.
 *
 * @param departAt of the flight that is given up
 * @param units seats, or aircraft flown whole, that move
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
