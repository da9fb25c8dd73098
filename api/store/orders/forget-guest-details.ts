import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { orderChanges } from '../../db/schema/orders.ts'

const hasDetails = sql`${orderChanges.wish} @? '$.guests[*] ? (@.fullName != "" || @.weightLbs != null)'`

/**
 * Takes names and weights out of changes that add guests: once they are passengers, these stand in
 * their rows, and where nothing came of it nobody needs them.
 * @param which of the changes
 */
export async function forgetGuestDetails(db: DbOrTx, which: SQL | undefined): Promise<void> {
  const forgotten = sql`(
    select jsonb_agg(guest || '{"fullName": "", "weightLbs": null}'::jsonb order by at)
    from jsonb_array_elements(${orderChanges.wish} -> 'guests') with ordinality as guests (guest, at))`
  await db
    .update(orderChanges)
    .set({ wish: sql`jsonb_set(${orderChanges.wish}, '{guests}', ${forgotten})` })
    .where(and(eq(orderChanges.kind, 'guests'), hasDetails, which))
}
