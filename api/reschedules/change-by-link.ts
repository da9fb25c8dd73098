import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { PHONE_HOLD_MINUTES } from '../seats/hold-end.ts'
import { queueMail, releaseMail } from '../store/mails/queue-mail.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { applyStartedPayment } from '../payments/start-payment.ts'
import { getSessionEnd, type PaymentAttempt, type PaymentInput } from '../store/payments/payment-attempts.ts'
import { reschedulePaymentLinkKey, queueReschedulePaymentLink } from './reschedule-payment-link.ts'

export interface MailedChange {
  changeId: number
  link: { held_until: string; mailed_to: string }
}

/** Minutes after which the mail is sent without a notice that its page is open. */
const WAITS_MINUTES = 1

const NO_ANSWER = { ok: false, reason: 'payment_provider_unavailable' } as const

interface LinkedChange<R> {
  order: OrderRow
  /** The hash of what the payer agreed to. */
  hash: string
  /** The shop's page that opens the link, and the page to return to; on our own hosts. */
  url: string
  returnUrl: string
  now: Date
  /** Writes the change, holds its seats, and calls `also` in the same transaction. */
  open: (
    input: PaymentInput,
    also: (tx: Tx, change: OrderChange) => Promise<void>,
  ) => Promise<{ ok: true; attempt: PaymentAttempt } | R>
}

/**
 * Begins a change that the customer pays alone: the payment page waits for two hours, and its link is
 * mailed. The new seats are held as long; after the payment the order is changed, otherwise everything
 * stays as it was. The mail is written together with the hold, so no seats are held without a mail; it
 * leaves once the payment page is open.
 */
export async function changeByLink<R extends { ok: false }>(
  deps: ApiDeps,
  { order, hash, url, returnUrl, now, open }: LinkedChange<R>,
): Promise<({ ok: true } & MailedChange) | R | typeof NO_ANSWER> {
  const until = addMinutes(now, PHONE_HOLD_MINUTES)
  const { id: orderId, email } = order
  const link = queueReschedulePaymentLink(deps, { orderId, email, hash, until, url })
  const input: PaymentInput = { mode: 'hosted', returnUrl, cancelUrl: link, minutes: PHONE_HOLD_MINUTES }
  const opened = await open(input, async (tx, change) => {
    const mail = {
      kind: 'move_link' as const,
      eventKey: reschedulePaymentLinkKey(change.id),
      orderId,
      subjectId: change.id,
      to: email,
      secret: link,
    }
    await queueMail(tx, { ...mail, sendAt: addMinutes(now, WAITS_MINUTES) }, now, deps)
  })
  if (!opened.ok) return opened
  const { attempt } = opened
  const { orderChangeId: changeId } = attempt
  if (changeId === null) throw new Error(`Payment attempt ${String(attempt.id)} pays no change`)
  try {
    const started = await applyStartedPayment(deps, attempt, input, await beginPayment(deps, attempt))
    if (!started.ok) return NO_ANSWER
  } catch (error) {
    readProviderFailure(error)
    return NO_ANSWER
  }
  await deps.database.db.transaction((tx) => releaseMail(tx, reschedulePaymentLinkKey(changeId), now, deps))
  return { ok: true, changeId, link: { held_until: getSessionEnd(attempt).toISOString(), mailed_to: email } }
}
