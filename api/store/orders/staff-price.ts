import { eq, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { staffPrices } from '../../db/schema/staff-prices.ts'
import { type StaffPriceTerms } from '../../rules/pricing/staff-price.ts'

/** Keeps the price that staff set for an order, in the transaction that writes the order. */
export async function writeStaffPrice(
  tx: Tx,
  orderId: number,
  { unitCents, listCents, units }: StaffPriceTerms,
  { reason, setBy, now }: { reason: string; setBy: number; now: Date },
): Promise<void> {
  const prices = { unitPriceCents: unitCents, listPriceCents: listCents, units }
  await tx.insert(staffPrices).values({ orderId, ...prices, reason, setBy, createdAt: now })
}

/** What the price that staff set for an order takes off its list price, in cents. */
export async function sumStaffPriceWorth(db: DbOrTx, orderId: number): Promise<number> {
  const { unitPriceCents, listPriceCents, units } = staffPrices
  const [found] = await db
    .select({ cents: sql<number>`greatest(0, ${listPriceCents} - ${unitPriceCents}) * ${units}` })
    .from(staffPrices)
    .where(eq(staffPrices.orderId, orderId))
  return found?.cents ?? 0
}

/** The price that staff set for an order; undefined where it has the price of the catalogue. */
export async function findSetPrice(db: DbOrTx, orderId: number) {
  const [found] = await db.select().from(staffPrices).where(eq(staffPrices.orderId, orderId))
  return found
}
