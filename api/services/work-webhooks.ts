import { asc, eq, isNull } from 'drizzle-orm'
import { webhookInbox } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { applyPayment } from './apply-payment.ts'
import { refreshRefund } from './issue-refund.ts'

type Event = typeof webhookInbox.$inferSelect

const BATCH = 100
/** Events we could not make sense of are given up after the provider itself would have. */
const GIVE_UP_MS = 3 * 24 * 3_600_000

/** Works off what the provider told us. An event that fails stays for the next run; the others are not held up. */
export async function workWebhooks(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const events = await db
    .select()
    .from(webhookInbox)
    .where(isNull(webhookInbox.handledAt))
    .orderBy(asc(webhookInbox.receivedAt))
    .limit(BATCH)
  for (const event of events) {
    const now = deps.clock.now()
    try {
      await handle(deps, event)
    } catch (error) {
      deps.log.warn({ err: error, event: event.eventId, type: event.type }, 'an event could not be handled')
      if (now.getTime() - event.receivedAt.getTime() < GIVE_UP_MS) continue
    }
    await db.update(webhookInbox).set({ handledAt: now }).where(eq(webhookInbox.eventId, event.eventId))
  }
}

async function handle(deps: ApiDeps, { type, objectId }: Event): Promise<void> {
  if (!objectId) return
  if (type.startsWith('payment_intent.') || type.startsWith('checkout.session.')) {
    const applied = await applyPayment(deps, { reference: objectId })
    if (!applied.ok) deps.log.info({ reference: objectId, type }, 'an event about a payment that is not ours')
  } else if (type.startsWith('refund.')) {
    await refreshRefund(deps, objectId)
  } else if (type.startsWith('charge.dispute.')) {
    deps.log.error({ dispute: objectId, type }, 'a payment is disputed')
  }
}
