import { randomBytes } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { type WebhookEventType } from '#contract/integration.ts'
import { type Tx } from '../db/client.ts'
import { rawStatement } from '../db/statement.ts'

type Data = Readonly<Record<string, unknown>>

export interface Announcement {
  type: WebhookEventType
  /** The brands of the event; empty for an event of no brand. */
  brandIds: readonly number[]
  /**
   * Ids, states and sums (dollars) under their API names. No names, addresses, codes, cards or
   * weights.
   */
  data: Data
  now: Date
}

/**
 * Queues an event for other systems in the caller's transaction: one statement, and no row where
 * nobody subscribed. The job sends it after the commit, or never when that fails.
 */
export async function announceEvent(tx: Tx, { type, brandIds, data, now }: Announcement): Promise<void> {
  const brands = sql`array[${sql.join(
    brandIds.map((id) => sql`${id}::integer`),
    sql`, `,
  )}]::integer[]`
  const of = {
    brand: sql`any(${brands})`,
    told: brandIds.length === 1 ? sql`${brandIds[0]}::integer` : sql`null`,
  }
  await writeEventAndDeliveries(tx, {
    type,
    now,
    asked: askedFor(type, of.brand),
    told: of.told,
    data: json(data),
    of: sql`where`,
  })
}

/** Announces an order as it is now, with further data. */
export async function announceOrder(
  tx: Tx,
  { type, orderId, now, data = {} }: { type: WebhookEventType; orderId: number; now: Date; data?: Data },
): Promise<void> {
  await insertOrderEvent(tx, { key: makeEventKey(), type, orderId, now, data: JSON.stringify(data) })
}

const insertOrderEvent = rawStatement<Record<string, unknown>>(
  eventAndDeliveries({
    key: sql`${sql.placeholder('key')}`,
    type: sql`${sql.placeholder('type')}`,
    at: sql`${sql.placeholder('now')}::timestamptz`,
    asked: askedFor(
      sql`${sql.placeholder('type')}`,
      sql`(select brand_id from orders where id = ${sql.placeholder('orderId')})`,
    ),
    told: sql`o.brand_id`,
    data: sql`jsonb_build_object('order', jsonb_build_object(
      'id', o.id, 'status', o.status, 'kind', o.kind, 'brand_id', o.brand_id, 'product_id', o.product_id,
      'quantity_type', o.quantity_type, 'quantity', o.quantity, 'total', round(o.total_cents / 100.0, 2)
    )) || ${sql.placeholder('data')}::jsonb`,
    of: sql`from orders o where o.id = ${sql.placeholder('orderId')} and`,
  }),
)

/** Announces something to one endpoint, whatever it subscribed to. */
export async function announceTo(
  tx: Tx,
  endpointId: number,
  { type, data, now }: Pick<Announcement, 'type' | 'data' | 'now'>,
): Promise<void> {
  await writeEventAndDeliveries(tx, {
    type,
    now,
    asked: sql`id = ${endpointId}`,
    told: sql`null`,
    data: json(data),
    of: sql`where`,
  })
}

const json = (data: Data) => sql`${JSON.stringify(data)}::jsonb`

function askedFor(type: WebhookEventType | SQL, brand: SQL): SQL {
  return sql`state <> 'paused' and ${type}::text = any(events) and (brand_id is null or brand_id = ${brand})`
}

const makeEventKey = () => `evt_${randomBytes(18).toString('base64url')}`

interface Statement {
  /** Which addresses. */
  asked: SQL
  /** The event's brand, and what it says. */
  told: SQL
  data: SQL
  /** `where`, or `from … where … and`: what comes before the last condition. */
  of: SQL
}

async function writeEventAndDeliveries(
  tx: Tx,
  { type, now, ...what }: Statement & Pick<Announcement, 'type' | 'now'>,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const event = { key: sql`${makeEventKey()}`, type: sql`${type}`, at }
  await tx.execute(eventAndDeliveries({ ...event, ...what }))
}

interface Event {
  key: SQL
  type: SQL
  at: SQL
}

function eventAndDeliveries({ key, type, at, asked, told, data, of }: Event & Statement): SQL {
  return sql`
    with asked as (select id from webhook_endpoints where ${asked}),
    said as (
      insert into webhook_events (key, type, brand_id, data, created_at)
      select ${key}::text, ${type}::text, ${told}::integer, ${data}, ${at}
      ${of} exists (select from asked) returning id)
    insert into webhook_deliveries (event_id, endpoint_id, state, next_try_at, created_at)
    select said.id, asked.id, 'queued', ${at}, ${at} from said, asked`
}
