/**
 * The days and departures that the redeemed gift cards pay for. The page's server reads the
 * service's rule.
 */
export interface RedeemMarks {
  /** `YYYY-MM-DD`, in the displayed month. */
  days: string[]
  /** On the displayed day. */
  departures: { id: number; paid: boolean; text: string }[]
}
