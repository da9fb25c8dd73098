import { type providerDifferences } from '../../db/schema/integrity-checks.ts'

type Row = typeof providerDifferences.$inferSelect

/** Something the provider has otherwise than we. */
export interface ProviderDifference {
  kind: Row['kind']
  /** `pi_…`, `re_…`, or `ch_…` for a charge without an intent. */
  reference: string
  orderId?: number | null
  paymentId?: number | null
  refundId?: number | null
  here: string | number | null
  there: string | number | null
  /** What the two differ by. */
  cents: number
}

/**
 * What some objects of the provider came to: everything that was looked at, and what of it is not
 * as we have it.
 */
export interface ComparisonResult {
  references: string[]
  differences: ProviderDifference[]
}
