import { type CustomerSummary } from '#contract/customer.ts'

/** What staff read in place of the address of a walk-in. */
export const NO_EMAIL = 'No e-mail'

/**
 * Who staff know a customer by, as they know an order: the name, the first passenger of a customer who
 * never told one, or the address.
 */
export const getCustomerName = (
  one: Pick<CustomerSummary, 'first_name' | 'last_name' | 'email'> &
    Partial<Pick<CustomerSummary, 'first_passenger'>>,
): string =>
  [one.first_name, one.last_name].filter(Boolean).join(' ') || one.first_passenger || (one.email ?? 'Walk-in')
