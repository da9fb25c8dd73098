import { and, inArray, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { fares, products } from '../db/schema/catalogue.ts'
import { isDeepCut } from '../rules/refunds/refund-limit.ts'

export interface DiscountValue {
  amountCents: number | null
  percentBps: number | null
  productIds: readonly number[]
}

/** Whether a discount takes more than half of the price of the cheapest that it applies to. */
export async function isDeepDiscount(db: DbOrTx, discount: DiscountValue): Promise<boolean> {
  const { amountCents, percentBps, productIds } = discount
  if (percentBps !== null) return isDeepCut(10_000 - percentBps, 10_000)
  if (amountCents === null) return false
  const among = productIds.length > 0 ? inArray(products.id, [...productIds]) : undefined
  const [cheapest] = await db
    .select({
      cents: sql<number | null>`min(least(coalesce(${fares.seatPriceCents}, ${products.seatPriceCents}),
        coalesce(${fares.flightPriceCents}, ${products.flightPriceCents})))`,
    })
    .from(products)
    .leftJoin(fares, sql`${fares.productId} = ${products.id}`)
    .where(and(among, sql`coalesce(${products.seatPriceCents}, ${products.flightPriceCents}, 0) > 0`))
  const price = cheapest?.cents ?? 0
  return isDeepCut(price - amountCents, price)
}

export const DEEP_DISCOUNT =
  'A discount of more than half of the price needs a second person. Ask for approval.'
