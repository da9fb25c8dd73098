import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { PHONE_HOLD_MINUTES } from '../seats/hold-end.ts'
import { queueMail, releaseMail } from '../store/mails/queue-mail.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { applyStartedPayment } from '../payments/payment-start.ts'
import { type PaymentInput, getSessionEnd } from '../store/payments/payment-request.ts'
import { reschedulePaymentLinkKey, queueReschedulePaymentLink } from './reschedule-payment-link.ts'
import { type RescheduleToOpen, type OpenedReschedule, openReschedule } from './open-reschedule.ts'

export interface MailedReschedule {
  changeId: number
  link: { held_until: string; mailed_to: string }
}

/** How long the mail waits for somebody to say that its page is open; then it looks for itself. */
const WAITS_MINUTES = 1

const NO_ANSWER = { ok: false, reason: 'payment_provider_unavailable' } as const

interface LinkedMove {
  order: OrderRow
  /** The shop's page that opens the link, and the one a payment comes back to; on hosts of ours. */
  url: string
  returnUrl: string
  now: Date
}

/**
 * Begins a move that its customer pays by themselves: their own move, but that its payment waits on
 * the provider's page for two hours, and that the way there is mailed. The new seats are kept as
 * long; paid, the flight moves, and otherwise everything stays as it was. The mail is written with
 * the seats, so whoever stops in between keeps none that nobody hears of; it leaves once there is
 * something to pay behind its link.
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
