import { RESCHEDULE_FEE } from '#contract/reschedule-fee.ts'

/** How a brand charges for a reschedule, besides the fare difference. */
export type RescheduleFeeRule = 'once' | 'per_seat' | 'none'

const { earlyCents, lateCents, lateHours } = RESCHEDULE_FEE

export interface RescheduleFee {
  /** The fee of one reschedule, or of each seat or aircraft. */
  unitCents: number
  quantity: number
  cents: number
  /** True shortly before departure, when the fee has risen. */
  isLate: boolean
  /** When the fee rises; null after that, and where no fee is charged. */
  risesAt: Date | null
  /** The fee after the rise. */
  laterCents: number
}

/**
 * The reschedule fee (spec section 9), which rises shortly before departure. It is charged once for
 * all seats, unless the brand charges per seat.
 * @param departAt of the old flight
 * @param units the rescheduled seats, or aircraft flown whole
 */
export function findRescheduleFee(
  rule: RescheduleFeeRule,
  { departAt, units, now }: { departAt: Date; units: number; now: Date },
): RescheduleFee {
  const risesAt = new Date(departAt.getTime() - lateHours * 3_600_000)
  const late = risesAt < now
  const quantity = rule === 'none' ? 0 : rule === 'per_seat' ? units : 1
  const unitCents = late ? lateCents : earlyCents
  return {
    unitCents,
    quantity,
    cents: unitCents * quantity,
    isLate: late,
    risesAt: late || quantity === 0 ? null : risesAt,
    laterCents: lateCents * quantity,
  }
}
