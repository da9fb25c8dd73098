import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { paymentToken, PHONE_HOLD_MINUTES } from '../counter/payment-link.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { type OrderRow } from '../orders/lock-order.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { reportStart } from '../payments/payment-start.ts'
import { type PaymentWish, sessionEnd } from '../payments/payment-wish.ts'
import { type MoveToOpen, type OpenedMove, openMove } from './open-move.ts'

export interface MailedMove {
  changeId: number
  link: { held_until: string; mailed_to: string }
}

const NO_ANSWER = { ok: false, reason: 'payment_provider_unavailable' } as const

interface LinkedMove {
  order: OrderRow
  /** The shop's page that opens the link, and the one a payment comes back to; on hosts of ours. */
  url: string
  returnUrl: string
  now: Date
}

/**
 * Begins a move that its customer pays by themselves: their own move, but that its payment waits on the provider's page for two
 * hours, and that the way there is mailed. The new seats are kept as long; paid, the flight moves, and otherwise everything
 * stays as it was.
 */
export async function moveByLink(
  deps: ApiDeps,
  wanted: MoveToOpen,
  { order, url, returnUrl, now }: LinkedMove,
): Promise<OpenedMove<MailedMove> | typeof NO_ANSWER> {
  const expiresAt = Math.floor(now.getTime() / 1000) + PHONE_HOLD_MINUTES * 60
  const signed = { orderId: order.id, email: order.email, expiresAt, change: wanted.hash }
  const link = `${url}/${paymentToken(deps.settings.secrets.code, signed)}`
  const wish: PaymentWish = { mode: 'hosted', returnUrl, cancelUrl: link, minutes: PHONE_HOLD_MINUTES }
  const opened = await openMove(deps, wanted, wish)
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
  // Only once there is something to pay behind it.
  await deps.database.db.transaction((tx) => {
    const mail = { kind: 'move_link' as const, eventKey: `move_link:${String(changeId)}`, orderId: order.id, to: order.email, secret: link } // prettier-ignore
    return queueMail(tx, mail, now, deps)
  })
  return { ok: true, changeId, link: { held_until: sessionEnd(attempt).toISOString(), mailed_to: order.email } } // prettier-ignore
}
