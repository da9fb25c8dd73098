import { and, count, eq, gt, inArray, ne, or, isNull, type SQL, sql } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { type WaiverEffect } from '#contract/written-text.ts'
import { type DbOrTx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { formerWaiverSignatures, passengers, waiverSignatures } from '../db/schema/passengers.ts'
import { guestDeparture, signatureHolds, signedNumber } from '../store/written-texts/signature-holds.ts'

/**
 * The signed copies of each version of a brand's waiver by its number, with those that were signed
 * again since; 0 stands for the words of the shop's files.
 */
export async function countSigned(db: DbOrTx, brandId: number): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const table of [waiverSignatures, formerWaiverSignatures]) {
    const version: SQL<number> = signedNumber(sql`${table.version}`)
    const rows = await db
      .select({ version, copies: count() })
      .from(table)
      .innerJoin(passengers, eq(passengers.id, table.passengerId))
      .innerJoin(orders, eq(orders.id, passengers.orderId))
      .where(eq(orders.brandId, brandId))
      .groupBy(version)
    for (const row of rows) counts.set(row.version, (counts.get(row.version) ?? 0) + row.copies)
  }
  return counts
}

/**
 * What a new waiver means for a brand's guests.
 *
 * @param versionWas the version that is signed now
 * @param from when the new one is public
 */
export async function findWaiverEffect(
  db: DbOrTx,
  { brandId, versionWas, from }: { brandId: number; versionWas: number; from: Date },
): Promise<WaiverEffect> {
  const signed = (await countSigned(db, brandId)).get(versionWas) ?? 0
  const [row] = await db
    .select({ flying: count() })
    .from(passengers)
    .innerJoin(orders, eq(orders.id, passengers.orderId))
    .innerJoin(waiverSignatures, eq(waiverSignatures.passengerId, passengers.id))
    .where(
      and(
        eq(orders.brandId, brandId),
        inArray(orders.status, [...bookedStatuses]),
        eq(passengers.staysHome, false),
        or(isNull(passengers.boarding), ne(passengers.boarding, 'no_show')),
        gt(guestDeparture, from.toISOString()),
        signatureHolds,
      ),
    )
  return { version_was: versionWas, signed, flying: row?.flying ?? 0 }
}
