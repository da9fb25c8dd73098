import { type DiscountCode } from '#contract/promotions.ts'
import { eq } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { discountCodes } from '../db/schema/promotions.ts'
import { toDollarsOrNull } from '../rules/money/money.ts'
import { isPublished } from '../rules/time/local-time.ts'
import { findDiscount, type FoundDiscount } from '../store/find-discount.ts'

/**
 * A code as anybody may read it, by its letters; undefined when nobody made it or the shop alone
 * applies it.
 */
export async function readDiscountCode(db: Db, typed: string, now: Date): Promise<DiscountCode | undefined> {
  const found = await findDiscount(db, typed, { now })
  return found && !found.code.internal ? present(found, now) : undefined
}

/** The same for the desk, by the row's id; a membership's own code too. */
export async function readDiscountCodeById(
  db: Db,
  id: number | undefined,
  now: Date,
): Promise<DiscountCode | undefined> {
  if (id === undefined) return undefined
  const [row] = await db
    .select({ code: discountCodes.code })
    .from(discountCodes)
    .where(eq(discountCodes.id, id))
  const found = row && (await findDiscount(db, row.code, { now }))
  return found && present(found, now)
}

function present({ code, discount, uses }: FoundDiscount, now: Date): DiscountCode {
  const left = code.redemptionLimit === null || uses < code.redemptionLimit
  return {
    id: code.id,
    code: code.code,
    discount_id: discount.id,
    discount: {
      id: discount.id,
      name: discount.name,
      invoice_description: discount.invoiceDescription,
      amount: toDollarsOrNull(discount.amountCents),
      percent: discount.percentBps === null ? null : discount.percentBps / 100,
      publish_status: discount.publishStatus,
      publish_at: discount.publishAt?.toISOString() ?? null,
      publish_until: discount.publishUntil?.toISOString() ?? null,
      disable_for_seats: discount.disableForSeats,
      disable_for_flights: discount.disableForFlights,
      brand_id: discount.brandId,
      product_ids: discount.productIds,
    },
    redeemable: code.redeemable && isPublished(discount, now) && left,
    redemption_limit: code.redemptionLimit,
    sunset_and_focus: code.sunsetAndFocus,
    stackable: code.stackable,
    internal: code.internal,
  }
}
