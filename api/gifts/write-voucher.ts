import { type Tx } from '../db/client.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { addYearsEndOfDay } from '../rules/time/local-time.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { findTimeZone } from '../store/catalogue/find-time-zone.ts'
import { type OrderRow } from '../store/orders/order.ts'

/** The years for which it is valid. */
const YEARS = 3

type VoucherRow = typeof vouchers.$inferSelect

export interface NewVoucher extends Pick<VoucherRow, 'valueCents' | 'reasonType' | 'reasonDescription'> {
  /** The order for which it is given, locked. */
  order: Pick<OrderRow, 'id' | 'brandId' | 'userId' | 'productId'>
  /** The items of the order that it replaces; undefined when it replaces none. */
  orderItems?: VoucherRow['orderItems']
  /** Its last moment; undefined for three years. */
  expiresAt?: Date
  now: Date
}

/**
 * Writes an unused voucher with its own code for the customer of an order. It posts nothing to the
 * ledger.
 */
export async function writeVoucher(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  { order, valueCents, reasonType, reasonDescription, orderItems = [], now, ...given }: NewVoucher,
): Promise<VoucherRow> {
  const vault = createCodeVault(settings.secrets.code)
  const expiresAt = given.expiresAt ?? addYearsEndOfDay(now, YEARS, await findTimeZone(tx, order.brandId))
  const [written] = await tx
    .insert(vouchers)
    .values({
      ...vault.lock(vault.make()),
      brandId: order.brandId,
      userId: order.userId,
      orderId: order.id,
      productId: order.productId,
      valueCents,
      balanceCents: valueCents,
      state: 'available',
      reasonType,
      reasonDescription,
      orderItems,
      expiresAt,
      createdAt: now,
    })
    .returning()
  if (!written) throw new Error('The voucher was not written')
  return written
}
