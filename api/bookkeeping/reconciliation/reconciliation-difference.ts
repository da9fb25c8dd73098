import { type providerDifferences } from '../../db/schema/integrity-checks.ts'

type Row = typeof providerDifferences.$inferSelect

/** A difference between the provider's data and ours. */
export interface ProviderDifference {
  kind: Row['kind']
  /** `pi_…`, `re_…`, or `ch_…` for a charge without an intent. */
  reference: string
  orderId?: number | null
  paymentId?: number | null
  refundId?: number | null
  here: string | number | null
  there: string | number | null
  /** The amount of the difference. */
  cents: number
}

/** The result of a comparison: all compared references, and the differences. */
export interface ComparisonResult {
  references: string[]
  differences: ProviderDifference[]
}
