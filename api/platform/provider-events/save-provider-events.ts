import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { webhookInbox } from '../../db/schema/platform.ts'
import { statement } from '../../db/statement.ts'
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
    const recorded = await Promise.all(
      events.map(({ id, type, data }) =>
        insertEvent(tx, { eventId: id, type, objectId: idOf(data.object), now }),
      ),
    )
    const count = recorded.flat().length
    if (count > 0) deps.jobs?.wake('webhooks')
    return count
  })
}

const insertEvent = statement((db) =>
  db
    .insert(webhookInbox)
    .values({
      eventId: sql.placeholder('eventId'),
      type: sql.placeholder('type'),
      objectId: sql.placeholder('objectId'),
      receivedAt: sql.placeholder('now'),
      nextTryAt: sql.placeholder('now'),
    })
    .onConflictDoNothing({ target: webhookInbox.eventId })
    .returning({ eventId: webhookInbox.eventId }),
)

function idOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('id' in object)) return null
  return typeof object.id === 'string' ? object.id : null
}
