import { type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { commitsAsynchronously } from '../../db/asynchronous-commit.ts'
import { webhookInbox } from '../../db/schema/platform.ts'
import { rawStatement } from '../../db/statement.ts'
import { type ApiDeps } from '../../deps.ts'
import { eventEffect } from './provider-event-effect.ts'

/** The parts of an event that are used; its snapshot of the object is not stored. */
export type ProviderEvent = Pick<Stripe.Event, 'id' | 'type' | 'data'>

/**
 * Records events in the inbox and wakes the worker; known events are ignored. An event that asks for
 * nothing is handled with that.
 *
 * @returns how many events were new
 */
export async function recordProviderEvents(deps: ApiDeps, events: readonly ProviderEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const rows = events.map(({ id, type, data }) => ({
    id,
    type,
    object: idOf(data.object),
    ignored: eventEffect(type) === 'ignore',
  }))
  const recorded = await insertEvents(deps.database.db, {
    events: JSON.stringify(rows),
    askNothing: rows.every(({ ignored }) => ignored),
    now: deps.clock.now().toISOString(),
  })
  if (recorded.some(({ waits }) => waits)) deps.jobs?.wake('webhooks')
  return recorded.length
}

const now: SQL = sql`${sql.placeholder('now')}::timestamptz`
const insertEvents = rawStatement<
  { events: string; askNothing: boolean; now: string },
  { waits: boolean }
>(sql`
  insert into ${webhookInbox} (event_id, type, object_id, received_at, next_try_at, handled_at)
  select id, type, object, ${now}, ${now}, case when ignored then ${now} end
  from jsonb_to_recordset(${sql.placeholder('events')}::jsonb)
    as event (id text, type text, object text, ignored boolean)
  where case when ${sql.placeholder('askNothing')}::boolean then ${commitsAsynchronously} else true end
  on conflict (event_id) do nothing
  returning handled_at is null as waits`)

function idOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('id' in object)) return null
  return typeof object.id === 'string' ? object.id : null
}
