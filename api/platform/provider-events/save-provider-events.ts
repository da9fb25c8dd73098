import type Stripe from 'stripe'
import { webhookInbox } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'

/** What is kept of an event; its snapshot of the object is not. */
export type ProviderEvent = Pick<Stripe.Event, 'id' | 'type' | 'data'>

/**
 * Notes events in the inbox and wakes the worker; those noted before change nothing.
 *
 * @returns how many nobody had noted yet
 */
export async function recordProviderEvents(deps: ApiDeps, events: readonly ProviderEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const rows = events.map(({ id, type, data }) => ({
      eventId: id,
      type,
      objectId: idOf(data.object),
      receivedAt: now,
      nextTryAt: now,
    }))
    const noted = await tx
      .insert(webhookInbox)
      .values(rows)
      .onConflictDoNothing({ target: webhookInbox.eventId })
      .returning({ eventId: webhookInbox.eventId })
    if (noted.length > 0) await deps.jobs?.enqueue(tx, 'webhooks')
    return noted.length
  })
}

function idOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('id' in object)) return null
  return typeof object.id === 'string' ? object.id : null
}
