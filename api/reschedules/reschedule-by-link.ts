import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { PHONE_HOLD_MINUTES } from '../seats/hold-end.ts'
import { queueMail, releaseMail } from '../store/mails/queue-mail.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { applyStartedPayment } from '../payments/start-payment.ts'
import { getSessionEnd, type PaymentInput } from '../store/payments/payment-attempts.ts'
import { reschedulePaymentLinkKey, queueReschedulePaymentLink } from './reschedule-payment-link.ts'
import { type RescheduleToOpen, type OpenedReschedule, openReschedule } from './open-reschedule.ts'

export interface MailedReschedule {
  changeId: number
  link: { held_until: string; mailed_to: string }
}

/** Minutes after which the mail is sent without a notice that its page is open. */
const WAITS_MINUTES = 1

const NO_ANSWER = { ok: false, reason: 'payment_provider_unavailable' } as const

interface LinkedMove {
  order: OrderRow
  /** The shop's page that opens the link, and the page to return to; on our own hosts. */
  url: string
  returnUrl: string
  now: Date
}

/**
 * Begins a reschedule that the customer pays alone: the payment page waits for two hours, and its
 * link is mailed. The new seats are held as long; after the payment the flight is rescheduled,
 * otherwise everything stays as it was. The mail is written together with the hold, so no seats are
 * held without a mail; it leaves once the payment page is open.
 */
export async function rescheduleByLink(
  deps: ApiDeps,
  wanted: RescheduleToOpen,
  { order, url, returnUrl, now }: LinkedMove,
): Promise<OpenedReschedule<MailedReschedule> | typeof NO_ANSWER> {
  const until = addMinutes(now, PHONE_HOLD_MINUTES)
  const { id: orderId, email } = order
  const link = queueReschedulePaymentLink(deps, { orderId, email, hash: wanted.hash, until, url })
  const input: PaymentInput = { mode: 'hosted', returnUrl, cancelUrl: link, minutes: PHONE_HOLD_MINUTES }
  const mailed: RescheduleToOpen = {
    ...wanted,
    also: async (tx, change) => {
      const mail = {
        kind: 'move_link' as const,
        eventKey: reschedulePaymentLinkKey(change.id),
        orderId,
        subjectId: change.id,
        to: email,
        secret: link,
      }
      await queueMail(tx, { ...mail, sendAt: addMinutes(now, WAITS_MINUTES) }, now, deps)
    },
  }
  const opened = await openReschedule(deps, mailed, input)
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
