/** Less than this is no offer: the mail has to be read, the family asked, a card found. */
export const LEAST_OFFER_MINUTES = 15

/**
 * Until when seats that came free are kept for somebody who waits: the whole of an offer's time,
 * cut at the end of sales; undefined when too little of it would be left.
 *
 * @param offerMinutes `WAITLIST_OFFER_MINUTES`; one that is shorter than the least is meant so
 */
export function findOfferEnd(now: Date, salesCloseAt: Date, offerMinutes: number): Date | undefined {
  const end = Math.min(now.getTime() + offerMinutes * 60_000, salesCloseAt.getTime())
  const least = Math.min(LEAST_OFFER_MINUTES, offerMinutes) * 60_000
  return end - now.getTime() < least ? undefined : new Date(end)
}
