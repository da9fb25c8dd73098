import { sql } from 'drizzle-orm'
import { type Voucher } from '#contract/tenders.ts'
import { products } from '../db/schema/catalogue.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { toDollars } from '../rules/money/money.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { findVoucherShares } from './find-tender-shares.ts'
import { buildOrderBy, type SortColumns, sortNames, sortPresentedRows } from '../http/sort-rows.ts'
import { presentVoucher } from './present-voucher.ts'
import { readPayer } from './read-payer.ts'
import {
  ALL_OWN,
  isSortedAfterPresenting,
  mayReadCode,
  ownedColumn,
  type TenderQuery,
  visibleTenders,
} from './tender-list.ts'

export const voucherColumns = {
  id: vouchers.id,
  ownerId: vouchers.userId,
  orderId: vouchers.orderId,
  lastEmailedTo: vouchers.lastEmailedTo,
}

const sorts = {
  id: vouchers.id,
  code_tail: vouchers.codeTail,
  value: vouchers.valueCents,
  balance: vouchers.balanceCents,
  order_id: vouchers.orderId,
  user_id: vouchers.userId,
  product_id: vouchers.productId,
  reason_type: vouchers.reasonType,
  reason_description: vouchers.reasonDescription,
  created_at: vouchers.createdAt,
  expires_at: vouchers.expiresAt,
  last_emailed_to: vouchers.lastEmailedTo,
  status: vouchers.state,
  product_name: sql`(select ${products.name} from ${products} where ${products.id} = ${vouchers.productId})`,
} satisfies SortColumns
export const voucherSorts = sortNames(sorts)

/** The displayed status `used` or `expired` follows from balance and date, not from a column. */
const sortsAt = (now: Date): SortColumns => ({
  ...sorts,
  status: sql`case when ${vouchers.state} <> 'available' then ${vouchers.state}
    when ${vouchers.balanceCents} = 0 then 'used'
    when ${vouchers.expiresAt} <= ${now.toISOString()}::timestamptz then 'expired' else 'available' end`,
})

/** Vouchers that the caller received, newest first; only owners see a code. */
export async function listVouchers(
  deps: ApiDeps,
  caller: SignedInCaller,
  query: TenderQuery,
): Promise<{ rows: Voucher[]; totalCount: number }> {
  const { db } = deps.database
  const payer = await readPayer(db, caller)
  const where = visibleTenders(caller, payer, query, voucherColumns)
  const now = deps.clock.now()
  const asTold = isSortedAfterPresenting(query)
  const page = asTold ? ALL_OWN : query.page
  const found = await db
    .select({ row: vouchers, owned: ownedColumn(caller, voucherColumns) })
    .from(vouchers)
    .where(where)
    .orderBy(...buildOrderBy(page, sortsAt(now), vouchers.id, vouchers.createdAt))
    .limit(page.limit)
    .offset(page.offset)
  const { open } = createCodeVault(deps.settings.secrets.code)
  const { entries } = await readCatalogue(db)
  const shares = await findVoucherShares(
    db,
    found.flatMap(({ row, owned }) => (owned ? [row.id] : [])),
    now,
  )
  const rows = found.map(({ row, owned }) => {
    const mine = mayReadCode(row, owned, payer)
    const given = shares.get(row.id)
    const asGiven = { status: 'available' as const, balance: toDollars(given?.voucherCents ?? 0) }
    return {
      ...presentVoucher(row, { code: mine ? open(row) : null, now }),
      ...(given?.hidden && !mine ? asGiven : {}),
      product_name: entries.find(({ product }) => product.id === row.productId)?.product.name ?? null,
      share: given?.share ?? null,
    }
  })
  return asTold ? sortPresentedRows(rows, query.page) : { rows, totalCount: await db.$count(vouchers, where) }
}
