import { and, desc, eq } from 'drizzle-orm'
import { type WebhookDelivery, WebhookEventType } from '#contract/integration.ts'
import { type DbOrTx } from '../db/client.ts'
import { webhookDeliveries, webhookEvents } from '../db/schema/integrations.ts'
import { type ApiDeps } from '../deps.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'

export interface DeliveryQuery {
  id?: number | undefined
  endpointId?: number | undefined
  state?: WebhookDelivery['state'] | undefined
}

/** Deliveries, sent and waiting, the newest first. */
export async function listDeliveries(
  db: DbOrTx,
  { id, endpointId, state }: DeliveryQuery,
  page: ListPage,
): Promise<{ rows: WebhookDelivery[]; totalCount: number }> {
  const where = and(
    idsCondition(webhookDeliveries.id, page),
    id === undefined ? undefined : eq(webhookDeliveries.id, id),
    endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
  )
  const rows = await db
    .select({ delivery: webhookDeliveries, key: webhookEvents.key, type: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(where)
    .orderBy(desc(webhookDeliveries.id))
    .limit(page.limit)
    .offset(page.offset)
  const deliveries = rows.map(({ delivery, key, type }) => presentDelivery(delivery, key, type))
  return { rows: deliveries, totalCount: await db.$count(webhookDeliveries, where) }
}

function presentDelivery(
  row: typeof webhookDeliveries.$inferSelect,
  key: string,
  type: string,
): WebhookDelivery {
  return {
    id: row.id,
    webhook_endpoint_id: row.endpointId,
    event_id: key,
    event_type: WebhookEventType.parse(type),
    state: row.state,
    tries: row.tries,
    last_status: row.lastStatus,
    last_error: row.lastError,
    took_ms: row.tookMs,
    created_at: row.createdAt.toISOString(),
    last_tried_at: row.lastTriedAt?.toISOString() ?? null,
    next_try_at: row.state === 'queued' ? row.nextTryAt.toISOString() : null,
  }
}

/**
 * Sends a delivery again, with the same event id, so that receivers recognise it. Its tries start
 * at zero.
 */
export async function redeliver(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  id: number,
) {
  const redelivered = await db
    .update(webhookDeliveries)
    .set({ state: 'queued', tries: 0, nextTryAt: clock.now() })
    .where(eq(webhookDeliveries.id, id))
    .returning({ id: webhookDeliveries.id })
  return redelivered.length > 0
}
