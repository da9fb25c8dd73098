import { type SandboxEvent } from './store/kinds.ts'
import { type UnitOfWork } from './store/unit-of-work.ts'
import { expireDueSession } from './stripe/resources/checkout-sessions.ts'
import { settleRefund } from './stripe/resources/refunds.ts'

/** Does what time alone brings: sessions expire, slow refunds settle. Returns what happened. */
export async function settleDue(openUnit: () => UnitOfWork): Promise<SandboxEvent[]> {
  const happened: SandboxEvent[] = []
  for (const { type, id } of await openUnit().listDue()) {
    const unit = openUnit()
    if (type === 'checkout.session') await expireDueSession(unit, id)
    if (type === 'refund') await settleRefund(unit, id)
    // Refused when another request did it first.
    if (await unit.commit()) happened.push(...unit.events)
  }
  return happened
}
