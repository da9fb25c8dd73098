import { type CallerFacts } from '../access/permissions.ts'

/**
 * What staff may give of one order, all their refunds, vouchers and credit of it together; more is
 * for admins.
 */
export const STAFF_REFUND_LIMIT_CENTS = 250_000

/** Cents, undefined for no limit. */
export const getRefundLimit = ({ roles }: Pick<CallerFacts, 'roles'>): number | undefined =>
  roles?.includes('admin') ? undefined : STAFF_REFUND_LIMIT_CENTS
