import { inArray } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { giftSentence, voucherSentence } from '../gifts/check-tenders.ts'
import { type TenderInput } from '../gifts/tender-request.ts'
import { type SignedInCaller } from '../http/http.ts'
import { formatDollars } from '../rules/money/money.ts'
import { NO_TENDERS, type TenderChoice } from '../rules/orders/order-states.ts'
import { findCreditObstacle } from '../rules/pricing/pricing.ts'
import { getDueCents, getPartCents, isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import { writePrice } from '../store/orders/write-price.ts'
import { type PricedTenders, priceTenders } from './price-tenders.ts'
import { reserveTenders } from './reserve-tenders.ts'

/**
 * The requested tenders of an order, and the amount for the card that its payer was shown: all that is
 * due, or the part that staff asked for.
 */
export interface TenderPlan {
  input: TenderInput
  payer: SignedInCaller
  dueCents: number
  /** The call that pays, by its idempotency key; null when it has none. */
  requestKey: string | null
}

export type LockedTenderPlan =
  | { ok: true; dueCents: number; choice: TenderChoice; tenders: (PricedTenders & { ok: true }) | undefined }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'order_expired' }

/**
 * What an order costs its card with these tenders, without reserving them; `lock` as in
 * `priceTenders`.
 */
export async function findAmountDue(
  db: DbOrTx,
  order: OrderRow,
  { input, payer }: Pick<TenderPlan, 'input' | 'payer'>,
  { now, lock }: { now: Date; lock: boolean },
): Promise<LockedTenderPlan> {
  if (!hasTenderInput(input)) {
    return { ok: true, dueCents: getDueCents(order), choice: NO_TENDERS, tenders: undefined }
  }
  if (isPaidInPart(order)) return { ok: false, reason: 'invalid', fields: refuseLaterTenders(input) }
  const taken = await priceTenders(db, { order, input, payer, now }, lock)
  if (!taken.ok) return taken
  const choice = {
    giftCardIds: input.giftCards.map(({ id }) => id),
    voucherIds: input.voucherIds,
    creditCents: taken.offered.creditCents,
  }
  return { ok: true, dueCents: taken.priced.amountDueCents ?? 0, choice, tenders: taken }
}

const WITH_FIRST_PART = 'Here they pay with the first part only. For a later part, please call us'

/** The price of an order that was paid in part stays, so the rest is paid in money. */
function refuseLaterTenders({ giftCards: [gift], voucherIds }: TenderInput): FieldErrors {
  if (gift) return { [gift.field]: [WITH_FIRST_PART] }
  return { [voucherIds.length > 0 ? 'vouchers' : 'apply_user_credit']: [WITH_FIRST_PART] }
}

/**
 * Locks the tenders of a plan and checks again: it refuses tenders that are gone and a changed
 * amount. The order's row must be locked, its slots not yet.
 */
export async function lockTenderPlan(
  tx: Tx,
  order: OrderRow,
  plan: TenderPlan,
  now: Date,
): Promise<LockedTenderPlan> {
  const held = await findAmountDue(tx, order, plan, { now, lock: true })
  if (!held.ok) return held
  const chargedCents = getPartCents(order, held.dueCents)
  return chargedCents === plan.dueCents ? held : amountChanged(chargedCents)
}

export const amountChanged = (dueCents: number) => ({
  ok: false as const,
  reason: 'invalid' as const,
  fields: { amount: [`The amount to pay is ${formatDollars(dueCents)}`] },
})

/** Reserves the locked tenders and sets the order to their price. */
export async function reserveTenderPlan(
  tx: Tx,
  order: OrderRow,
  { tenders }: LockedTenderPlan & { ok: true },
  { payer, attemptId, now }: { payer: SignedInCaller; attemptId: number | null; now: Date },
): Promise<OrderRow> {
  if (!tenders) return order
  const paid = tenders.priced.tenders
  await reserveTenders(tx, { orderId: order.id, attemptId, userId: payer.userId, paid, now })
  return writePrice(tx, order.id, tenders.priced)
}

export const hasTenderInput = ({ giftCards: gifts, voucherIds, useCredit }: TenderInput): boolean =>
  gifts.length > 0 || voucherIds.length > 0 || useCredit

/** True for a repeated request, whose open payment may continue. */
export function isSameTenderInput(choice: TenderChoice, input: TenderInput): boolean {
  const ids = ({ giftCardIds, voucherIds }: Pick<TenderChoice, 'giftCardIds' | 'voucherIds'>) =>
    JSON.stringify([giftCardIds, voucherIds])
  const wished = { giftCardIds: input.giftCards.map(({ id }) => id), voucherIds: input.voucherIds }
  return ids(choice) === ids(wished) && choice.creditCents > 0 === input.useCredit
}

export type TenderFields = Pick<
  PaymentFields,
  'gift_card_codes' | 'gift_cards' | 'vouchers' | 'apply_user_credit'
>
type TenderRequestResult =
  { ok: true; input: TenderInput } | { ok: false; reason: 'invalid'; fields: FieldErrors }

const LOG_IN = 'Login or Register to redeem your Buy Now Schedule Later'

/**
 * Finds the requested tenders. Codes are looked up by their keyed hash; guests have none of them
 * (spec section 6). Credit that cannot pay this order (because of a discount or the product) is
 * left out.
 */
export async function readTenderInput(
  deps: ApiDeps,
  order: Pick<OrderRow, 'pricing'>,
  payer: SignedInCaller,
  fields: TenderFields,
): Promise<TenderRequestResult> {
  const codes = fields.gift_card_codes.filter((code) => code.trim() !== '')
  const voucherCodes = fields.vouchers.filter((code) => code.trim() !== '')
  if (payer.kind === 'guest') {
    const refused = refuseGuest({ ...fields, gift_card_codes: codes, vouchers: voucherCodes })
    if (refused) return { ok: false, reason: 'invalid', fields: refused }
  }
  const { db } = deps.database
  const { hashesOf } = createCodeVault(deps.settings.secrets.code)
  const byCode = await findIds(db, giftCards, codes.map(hashesOf))
  if (byCode.includes(undefined)) return unknown('gift_card_codes', giftSentence('unknown'))
  const byVoucher = await findIds(db, vouchers, voucherCodes.map(hashesOf))
  if (byVoucher.includes(undefined)) return unknown('vouchers', voucherSentence('unknown'))
  return {
    ok: true,
    input: {
      giftCards: [
        ...byCode.flatMap((id) => (id === undefined ? [] : [{ id, field: 'gift_card_codes' as const }])),
        ...fields.gift_cards.map((id) => ({ id, field: 'gift_cards' as const })),
      ],
      voucherIds: byVoucher.filter((id) => id !== undefined),
      useCredit: fields.apply_user_credit === true && creditMayPay(order),
    },
  }
}

const unknown = (field: string, sentence: string): TenderRequestResult => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

/** Why somebody without an account cannot pay with any of them. */
export function refuseGuest(fields: TenderFields): FieldErrors | undefined {
  if (fields.gift_card_codes.length > 0) return { gift_card_codes: [LOG_IN] }
  if (fields.gift_cards.length > 0) return { gift_cards: [LOG_IN] }
  if (fields.vouchers.length > 0) return { vouchers: ['Login or Register to use your voucher'] }
  return fields.apply_user_credit
    ? { apply_user_credit: ['Login or Register to use your credit'] }
    : undefined
}

function creditMayPay({ pricing }: Pick<OrderRow, 'pricing'>): boolean {
  return pricing !== null && findCreditObstacle(pricing.facts, pricing.cart) === null
}

/** The id of each code in the same order, by any of its hashes; undefined where there is none. */
async function findIds(
  db: DbOrTx,
  table: typeof giftCards | typeof vouchers,
  codes: readonly (readonly string[] | undefined)[],
): Promise<(number | undefined)[]> {
  const known = codes.flatMap((hashes) => hashes ?? [])
  if (known.length === 0) return codes.map(() => undefined)
  const rows = await db
    .select({ id: table.id, codeHash: table.codeHash })
    .from(table)
    .where(inArray(table.codeHash, known))
  return codes.map((hashes) => rows.find(({ codeHash }) => hashes?.includes(codeHash))?.id)
}
