import { asc, desc } from 'drizzle-orm'
import { type Voucher } from '#contract/tenders.ts'
import { vouchers } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { createCodeVault } from '../../gateways/code-vault.ts'
import { type SignedInCaller } from '../../http.ts'
import { toDollars } from '../../domain/money/money.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { findVoucherShares } from '../gifts/find-tender-shares.ts'
import { presentVoucher } from './present-voucher.ts'
import { readPayer } from '../payments/read-payer.ts'
import { mayReadCode, ownedColumn, type TenderQuery, visibleTenders } from './tender-list.ts'

export const voucherColumns = {
  id: vouchers.id,
  ownerId: vouchers.userId,
  orderId: vouchers.orderId,
  lastEmailedTo: vouchers.lastEmailedTo,
}

/** Vouchers the caller was given or sent, newest first; each code to its owner only. */
export async function listVouchers(
  deps: ApiDeps,
  caller: SignedInCaller,
  query: TenderQuery,
): Promise<{ rows: Voucher[]; totalCount: number }> {
  const { db } = deps.database
  const payer = await readPayer(db, caller)
  const where = visibleTenders(caller, payer, query, voucherColumns)
  const direction = query.page.sort && !query.page.sort.descending ? asc : desc
  const found = await db
    .select({ row: vouchers, owned: ownedColumn(caller, voucherColumns) })
    .from(vouchers)
    .where(where)
    .orderBy(direction(vouchers.createdAt), direction(vouchers.id))
    .limit(query.page.limit)
    .offset(query.page.offset)
  const { open } = createCodeVault(deps.settings.secrets.code)
  const now = deps.clock.now()
  const { entries } = await readCatalogue(db)
  const shares = await findVoucherShares(db, found.flatMap(({ row, owned }) => (owned ? [row.id] : [])), now) // prettier-ignore
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
  return { rows, totalCount: await db.$count(vouchers, where) }
}
