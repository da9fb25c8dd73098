import type Stripe from 'stripe'
import { webhookInbox } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'

/** The parts of an event that are used; its snapshot of the object is not stored. */
export type ProviderEvent = Pick<Stripe.Event, 'id' | 'type' | 'data'>

/**
 * Records events in the inbox and wakes the worker; known events are ignored.
 *
 * @returns how many events were new
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
    const recorded = await tx
      .insert(webhookInbox)
      .values(rows)
      .onConflictDoNothing({ target: webhookInbox.eventId })
      .returning({ eventId: webhookInbox.eventId })
    if (recorded.length > 0) deps.jobs?.wake('webhooks')
    return recorded.length
  })
}

function idOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('id' in object)) return null
  return typeof object.id === 'string' ? object.id : null
}
