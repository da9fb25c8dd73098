import { type CallerFacts } from '../access/permissions.ts'

/**
 * The most that staff may give back on one order, counting refunds, vouchers and credit together,
 * unless an admin set another limit for them. Only admins may give more.
 */
export const STAFF_REFUND_LIMIT_CENTS = 250_000

/** Who gives: the roles, and the limit that an admin set for this member of staff. */
export type GiverFacts = Pick<CallerFacts, 'roles'> & { staffLimitCents?: number | null | undefined }

/** The limit in cents; undefined for no limit. */
export const getRefundLimit = ({ roles, staffLimitCents }: GiverFacts): number | undefined =>
  roles?.includes('admin') ? undefined : (staffLimitCents ?? STAFF_REFUND_LIMIT_CENTS)

/**
 * The share of a price below which staff do not go alone, in hundredths of a percent: not with a
 * discount, nor by changing the price.
 */
export const LOWEST_SHARE_BPS = 5000

/** Whether a new price is less than staff may charge instead of another one without a colleague. */
export const isDeepCut = (newCents: number, usualCents: number): boolean =>
  newCents * 10_000 < usualCents * LOWEST_SHARE_BPS
