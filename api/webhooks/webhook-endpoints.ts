import { and, asc, count, desc, eq } from 'drizzle-orm'
import {
  type NewWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChange,
  WebhookTopic,
} from '#contract/integration.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Db, type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema/integrations.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { urlProblem } from '../gateways/webhook-sender.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { announceTo } from '../store/queue-webhook.ts'
import { newSecret } from './webhook-secret.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings'>
type Row = typeof webhookEndpoints.$inferSelect
type NotFound = { ok: false; reason: 'not_found' }
type Invalid = { ok: false; reason: 'invalid'; fields: FieldErrors }
const NOT_FOUND: NotFound = { ok: false, reason: 'not_found' }
const HOUR = 3_600_000
/** The most endpoints; each event writes one delivery per endpoint. */
const MOST_ENDPOINTS = 20

export function presentEndpoint(row: Row): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    brand_id: row.brandId,
    events: row.events.flatMap((name) => WebhookTopic.safeParse(name).data ?? []),
    state: row.state,
    failing_since: row.failingSince?.toISOString() ?? null,
    old_secret_until: row.oldSecretUntil?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }
}

export async function listEndpoints(
  db: Db,
  page: ListPage,
): Promise<{ rows: WebhookEndpoint[]; totalCount: number }> {
  const order = page.sort?.descending ? desc : asc
  const where = idsCondition(webhookEndpoints.id, page)
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(where)
    .orderBy(order(webhookEndpoints.id))
    .limit(page.limit)
    .offset(page.offset)
  return { rows: rows.map(presentEndpoint), totalCount: await db.$count(webhookEndpoints, where) }
}

export async function findEndpoint(db: Db, id: number): Promise<WebhookEndpoint | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return row && presentEndpoint(row)
}

async function findProblem(
  tx: Tx,
  { settings }: Deps,
  { url, brand_id: brandId }: Pick<WebhookEndpointChange, 'url' | 'brand_id'>,
): Promise<Invalid | undefined> {
  const problem = url === undefined ? undefined : urlProblem(url, settings.development)
  if (problem !== undefined) return invalid('url', problem)
  if (typeof brandId !== 'number' || (await tx.$count(brands, eq(brands.id, brandId))) > 0) return undefined
  return invalid('brand_id', 'There is no such brand')
}

const invalid = (name: string, message: string): Invalid => ({
  ok: false,
  reason: 'invalid',
  fields: { [name]: [message] },
})

/** Registers an endpoint; its secret is shown in this answer only. */
export async function createEndpoint(
  deps: Deps,
  fields: NewWebhookEndpoint,
  by: AuditBy,
): Promise<{ ok: true; endpoint: WebhookEndpoint; secret: string } | Invalid> {
  return deps.database.db.transaction(async (tx) => {
    const refused = await findProblem(tx, deps, fields)
    if (refused) return refused
    const [all] = await tx.select({ count: count() }).from(webhookEndpoints)
    if ((all?.count ?? 0) >= MOST_ENDPOINTS)
      return invalid('url', `There are ${String(MOST_ENDPOINTS)} already`)
    const { secret, sealed } = newSecret(deps.settings)
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({
        url: fields.url,
        description: fields.description,
        brandId: fields.brand_id,
        events: fields.events,
        secretSealed: sealed,
        createdBy: by.userId,
        createdAt: by.at,
      })
      .returning()
    if (!row) throw new Error('The address was not written')
    const endpoint = presentEndpoint(row)
    await writeAudit(tx, by, { resource: 'webhook_endpoints', id: row.id, after: endpoint })
    return { ok: true, endpoint, secret } as const
  })
}

/** Changes one endpoint under its lock and writes the audit log. */
async function change<T extends object>(
  deps: Deps,
  id: number,
  by: AuditBy,
  work: (tx: Tx, row: Row) => Promise<({ set: Partial<Row> } & T) | Invalid>,
): Promise<({ ok: true; endpoint: WebhookEndpoint } & T) | NotFound | Invalid> {
  return deps.database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update')
    if (!row) return NOT_FOUND
    const done = await work(tx, row)
    if (!('set' in done)) return done
    const { set, ...more } = done
    const [written] =
      Object.keys(set).length === 0
        ? [row]
        : await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, id)).returning()
    if (!written) throw new Error('An address was locked and is not there')
    const [before, endpoint] = [presentEndpoint(row), presentEndpoint(written)]
    await writeAudit(tx, by, { resource: 'webhook_endpoints', id, before, after: endpoint })
    return { ok: true, endpoint, ...(more as unknown as T) }
  })
}

/** Changes or pauses an endpoint. A disabled endpoint that is enabled again is tried at once. */
export async function changeEndpoint(deps: Deps, id: number, fields: WebhookEndpointChange, by: AuditBy) {
  return change(deps, id, by, async (tx, row) => {
    const refused = await findProblem(tx, deps, fields)
    if (refused) return refused
    const { url, description, brand_id: brandId, events, state } = fields
    if (state === 'active' && row.state === 'failed') await settleTask(tx, id, by)
    const reset = state === 'active' && row.state !== 'active' ? { failingSince: null } : {}
    const changes = { url, description, brandId, events, state, ...reset }
    return { set: Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) }
  })
}

const settleTask = (tx: Tx, id: number, by: AuditBy) =>
  tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'nothing', doneAt: by.at, doneBy: by.userId })
    .where(and(eq(staffTasks.webhookEndpointId, id), eq(staffTasks.state, 'open')))

/** Makes a new secret, shown once; the former secret signs too for some hours. */
export async function rotateSecret(deps: Deps, id: number, overlapHours: number, by: AuditBy) {
  const { secret, sealed } = newSecret(deps.settings)
  return change(deps, id, by, (_, row) => {
    const until = new Date(by.at.getTime() + overlapHours * HOUR)
    const old =
      overlapHours > 0
        ? { oldSecretSealed: row.secretSealed, oldSecretUntil: until }
        : { oldSecretSealed: null, oldSecretUntil: null }
    return Promise.resolve({ set: { secretSealed: sealed, ...old }, secret })
  })
}

/** Sends a `ping`, whatever events the endpoint subscribed to. */
export async function pingEndpoint(deps: Deps, id: number, now: Date): Promise<{ ok: true } | NotFound> {
  return deps.database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    if (!row) return NOT_FOUND
    await announceTo(tx, id, { type: 'ping', data: { webhook_endpoint_id: id }, now })
    return { ok: true } as const
  })
}

/** Removes an endpoint with its deliveries. */
export async function removeEndpoint(deps: Deps, id: number, by: AuditBy): Promise<{ ok: true } | NotFound> {
  return deps.database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update')
    if (!row) return NOT_FOUND
    await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    await writeAudit(tx, by, { resource: 'webhook_endpoints', id, before: presentEndpoint(row) })
    return { ok: true } as const
  })
}
