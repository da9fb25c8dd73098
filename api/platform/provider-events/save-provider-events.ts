import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { rawStatement } from '../../db/statement.ts'
import { type ApiDeps } from '../../deps.ts'
import { eventEffect } from './provider-event-effect.ts'

/** The parts of an event that are used; its snapshot of the object is not stored. */
export type ProviderEvent = Pick<Stripe.Event, 'id' | 'type' | 'data'>

/**
 * Records events in the inbox and wakes the worker; known events are ignored. An event without an
 * effect is recorded as handled.
 *
 * @returns how many events were new
 */
export async function recordProviderEvents(deps: ApiDeps, events: readonly ProviderEvent[]): Promise<number> {
  const now = deps.clock.now()
  const rows = events.map(({ id, type, data }) => {
    const objectId = idOf(data.object)
    return { id, type, object: objectId, done: objectId === null || eventEffect(type) === 'ignore' }
  })
  const added = await insertEvents(deps.database.db, { events: JSON.stringify(rows), now })
  if (added.some(({ isDone }) => !isDone)) deps.jobs?.wake('webhooks')
  return added.length
}

const insertEvents = rawStatement<{ events: string; now: Date }, { isDone: boolean }>(sql`
  insert into "webhook_inbox" ("event_id", "type", "object_id", "received_at", "next_try_at", "handled_at")
  select id, type, object, at, at, case when done then at end
  from jsonb_to_recordset(${sql.placeholder('events')}::jsonb)
      as (id text, type text, object text, done bool),
    cast(${sql.placeholder('now')} as timestamptz) as at
  on conflict ("event_id") do nothing
  returning "handled_at" is not null as "isDone"`)

function idOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('id' in object)) return null
  return typeof object.id === 'string' ? object.id : null
}
