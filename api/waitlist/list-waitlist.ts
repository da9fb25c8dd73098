import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { type WaitlistRow } from '#contract/waitlist.ts'
import { type DbOrTx } from '../db/client.ts'
import { slots } from '../db/schema/inventory.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { findWaitlistFlights } from './find-waitlist-flights.ts'

export const waitlistSorts = ['created_at'] as const

export interface WaitlistQuery {
  departureId?: number | undefined
  localDate?: string | undefined
}

/** The waitlist with waiting and served entries in their order, for staff. */
export async function listWaitlist(
  db: DbOrTx,
  { departureId, localDate }: WaitlistQuery,
  page: ListPage,
  now: Date,
): Promise<{ rows: WaitlistRow[]; totalCount: number }> {
  const slotConditions = and(
    departureId === undefined ? undefined : eq(slots.departureId, departureId),
    localDate === undefined ? undefined : eq(slots.localDate, localDate),
  )
  const where = and(
    idsCondition(waitlistEntries.id, page),
    slotConditions &&
      inArray(waitlistEntries.slotId, db.select({ id: slots.id }).from(slots).where(slotConditions)),
  )
  const direction = page.sort?.descending ? desc : asc
  const rows = await db
    .select({ entry: waitlistEntries, offerExpiresAt: waitlistOffers.expiresAt })
    .from(waitlistEntries)
    .leftJoin(
      waitlistOffers,
      and(eq(waitlistOffers.entryId, waitlistEntries.id), eq(waitlistOffers.state, 'open')),
    )
    .where(where)
    .orderBy(direction(waitlistEntries.createdAt), direction(waitlistEntries.id))
    .limit(page.limit)
    .offset(page.offset)
  const flights = await findWaitlistFlights(db, [...new Set(rows.map(({ entry }) => entry.slotId))])
  return {
    rows: rows.flatMap((row) => presentWaitlistEntry(row, flights.get(row.entry.slotId), now)),
    totalCount: await db.$count(waitlistEntries, where),
  }
}

function presentWaitlistEntry(
  row: { entry: typeof waitlistEntries.$inferSelect; offerExpiresAt: Date | null },
  flight: WaitlistRow['flight'] | undefined,
  now: Date,
): WaitlistRow[] {
  if (!flight) return []
  const { entry, offerExpiresAt } = row
  const open = offerExpiresAt !== null && offerExpiresAt > now
  return [
    {
      id: entry.id,
      status: entry.status === 'offered' && !open ? 'lapsed' : entry.status,
      brand_id: entry.brandId,
      email: entry.email,
      phone: entry.phone,
      created_at: entry.createdAt.toISOString(),
      offer_expires_at: open ? offerExpiresAt.toISOString() : null,
      quantity_type: entry.quantityType,
      quantity: entry.quantity,
      flight,
    },
  ]
}
