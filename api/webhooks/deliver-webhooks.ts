import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { staffTasks } from '../db/schema/passengers.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../db/schema/integrations.ts'
import { type ApiDeps } from '../deps.ts'
import { FAILED_AFTER_MS, getRetryDelay } from './rules/webhook-retry.ts'
import { createWebhookSignature } from './rules/webhook-signature.ts'
import { type WebhookResponse, sendWebhook } from '../gateways/webhook-sender.ts'
import { openSecret } from './webhook-secret.ts'

type Endpoint = typeof webhookEndpoints.$inferSelect
type Delivery = typeof webhookDeliveries.$inferSelect
type Event = typeof webhookEvents.$inferSelect

const AT_ONCE = 20
/**
 * How long a claim lasts. It is longer than any try, and after a crash another process may claim
 * the delivery again.
 */
const CLAIM_MS = 2 * 60_000

/**
 * Sends the due deliveries, all endpoints in parallel, so that a slow endpoint does not delay
 * others. A delivery is claimed before it is sent: two processes never send the same one, and after
 * a crash it is tried again. After a failure the endpoint's other deliveries wait for the next run.
 *
 * @param stopping a delivery without an answer is then given back, as if it had not been tried
 */
export async function deliverWebhooks(deps: ApiDeps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const due = and(eq(webhookDeliveries.state, 'queued'), lte(webhookDeliveries.nextTryAt, now))
  const endpoints = await db
    .selectDistinctOn([webhookEndpoints.id], { endpoint: webhookEndpoints })
    .from(webhookEndpoints)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .where(and(due, eq(webhookEndpoints.state, 'active')))
  await Promise.all(endpoints.map(({ endpoint }) => deliverTo(deps, endpoint, stopping)))
}

async function deliverTo(deps: ApiDeps, endpoint: Endpoint, stopping?: AbortSignal): Promise<void> {
  const { db } = deps.database
  const rows = await db
    .select({ delivery: webhookDeliveries, event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpoint.id),
        eq(webhookDeliveries.state, 'queued'),
        lte(webhookDeliveries.nextTryAt, deps.clock.now()),
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(AT_ONCE)
  for (const { delivery, event } of rows) {
    if (stopping?.aborted) return
    if (!(await claimDelivery(deps, delivery))) continue
    if (!(await deliver(deps, endpoint, { delivery, event, stopping }))) return
  }
}

async function claimDelivery(deps: ApiDeps, { id, tries }: Delivery): Promise<boolean> {
  const now = deps.clock.now()
  const claimed = await deps.database.db
    .update(webhookDeliveries)
    .set({ tries: tries + 1, lastTriedAt: now, nextTryAt: new Date(now.getTime() + CLAIM_MS) })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'queued'),
        eq(webhookDeliveries.tries, tries),
        lte(webhookDeliveries.nextTryAt, now),
      ),
    )
    .returning({ id: webhookDeliveries.id })
  return claimed.length > 0
}

/**
 * Gives a claimed delivery back: the next process sends it at once, and no try is counted. It may
 * have arrived, which receivers know by the event's id.
 */
async function releaseDelivery(deps: ApiDeps, { id, tries, lastTriedAt }: Delivery): Promise<void> {
  await deps.database.db
    .update(webhookDeliveries)
    .set({ tries, lastTriedAt, nextTryAt: deps.clock.now() })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'queued'),
        eq(webhookDeliveries.tries, tries + 1),
      ),
    )
}

interface DeliveryToSend {
  delivery: Delivery
  event: Event
  stopping: AbortSignal | undefined
}

async function deliver(
  deps: ApiDeps,
  endpoint: Endpoint,
  { delivery, event, stopping }: DeliveryToSend,
): Promise<boolean> {
  const { settings, clock } = deps
  const body = JSON.stringify({
    id: event.key,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    brand_id: event.brandId,
    data: event.data,
  })
  const startedAt = performance.now()
  const sent = await sendWebhook({
    url: endpoint.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'flight-shop-webhooks/1',
      'shop-event': event.type,
      'shop-event-id': event.key,
      'shop-signature': createWebhookSignature(secretsOf(deps, endpoint, clock.now()), clock.now(), body),
    },
    loopback: settings.development,
    timeoutMs: settings.webhookSeconds * 1000,
    stopping,
  })
  if (stopping?.aborted && sent.status === undefined) {
    await releaseDelivery(deps, delivery)
    return false
  }
  const tookMs = Math.round(performance.now() - startedAt)
  const isDelivered = sent.status !== undefined && sent.status >= 200 && sent.status < 300
  await (isDelivered ? recordDelivered : recordFailed)(deps, endpoint, { delivery, sent, tookMs })
  return isDelivered
}

/** The secret of an endpoint, and for a time after a rotation the former one too. */
function secretsOf({ settings }: ApiDeps, endpoint: Endpoint, now: Date): string[] {
  const { secretSealed, oldSecretSealed, oldSecretUntil } = endpoint
  const old = oldSecretSealed && oldSecretUntil && oldSecretUntil > now ? [oldSecretSealed] : []
  return [secretSealed, ...old].map((sealed) => openSecret(settings, sealed))
}

interface DeliveryAttempt {
  delivery: Delivery
  sent: WebhookResponse
  tookMs: number
}

async function recordDelivered(
  { database: { db } }: ApiDeps,
  { id }: Endpoint,
  { delivery, sent, tookMs }: DeliveryAttempt,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'delivered', lastStatus: sent.status ?? null, lastError: null, tookMs })
    .where(eq(webhookDeliveries.id, delivery.id))
  await db
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(webhookEndpoints.id, id), sql`${webhookEndpoints.failingSince} is not null`))
}

async function recordFailed(
  deps: ApiDeps,
  endpoint: Endpoint,
  { delivery, sent, tookMs }: DeliveryAttempt,
): Promise<void> {
  const now = deps.clock.now()
  const wait = getRetryDelay(delivery.tries + 1)
  const lastError = sent.error ?? `It answered ${String(sent.status)}.`
  await deps.database.db.transaction(async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({
        state: wait === undefined ? 'failed' : 'queued',
        nextTryAt: new Date(now.getTime() + (wait ?? 0)),
        lastStatus: sent.status ?? null,
        lastError,
        tookMs,
      })
      .where(eq(webhookDeliveries.id, delivery.id))
    const isEndpoint = eq(webhookEndpoints.id, endpoint.id)
    await tx
      .update(webhookEndpoints)
      .set({ failingSince: now })
      .where(and(isEndpoint, isNull(webhookEndpoints.failingSince)))
    const longAgo = new Date(now.getTime() - FAILED_AFTER_MS)
    const ended = await tx
      .update(webhookEndpoints)
      .set({ state: 'failed' })
      .where(
        and(isEndpoint, eq(webhookEndpoints.state, 'active'), lte(webhookEndpoints.failingSince, longAgo)),
      )
      .returning({ id: webhookEndpoints.id })
    if (ended.length === 0) return
    await tx
      .insert(staffTasks)
      .values({ kind: 'webhook_failing', webhookEndpointId: endpoint.id, createdAt: now })
      .onConflictDoNothing()
    deps.log.error({ endpoint: endpoint.id }, 'an address for webhooks was given up')
  })
}

const KEPT_MS = 30 * 24 * 3_600_000

/** Deletes old events with their deliveries, and former secrets that have expired. */
export async function eraseOldWebhookEvents({ database: { db } }: ApiDeps, now: Date): Promise<void> {
  await db.delete(webhookEvents).where(lte(webhookEvents.createdAt, new Date(now.getTime() - KEPT_MS)))
  await db
    .update(webhookEndpoints)
    .set({ oldSecretSealed: null, oldSecretUntil: null })
    .where(lte(webhookEndpoints.oldSecretUntil, now))
}
