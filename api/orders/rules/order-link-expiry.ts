const DAY = 86_400_000
/** Photos are looked at for weeks, a receipt is asked for at the end of the month. */
export const LINK_DAYS = 60

/**
 * When the link in an order's mails stops opening it: sixty days after the last landing, or after
 * the purchase.
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
