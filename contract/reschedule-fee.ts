/**
 * The reschedule fee, which comes on top of a price difference. The rule and all texts read it from
 * here. Hours are elapsed time, so a night with a clock change counts with its real length.
 */
export const RESCHEDULE_FEE = { earlyCents: 5_000, lateCents: 7_500, lateHours: 48 } as const

const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** The fee as texts print it: `$50.00`, `$75.00`, `48 hours`. */
export const RESCHEDULE_FEE_TEXT = {
  early: inDollars(RESCHEDULE_FEE.earlyCents),
  late: inDollars(RESCHEDULE_FEE.lateCents),
  before: `${String(RESCHEDULE_FEE.lateHours)} hours`,
} as const
