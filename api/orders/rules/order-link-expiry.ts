const DAY = 86_400_000
/** Buyers look at photos for weeks and need the receipt at the end of the month. */
export const LINK_DAYS = 60

/**
 * When the link in an order's mails expires: sixty days after the last landing, or after the
 * purchase.
 */
export function getOrderLinkExpiry(
  order: { createdAt: Date; completedAt: Date | null },
  landings: readonly Date[],
): Date {
  const last = Math.max(
    (order.completedAt ?? order.createdAt).getTime(),
    ...landings.map((landing) => landing.getTime()),
  )
  return new Date(last + LINK_DAYS * DAY)
}
