import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { type WaitlistRow } from '#contract/waitlist.ts'
import { type DbOrTx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { users } from '../db/schema/people.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { findWaitlistFlights } from './find-waitlist-flights.ts'

export const waitlistSorts = ['created_at'] as const

export interface WaitlistQuery {
  departureId?: number | undefined
  localDate?: string | undefined
  /** Only of departures ahead: who waits or has an offer, and who missed or declined one since `upcoming`. */
  upcoming?: Date | undefined
}

/** The waitlist with waiting and served entries in their order, for staff. */
export async function listWaitlist(
  db: DbOrTx,
  { departureId, localDate, upcoming }: WaitlistQuery,
  page: ListPage,
  now: Date,
): Promise<{ rows: WaitlistRow[]; totalCount: number }> {
  const slotConditions = and(
    departureId === undefined ? undefined : eq(slots.departureId, departureId),
    localDate === undefined ? undefined : eq(slots.localDate, localDate),
    upcoming === undefined ? undefined : gt(slots.departAt, now),
  )
  const where = and(
    idsCondition(waitlistEntries.id, page),
    upcoming &&
      or(
        inArray(waitlistEntries.status, ['waiting', 'offered']),
        and(inArray(waitlistEntries.status, ['lapsed', 'declined']), gt(waitlistEntries.endedAt, upcoming)),
      ),
    slotConditions &&
      inArray(waitlistEntries.slotId, db.select({ id: slots.id }).from(slots).where(slotConditions)),
  )
  const direction = page.sort?.descending ? desc : asc
  const rows = await db
    .select({
      entry: waitlistEntries,
      offerExpiresAt: waitlistOffers.expiresAt,
      offerQuantity: waitlistOffers.quantity,
      name: sql<string | null>`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`,
    })
    .from(waitlistEntries)
    .leftJoin(users, eq(users.email, waitlistEntries.email))
    .leftJoin(
      waitlistOffers,
      and(eq(waitlistOffers.entryId, waitlistEntries.id), eq(waitlistOffers.state, 'open')),
    )
    .where(where)
    .orderBy(direction(waitlistEntries.createdAt), direction(waitlistEntries.id))
    .limit(page.limit)
    .offset(page.offset)
  const slotIds = [...new Set(rows.map(({ entry }) => entry.slotId))]
  const [departures, free, totalCount] = await Promise.all([
    findWaitlistFlights(db, slotIds),
    countFreeSeats(db, slotIds),
    db.$count(waitlistEntries, where),
  ])
  return {
    rows: rows.flatMap((row) => {
      const { slotId } = row.entry
      return presentWaitlistEntry(row, departures.get(slotId), { seatsFree: free.get(slotId) ?? 0, now })
    }),
    totalCount,
  }
}

/** Seats that nobody has bought or holds, on the flights of each slot. */
async function countFreeSeats(db: DbOrTx, slotIds: readonly number[]): Promise<Map<number, number>> {
  if (slotIds.length === 0) return new Map()
  const rows = await db
    .select({
      slotId: flights.slotId,
      seats: sql`sum(${flights.capacity} - ${flights.seatsSold} - ${flights.seatsHeld})`.mapWith(Number),
    })
    .from(flights)
    .where(and(inArray(flights.slotId, [...slotIds]), ne(flights.status, 'called_off')))
    .groupBy(flights.slotId)
  return new Map(rows.map(({ slotId, seats }) => [slotId, seats]))
}

interface ListedEntry {
  entry: typeof waitlistEntries.$inferSelect
  offerExpiresAt: Date | null
  offerQuantity: number | null
  name: string | null
}

function presentWaitlistEntry(
  row: ListedEntry,
  flight: WaitlistRow['flight'] | undefined,
  { seatsFree, now }: { seatsFree: number; now: Date },
): WaitlistRow[] {
  if (!flight) return []
  const { entry, offerExpiresAt, offerQuantity, name } = row
  const open = offerExpiresAt !== null && offerExpiresAt > now
  return [
    {
      id: entry.id,
      status: entry.status === 'offered' && !open ? 'lapsed' : entry.status,
      brand_id: entry.brandId,
      email: entry.email,
      name,
      phone: entry.phone,
      created_at: entry.createdAt.toISOString(),
      offer_expires_at: open ? offerExpiresAt.toISOString() : null,
      offer_quantity: open ? offerQuantity : null,
      seats_free: seatsFree,
      quantity_type: entry.quantityType,
      quantity: entry.quantity,
      flight,
    },
  ]
}
