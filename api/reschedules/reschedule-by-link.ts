import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { PHONE_HOLD_MINUTES } from '../seats/hold-end.ts'
import { queueMail, releaseMail } from '../store/mails/queue-mail.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { reportStart } from '../payments/payment-start.ts'
import { type PaymentWish, sessionEnd } from '../store/payments/payment-request.ts'
import { moveLinkKey, moveLinkTo } from './reschedule-payment-link.ts'
import { type MoveToOpen, type OpenedMove, openMove } from './open-reschedule.ts'

export interface MailedMove {
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
export async function moveByLink(
  deps: ApiDeps,
  wanted: MoveToOpen,
  { order, url, returnUrl, now }: LinkedMove,
): Promise<OpenedMove<MailedMove> | typeof NO_ANSWER> {
  const until = addMinutes(now, PHONE_HOLD_MINUTES)
  const { id: orderId, email } = order
  const link = moveLinkTo(deps, { orderId, email, hash: wanted.hash, until, url })
  const wish: PaymentWish = { mode: 'hosted', returnUrl, cancelUrl: link, minutes: PHONE_HOLD_MINUTES }
  const mailed: MoveToOpen = {
    ...wanted,
    also: async (tx, change) => {
      const mail = {
        kind: 'move_link' as const,
        eventKey: moveLinkKey(change.id),
        orderId,
        to: email,
        secret: link,
      }
      await queueMail(tx, { ...mail, sendAt: addMinutes(now, WAITS_MINUTES) }, now, deps)
    },
  }
  const opened = await openMove(deps, mailed, wish)
  if (!opened.ok) return opened
  const { attempt } = opened
  const { orderChangeId: changeId } = attempt
  if (changeId === null) throw new Error(`Payment attempt ${String(attempt.id)} pays no change`)
  try {
    const started = await reportStart(deps, attempt, wish, await beginPayment(deps, attempt))
    if (!started.ok) return NO_ANSWER
  } catch (error) {
    readProviderFailure(error)
    return NO_ANSWER
  }
  await deps.database.db.transaction((tx) => releaseMail(tx, moveLinkKey(changeId), now, deps))
  return { ok: true, changeId, link: { held_until: sessionEnd(attempt).toISOString(), mailed_to: email } }
}
