import { type CallerFacts } from '../access/permissions.ts'

/**
 * The most that staff may give back on one order, counting refunds, vouchers and credit together.
 * Only admins may give more.
 */
export const STAFF_REFUND_LIMIT_CENTS = 250_000

/** The limit in cents; undefined for no limit. */
export const getRefundLimit = ({ roles }: Pick<CallerFacts, 'roles'>): number | undefined =>
  roles?.includes('admin') ? undefined : STAFF_REFUND_LIMIT_CENTS
