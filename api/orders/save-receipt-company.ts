import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type ReceiptCompany } from '#contract/receipt.ts'
import { receiptCompanies } from '../db/schema/receipts.ts'
import { type ApiDeps } from '../deps.ts'

/**
 * Puts a company on an order's receipt, replacing an earlier one; empty fields remove it. A company
 * needs a name.
 */
export async function saveReceiptCompany(
  { database, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  orderId: number,
  { name, address, tax_id: taxId }: ReceiptCompany,
): Promise<{ ok: true } | { ok: false; reason: 'invalid'; fields: FieldErrors }> {
  if (!name && (address || taxId)) {
    return { ok: false, reason: 'invalid', fields: { name: ['This field is required'] } }
  }
  if (!name) {
    await database.db.delete(receiptCompanies).where(eq(receiptCompanies.orderId, orderId))
    return { ok: true }
  }
  const kept = { name, address, taxId, updatedAt: clock.now() }
  await database.db
    .insert(receiptCompanies)
    .values({ orderId, ...kept })
    .onConflictDoUpdate({ target: receiptCompanies.orderId, set: kept })
  return { ok: true }
}
