/**
 * `starting`: the first payment is being made or retried. `failed`: the retries have ended. The
 * other names are the payment provider's.
 */
export type SubscriptionStatus =
  'starting' | 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete_expired' | 'failed'

/** The statuses of a present membership; an account has at most one for each plan. */
export const CURRENT_STATUSES = [
  'starting',
  'incomplete',
  'active',
  'past_due',
  'unpaid',
] as const satisfies SubscriptionStatus[]

export const isCurrentStatus = (status: SubscriptionStatus): boolean =>
  (CURRENT_STATUSES as readonly SubscriptionStatus[]).includes(status)

/** How late the provider's event of a renewal may be before the members' price ends. */
export const LATE_RENEWAL_MS = 24 * 3_600_000

/** Whether the members' price is valid: the membership is paid and its paid period is not over. */
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
/** The delays before the retries of a declined first payment. */
const RETRY_AFTER_MS = [1 * DAY, 3 * DAY]

/**
 * When a declined first payment is tried again; undefined after the last retry.
 *
 * @param refusals how often the card was declined
 */
export function getNextStartAttempt(refusals: number, now: Date): Date | undefined {
  const wait = RETRY_AFTER_MS[refusals - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** Whether the bank asks for the cardholder's confirmation, which is possible only on a page. */
export const needsCardholder = (code: string | null): boolean =>
  code === 'authentication_required' || code === 'subscription_payment_intent_requires_action'
