import { sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type FoundCode } from '#contract/staff-search.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { toDollars } from '../rules/money/money.ts'
import { findDiscountRefusal } from '../rules/pricing/discount-refusal.ts'
import { explainDiscountRefusal } from '../rules/pricing/explain-discount-refusal.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { findDiscount } from '../store/find-discount.ts'
import { presentGiftCard } from './present-gift-card.ts'
import { presentVoucher } from './present-voucher.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>

interface Hashes {
  hashes: readonly string[]
}

const isOfHash = (column: PgColumn) => sql`${column} = any(${sql.placeholder('hashes')}::text[])`
const selectGiftCard = statement<Hashes, (typeof giftCards.$inferSelect)[]>((db) =>
  db.select().from(giftCards).where(isOfHash(giftCards.codeHash)),
)
const selectVoucher = statement<Hashes, (typeof vouchers.$inferSelect)[]>((db) =>
  db.select().from(vouchers).where(isOfHash(vouchers.codeHash)),
)

/**
 * The gift card, voucher or discount whose whole code was typed, for staff; undefined for an unknown
 * code. `hasForm` says whether the text could be the code of a gift card or voucher.
 */
export async function findCode(
  deps: Deps,
  typed: string,
): Promise<{ hasForm: boolean; found: FoundCode | undefined }> {
  const hashes = createCodeVault(deps.settings.secrets.code).hashesOf(typed)
  const [giftCard, voucher, discount] = await Promise.all([
    hashes && findGiftCard(deps, hashes),
    hashes && findVoucher(deps, hashes),
    findDiscountCode(deps, typed),
  ])
  return { hasForm: hashes !== undefined, found: giftCard ?? voucher ?? discount }
}

async function findDiscountCode({ database, clock }: Deps, typed: string): Promise<FoundCode | undefined> {
  const now = clock.now()
  const found = await findDiscount(database.db, typed, { now })
  if (!found) return undefined
  const { code, discount, uses } = found
  const refusal = findDiscountRefusal({ code, discount }, { now, uses, brandId: discount.brandId ?? 0 })
  return {
    kind: 'discount',
    id: code.id,
    name: discount.name,
    refusal: refusal ? explainDiscountRefusal(refusal) : null,
    uses,
    limit: code.redemptionLimit,
  }
}

async function findGiftCard(
  { database, clock }: Deps,
  hashes: readonly string[],
): Promise<FoundCode | undefined> {
  const [row] = await selectGiftCard(database.db, { hashes })
  if (!row) return undefined
  const catalogue = await readCatalogue(database.db)
  const card = presentGiftCard(row, { code: null, catalogue, now: clock.now() })
  return {
    kind: 'gift_card',
    id: card.id,
    name: card.name,
    code_tail: card.code_tail,
    status: card.status,
    value: toDollars(row.priceCents),
    expires_at: card.expires_at,
    customer_id: row.purchaserId,
    bought_by_order_id: row.purchaserOrderId,
    used_by_order_id: row.orderId,
  }
}

async function findVoucher(
  { database, clock }: Deps,
  hashes: readonly string[],
): Promise<FoundCode | undefined> {
  const [row] = await selectVoucher(database.db, { hashes })
  if (!row) return undefined
  const { id, code_tail, status, value, balance, expires_at } = presentVoucher(row, {
    code: null,
    now: clock.now(),
  })
  return {
    kind: 'voucher',
    name: 'Voucher',
    ...{ id, code_tail, status, value, balance, expires_at },
    customer_id: row.userId,
    order_id: row.orderId,
  }
}
