/**
 * What moving a flight costs besides a dearer one: the rule, every text and every help take it from
 * here. Elapsed time, so nights with a clock change count with their real length.
 */
export const RESCHEDULE_FEE = { earlyCents: 5_000, lateCents: 7_500, lateHours: 48 } as const

const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** As texts say it: `$50.00`, `$75.00`, `48 hours`. */
export const RESCHEDULE_FEE_TEXT = {
  early: inDollars(RESCHEDULE_FEE.earlyCents),
  late: inDollars(RESCHEDULE_FEE.lateCents),
  before: `${String(RESCHEDULE_FEE.lateHours)} hours`,
} as const
