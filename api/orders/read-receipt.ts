import { eq } from 'drizzle-orm'
import { type Order, type OrderTender } from '#contract/order.ts'
import { type Receipt, type ReceiptCompany } from '#contract/receipt.ts'
import { type Db } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { receiptCompanies } from '../db/schema/receipts.ts'
import { listOrderPassengers } from '../passengers/list-order-passengers.ts'
import { toCents, toDollars } from '../rules/money/money.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { readOrder } from './read-order.ts'

/**
 * The receipt of a paid order, also after a refund. Its number is the order's and never changes;
 * the amounts paid and refunded are the present ones.
 */
export async function readReceipt(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  row: OrderRow,
): Promise<{ ok: true; receipt: Receipt } | { ok: false; reason: 'no_receipt_yet' }> {
  const { db } = deps.database
  const order = row.completedAt && (await readOrder(db, row.id, deps.clock.now()))
  if (!row.completedAt || !order) return { ok: false, reason: 'no_receipt_yet' }
  const { brands } = await readCatalogue(db)
  const brand = brands.find(({ id }) => id === row.brandId)
  if (!brand) throw new Error(`There is no brand ${String(row.brandId)}`)
  return {
    ok: true,
    receipt: {
      number: `R-${String(row.id)}`,
      issued_at: row.completedAt.toISOString(),
      seller: {
        name: brand.name,
        legal_name: brand.legalName || brand.name,
        address: brand.legalAddress,
        phone: brand.phone,
        email: brand.email,
        timezone: brand.timeZone,
      },
      company: await readCompany(db, row.id),
      ...moneyOf(order),
      party_url: (await listOrderPassengers(deps, row.id)).party_url,
      order,
    },
  }
}

/** Gift cards and vouchers lower the price; cards and credit pay it. */
function moneyOf({ tenders }: Order): Pick<Receipt, 'paid' | 'returned' | 'kept'> {
  const paying = tenders.filter(({ kind }) => kind === 'card' || kind === 'credit')
  const sum = (of: (one: OrderTender) => number) => paying.reduce((cents, one) => cents + toCents(of(one)), 0)
  const paid = sum(({ amount }) => amount)
  const returned = sum((one) => one.returned)
  return { paid: toDollars(paid), returned: toDollars(returned), kept: toDollars(paid - returned) }
}

async function readCompany(db: Db, orderId: number): Promise<ReceiptCompany | null> {
  const [row] = await db.select().from(receiptCompanies).where(eq(receiptCompanies.orderId, orderId))
  return row ? { name: row.name, address: row.address, tax_id: row.taxId } : null
}
