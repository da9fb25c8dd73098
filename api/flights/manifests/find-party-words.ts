import { and, asc, gt, inArray, or, sql } from 'drizzle-orm'
import { type ManifestParty } from '#contract/manifest-version.ts'
import { type DbOrTx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { toDollars } from '../../rules/money/money.ts'
import { dueOfThoseWhoCome } from '../flight-sums.ts'

/**
 * Staff's comments on an order that stand on its manifests. Its names have their tables, which drizzle
 * leaves out where a statement reads one table.
 */
const marked = sql`from comments c where c.commentable_type = 'order' and c.commentable_id = orders.id
  and c.on_manifest`

/**
 * What a manifest says of parties beside their people: the comments that staff marked so, and what those
 * who come still owe. It is one query for any number of orders; those without either are left out.
 */
export async function findPartyWords(db: DbOrTx, orderIds: readonly number[]): Promise<ManifestParty[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select({
      id: orders.id,
      dueCents: dueOfThoseWhoCome,
      comments: sql<string[]>`(select coalesce(json_agg(c.body order by c.id), '[]')
        ${marked})`,
    })
    .from(orders)
    .where(
      and(inArray(orders.id, [...orderIds]), or(gt(orders.dueCents, 0), sql`exists (select 1 ${marked})`)),
    )
    .orderBy(asc(orders.id))
  return rows
    .map((row) => ({
      order_id: row.id,
      comments: row.comments,
      owes: row.dueCents > 0 ? toDollars(row.dueCents) : null,
    }))
    .filter((party) => party.owes !== null || party.comments.length > 0)
}
