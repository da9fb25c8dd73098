import { type SandboxEvent } from './store/kinds.ts'
import { type UnitOfWork } from './store/unit-of-work.ts'
import { expireDueSession } from './stripe/resources/checkout-sessions.ts'
import { payOutAvailable, settlePayout } from './stripe/resources/payouts.ts'
import { settleRefund } from './stripe/resources/refunds.ts'
import { type AfterRetries, settleSubscription } from './stripe/resources/renew-subscription.ts'

/**
 * Does what time alone brings: sessions expire, slow refunds settle, subscriptions renew, the
 * balance is paid out. Returns what happened.
 */
export async function settleDue(
  openUnit: () => UnitOfWork,
  subscriptions: { publicUrl: string; afterRetries: AfterRetries },
): Promise<SandboxEvent[]> {
  const happened: SandboxEvent[] = []
  for (const { type, id } of await openUnit().listDue()) {
    const unit = openUnit()
    if (type === 'checkout.session') await expireDueSession(unit, id)
    if (type === 'refund') await settleRefund(unit, id)
    if (type === 'balance_transaction') await payOutAvailable(unit, id)
    if (type === 'payout') await settlePayout(unit, id)
    if (type === 'subscription') {
      await settleSubscription({ unit, publicUrl: subscriptions.publicUrl }, id, subscriptions.afterRetries)
    }
    // The step is refused when another request did it first.
    if (await unit.commit()) happened.push(...unit.events)
  }
  return happened
}
