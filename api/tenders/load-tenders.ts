import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { type Tenders } from '../rules/pricing/pricing-facts.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findReserved, type ReservedTender, sumReserved } from '../store/orders/find-reserved.ts'
import { loadGiftTenders } from '../gifts/load-gift-tenders.ts'
import { loadVoucherTenders } from '../gifts/load-voucher-tenders.ts'
import { readCredit } from './read-credit.ts'
import { readPayer } from '../gifts/read-payer.ts'
import { type LoadTendersInput } from '../gifts/tender-request.ts'

export type LoadedTenders = { ok: true; tenders: Required<Tenders> } | { ok: false; fields: FieldErrors }

/**
 * What the requested tenders can pay now. With `lock` they are locked in the common order: gift
 * cards by id, vouchers by id, the credit balance; the order's own row before them, slots after
 * them. Without it, what the order itself has reserved counts as free, because it is released
 * before it is reserved anew.
 */
export async function loadTenders(
  db: DbOrTx,
  asked: LoadTendersInput,
  lock: boolean,
): Promise<LoadedTenders> {
  const payer = await readPayer(db, asked.payer)
  const own = lock ? [] : await findReserved(db, asked.order.id)
  const gifts = await loadGiftTenders(db, asked, payer, lock)
  if (!gifts.ok) return gifts
  const found = await loadVoucherTenders(db, asked, { payer, own, lock })
  if (!found.ok) return found
  const creditCents = asked.input.useCredit ? await loadCredit(db, asked.payer, { own, lock }) : 0
  return { ok: true, tenders: { giftCards: gifts.giftCards, vouchers: found.vouchers, creditCents } }
}

async function loadCredit(
  db: DbOrTx,
  { userId, emailProven }: SignedInCaller,
  { own, lock }: { own: readonly ReservedTender[]; lock: boolean },
): Promise<number> {
  if (!emailProven) return 0
  const balance = await readCredit(db, userId, lock)
  return balance + sumReserved(own.filter((one) => one.userId === userId))
}
