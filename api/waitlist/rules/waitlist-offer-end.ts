/** No offer is shorter, because its reader must open the mail, ask the family and find a card. */
export const LEAST_OFFER_MINUTES = 15

/**
 * When an offer made now ends: after the full time of offers, but not after the end of sales.
 * Undefined when less than the shortest offer would be left.
 *
 * @param offerMinutes `WAITLIST_OFFER_MINUTES`; one that is shorter than the least is meant so
 */
export function findOfferEnd(now: Date, salesCloseAt: Date, offerMinutes: number): Date | undefined {
  const end = Math.min(now.getTime() + offerMinutes * 60_000, salesCloseAt.getTime())
  const least = Math.min(LEAST_OFFER_MINUTES, offerMinutes) * 60_000
  return end - now.getTime() < least ? undefined : new Date(end)
}
