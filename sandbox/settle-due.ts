import { type SandboxEvent } from './store/kinds.ts'
import { type UnitOfWork } from './store/unit-of-work.ts'
import { expireDueSession } from './stripe/resources/checkout-sessions.ts'
import { payOutAvailable, settlePayout } from './stripe/resources/payouts.ts'
import { settleRefund } from './stripe/resources/refunds.ts'
import { type AfterRetries, settleSubscription } from './stripe/resources/renew-subscription.ts'

/**
 * Processes what is due: expires sessions, settles slow refunds, renews subscriptions, pays out the
 * balance. Returns the resulting events.
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
    // The commit fails when another request has done the step already.
    if (await unit.commit()) happened.push(...unit.events)
  }
  return happened
}
