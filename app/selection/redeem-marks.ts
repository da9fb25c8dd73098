/**
 * Which days and departures the gift cards pay that are being redeemed. The service's rule, read by
 * the page's server.
 */
export interface RedeemMarks {
  /** `YYYY-MM-DD`, of the month on show. */
  days: string[]
  /** Of the day on show. */
  departures: { id: number; paid: boolean; text: string }[]
}
