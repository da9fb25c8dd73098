import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { ledgerTransactions } from '../db/schema/money.ts'
import { orderChanges, orders } from '../db/schema/orders.ts'

/** Sends a call of `/v1` as the present caller, under a request id of its own. */
export type RunCall = (
  call: { method: string; path: string; body?: unknown; headers?: Record<string, string> },
  requestId?: string,
) => Promise<Response>

/** The order that a call is about, from its address or its body. */
export function findOrderId({ path, body }: { path: string; body: Record<string, unknown> }): number | null {
  const [, inPath] = /^\/v1\/orders\/(\d+)\//.exec(path) ?? []
  if (inPath !== undefined) return Number(inPath)
  const inner: unknown = Object.values(body)[0]
  const id: unknown =
    typeof inner === 'object' && inner !== null && 'order_id' in inner ? inner.order_id : null
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null
}

/**
 * What a call is about, as one short text: when it differs at the approval, the approver would
 * decide about something that nobody asked for. An order counts with its state, its bookings and
 * its changes; a row with its tag.
 */
export async function describeSubject(
  db: DbOrTx,
  runCall: RunCall,
  call: { method: string; path: string; orderId: number | null },
): Promise<string> {
  if (call.orderId !== null) {
    // Columns of a select from one table lose the name of the table, unless they stand deeper within it.
    const ofOrder = sql`${ledgerTransactions.orderId} = ${orders.id}`
    const completed = sql`${orderChanges.orderId} = ${orders.id} and ${orderChanges.state} = 'completed'`
    const [order] = await db
      .select({
        status: orders.status,
        total: orders.totalCents,
        booked: sql<number>`(select coalesce(max(${ledgerTransactions.id}), 0) from ${ledgerTransactions}
          where ${ofOrder})`,
        changed: sql<number>`(select coalesce(max(${orderChanges.id}), 0) from ${orderChanges}
          where ${completed})`,
      })
      .from(orders)
      .where(eq(orders.id, call.orderId))
    return JSON.stringify(order ?? null)
  }
  if (call.method !== 'PATCH') return ''
  const row = await runCall({ method: 'GET', path: call.path })
  const text = await row.text()
  return row.headers.get('etag') ?? createHash('sha256').update(text).digest('hex')
}
