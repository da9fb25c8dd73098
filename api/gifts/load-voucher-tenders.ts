import { asc, inArray, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { type VoucherTender } from '../rules/pricing/pricing-facts.ts'
import { toVoucherTender } from './as-tender.ts'
import { type ReservedTender, sumReserved } from '../store/orders/find-reserved.ts'
import { findVoucherProblem, type Payer, voucherSentence } from './check-tenders.ts'
import { type LoadTendersInput } from './tender-request.ts'
import { ownedTenderCondition } from '../store/orders/order.ts'

type Vouchers = { ok: true; vouchers: VoucherTender[] } | { ok: false; fields: FieldErrors }

/**
 * Loads the requested vouchers if all of them can pay; with `lock`, locks them by id.
 * @param own what the order itself has reserved, which counts as free
 */
export async function loadVoucherTenders(
  db: DbOrTx,
  { input, payer: caller, now }: LoadTendersInput,
  { payer, own, lock }: { payer: Payer; own: readonly ReservedTender[]; lock: boolean },
): Promise<Vouchers> {
  if (input.voucherIds.length === 0) return { ok: true, vouchers: [] }
  const owned = sql<boolean>`${ownedTenderCondition(caller, {
    ownerId: vouchers.userId,
    orderId: vouchers.orderId,
  })}`
  const query = db
    .select({ row: vouchers, owned })
    .from(vouchers)
    .where(inArray(vouchers.id, input.voucherIds))
    .orderBy(asc(vouchers.id))
  const rows = await (lock ? query.for('update', { of: vouchers }) : query)
  const tenders: VoucherTender[] = []
  for (const id of input.voucherIds) {
    const found = rows.find(({ row }) => row.id === id)
    const back = own.filter(({ voucherId }) => voucherId === id)
    const balanceCents = (found?.row.balanceCents ?? 0) + sumReserved(back)
    const asked = { payer, named: 'by_code', now, owned: found?.owned ?? false } as const
    const problem = found ? findVoucherProblem(found.row, balanceCents, asked) : 'unknown'
    if (!found || problem) return { ok: false, fields: { vouchers: [voucherSentence(problem ?? 'unknown')] } }
    tenders.push(toVoucherTender(found.row, balanceCents))
  }
  return { ok: true, vouchers: tenders }
}
