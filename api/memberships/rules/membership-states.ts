/**
 * `starting`: paid for in a moment, or tried again; `failed`: given up. The others are the payment
 * provider's words.
 */
export type SubscriptionStatus =
  'starting' | 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete_expired' | 'failed'

/** Those that still stand: an account has one of a plan at most. */
export const CURRENT_STATUSES = [
  'starting',
  'incomplete',
  'active',
  'past_due',
  'unpaid',
] as const satisfies SubscriptionStatus[]

export const isCurrentStatus = (status: SubscriptionStatus): boolean =>
  (CURRENT_STATUSES as readonly SubscriptionStatus[]).includes(status)

/** News of a renewal may be this late before a membership that is not renewed counts no more. */
export const LATE_RENEWAL_MS = 24 * 3_600_000

/** Whether members' prices hold: paid for, and the time it was paid for is not over. */
export function isMember(
  { status, currentPeriodEnd }: { status: SubscriptionStatus; currentPeriodEnd: Date | null },
  now: Date,
): boolean {
  return (
    status === 'active' &&
    currentPeriodEnd !== null &&
    currentPeriodEnd.getTime() + LATE_RENEWAL_MS > now.getTime()
  )
}

const DAY = 24 * 3_600_000
/** A start whose card was declined is tried again after so long, each time; then it is given up. */
const RETRY_AFTER_MS = [1 * DAY, 3 * DAY]

/**
 * When a declined start is tried again; undefined when it was the last time.
 *
 * @param refusals how often the card was declined
 */
export function getNextStartAttempt(refusals: number, now: Date): Date | undefined {
  const wait = RETRY_AFTER_MS[refusals - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** The bank wants to hear it from the card's owner, who is not there: only a page can finish it. */
export const needsCardholder = (code: string | null): boolean =>
  code === 'authentication_required' || code === 'subscription_payment_intent_requires_action'
