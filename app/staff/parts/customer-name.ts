import { type CustomerSummary } from '#contract/customer.ts'

/** What staff read in place of the address of a walk-in. */
export const NO_EMAIL = 'No e-mail'

/** The name of a customer in the staff area. */
export const getCustomerName = (one: Pick<CustomerSummary, 'first_name' | 'last_name' | 'email'>): string =>
  [one.first_name, one.last_name].filter(Boolean).join(' ') || (one.email ?? 'Walk-in')
