import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { departures } from '../db/schema/catalogue.ts'
import { orderItemFlights, orderItemSeats } from '../db/schema/orders.ts'
import { creditBalances, giftCards, orderTenders, vouchers } from '../db/schema/tenders.ts'
import { type GiftCardTender, type Tenders, type VoucherTender } from '../domain/pricing-facts.ts'
import { type SignedInCaller } from '../http.ts'
import {
  findGiftProblem,
  findVoucherProblem,
  giftSentence,
  type Payer,
  voucherSentence,
} from './judge-tenders.ts'
import { type OrderRow } from './lock-order.ts'
import { ownedBy } from './owned-by.ts'
import { readPayer } from './read-payer.ts'
import { type TenderWish } from './read-tender-wish.ts'

/** What the tenders are to pay. */
export interface TenderedOrder extends Pick<OrderRow, 'id' | 'quantityType'> {
  /** The departure's; looked up where it is not given. */
  fareId?: number | null | undefined
}

export interface AskedTenders {
  order: TenderedOrder
  wish: TenderWish
  payer: SignedInCaller
  now: Date
}

export type LoadedTenders = { ok: true; tenders: Required<Tenders> } | { ok: false; fields: FieldErrors }
type Reserved = typeof orderTenders.$inferSelect

/**
 * What a wish's tenders can pay now. With `lock` they are locked, in the order everybody keeps: gift cards by id,
 * vouchers by id, the credit balance; the order's own row before them, slots after them. Without it, what the order
 * itself has reserved counts as free: it is given back before it is taken anew.
 */
export async function loadTenders(db: DbOrTx, asked: AskedTenders, lock: boolean): Promise<LoadedTenders> {
  const payer = await readPayer(db, asked.payer)
  const own = lock ? [] : await findReserved(db, asked.order.id)
  const gifts = await loadGifts(db, asked, payer, lock)
  if (!gifts.ok) return gifts
  const found = await loadVouchers(db, asked, { payer, own, lock })
  if (!found.ok) return found
  const creditCents = asked.wish.useCredit ? await loadCredit(db, asked.payer, { own, lock }) : 0
  return { ok: true, tenders: { giftCards: gifts.giftCards, vouchers: found.vouchers, creditCents } }
}

/** What an order has reserved; its row must be locked to rely on it. */
export const findReserved = (db: DbOrTx, orderId: number): Promise<Reserved[]> =>
  db
    .select()
    .from(orderTenders)
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.state, 'reserved')))
    .orderBy(asc(orderTenders.id))

type Gifts = { ok: true; giftCards: GiftCardTender[] } | { ok: false; fields: FieldErrors }

async function loadGifts(
  db: DbOrTx,
  { order, wish, payer: caller, now }: AskedTenders,
  payer: Payer,
  lock: boolean,
): Promise<Gifts> {
  if (wish.giftCards.length === 0) return { ok: true, giftCards: [] }
  const fareId = order.fareId === undefined ? await findFareId(db, order) : order.fareId
  const ids = wish.giftCards.map(({ id }) => id)
  const owned = sql<boolean>`${ownedBy(caller, { ownerId: giftCards.purchaserId, orderId: giftCards.purchaserOrderId })}`
  const query = db
    .select({ row: giftCards, owned })
    .from(giftCards)
    .where(inArray(giftCards.id, ids))
    .orderBy(asc(giftCards.id))
  const rows = await (lock ? query.for('update', { of: giftCards }) : query)
  const tenders: GiftCardTender[] = []
  for (const { id, field } of wish.giftCards) {
    const found = rows.find(({ row }) => row.id === id)
    const named = field === 'gift_card_codes' ? 'by_code' : 'by_id'
    const place = {
      payer,
      named,
      now,
      fareId,
      unit: order.quantityType,
      orderId: lock ? 0 : order.id,
    } as const
    const problem = found ? findGiftProblem(found.row, { ...place, owned: found.owned }) : 'unknown'
    if (!found || problem) return { ok: false, fields: { [field]: [giftSentence(problem ?? 'unknown')] } }
    tenders.push(asGiftTender(found.row))
  }
  return { ok: true, giftCards: tenders }
}

/** The fare of the departure that was ordered; null for gift cards to buy, which no gift card pays. */
async function findFareId(db: DbOrTx, { id, quantityType }: TenderedOrder): Promise<number | null> {
  const items = quantityType === 'seat' ? orderItemSeats : orderItemFlights
  const [found] = await db
    .select({ fareId: departures.fareId })
    .from(items)
    .innerJoin(departures, eq(departures.id, items.departureId))
    .where(eq(items.orderId, id))
    .limit(1)
  return found?.fareId ?? null
}

export const asGiftTender = (row: typeof giftCards.$inferSelect): GiftCardTender => ({
  id: row.id,
  label: `Gift card ending ${row.codeTail}`,
  paidCents: row.valueCents,
  pendingFeeIds: row.pendingFeeIds,
  unit: row.unit,
})

export const asVoucherTender = (
  row: Pick<typeof vouchers.$inferSelect, 'id' | 'codeTail'>,
  balanceCents: number,
): VoucherTender => ({ id: row.id, label: `Voucher ending ${row.codeTail}`, balanceCents })

type Vouchers = { ok: true; vouchers: VoucherTender[] } | { ok: false; fields: FieldErrors }

async function loadVouchers(
  db: DbOrTx,
  { wish, payer: caller, now }: AskedTenders,
  { payer, own, lock }: { payer: Payer; own: readonly Reserved[]; lock: boolean },
): Promise<Vouchers> {
  if (wish.voucherIds.length === 0) return { ok: true, vouchers: [] }
  const owned = ownedBy(caller, { ownerId: vouchers.userId, orderId: vouchers.orderId })
  const query = db
    .select({ row: vouchers, owned: sql<boolean>`${owned as SQL}` })
    .from(vouchers)
    .where(inArray(vouchers.id, wish.voucherIds))
    .orderBy(asc(vouchers.id))
  const rows = await (lock ? query.for('update', { of: vouchers }) : query)
  const tenders: VoucherTender[] = []
  for (const id of wish.voucherIds) {
    const found = rows.find(({ row }) => row.id === id)
    const back = own.filter(({ voucherId }) => voucherId === id)
    const balanceCents = (found?.row.balanceCents ?? 0) + sumOf(back)
    const asked = { payer, named: 'by_code', now, owned: found?.owned ?? false } as const
    const problem = found ? findVoucherProblem(found.row, balanceCents, asked) : 'unknown'
    if (!found || problem) return { ok: false, fields: { vouchers: [voucherSentence(problem ?? 'unknown')] } }
    tenders.push(asVoucherTender(found.row, balanceCents))
  }
  return { ok: true, vouchers: tenders }
}

const sumOf = (rows: readonly Reserved[]) => rows.reduce((sum, { amountCents }) => sum + amountCents, 0)

async function loadCredit(
  db: DbOrTx,
  { userId, emailProven }: SignedInCaller,
  { own, lock }: { own: readonly Reserved[]; lock: boolean },
): Promise<number> {
  if (!emailProven) return 0
  const balance = await readCredit(db, userId, lock)
  return balance + sumOf(own.filter((one) => one.userId === userId))
}

/** A person's account credit, cents. Who may know it or use it is for the caller to decide. */
export async function readCredit(db: DbOrTx, userId: number, lock = false): Promise<number> {
  const query = db
    .select({ cents: creditBalances.balanceCents })
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId))
  const [found] = await (lock ? query.for('update') : query)
  return found?.cents ?? 0
}
