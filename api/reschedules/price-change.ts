import { createHash } from 'node:crypto'
import { type FieldErrors } from '#contract/errors.ts'
import { type CartUpgrade } from '#contract/quote.ts'
import { type DbOrTx } from '../db/client.ts'
import { type ChangeObstacle } from '../rules/orders/change-obstacle.ts'
import { type UpgradeChangeDetails } from '../rules/reschedules/order-change-request.ts'
import { MAX_UPGRADE_QUANTITY } from '../rules/reschedules/upgrade-offer.ts'
import { type PricedChange, priceAddedUpgrades } from '../rules/pricing/price-added-upgrades.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { explainNoCredit, findCredit } from './find-change-credit.ts'
import { loadUpgradeSale, type UpgradeSale } from './load-upgrade-sale.ts'

export interface ChangeInput {
  upgrades: readonly CartUpgrade[]
  useCredit: boolean
  by: SignedInCaller
  /** Staff ask for the customer. */
  forStaff?: boolean
}

export type ChangeProblem =
  | { reason: ChangeObstacle | 'upgrade_bought' | 'upgrade_unknown' | 'upgrade_twice' | 'quantity_missing' }
  | { reason: 'invalid'; fields: FieldErrors }

/** The result and the cost of a change now. */
export type ChangeJudgement = { sale: UpgradeSale; creditCents: number | null } & (
  | { ok: true; details: UpgradeChangeDetails; priced: PricedChange; hash: string }
  | ({ ok: false } & ChangeProblem)
)

/**
 * Prices additions to an order, or says why they are not possible. Credit belongs to the payer with
 * a proven mailbox (`readTenderInput` does the same for orders).
 * @param lock in the transaction that reserves the credit; the order's row must be locked
 */
export async function priceChange(
  db: DbOrTx,
  order: OrderRow,
  ask: ChangeInput,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<ChangeJudgement> {
  const sale = await loadUpgradeSale(db, order, now, { forStaff: ask.forStaff === true })
  const creditCents = await findCredit(db, order, ask.by, lock)
  const found = { sale, creditCents }
  if (sale.obstacle) return { ...found, ok: false, reason: sale.obstacle }
  const read = readWish(sale, ask.upgrades)
  if (!read.ok) return { ...found, ...read }
  if (ask.useCredit && !creditCents) {
    const fields = { apply_user_credit: [explainNoCredit(order, ask.by)] }
    return { ...found, ok: false, reason: 'invalid', fields }
  }
  const { facts, party } = sale
  if (!facts) return { ...found, ok: false, reason: 'upgrade_unknown' }
  const priced = priceAddedUpgrades(facts, party, read.wish.upgrades, ask.useCredit ? (creditCents ?? 0) : 0)
  return { ...found, ok: true, details: read.wish, priced, hash: hashOf(read.wish, priced) }
}

type UpgradeRequestResult = { ok: true; wish: UpgradeChangeDetails } | ({ ok: false } & ChangeProblem)

function readWish({ offers }: UpgradeSale, asked: readonly CartUpgrade[]): UpgradeRequestResult {
  const ids = asked.map(({ upgrade_id: id }) => id)
  if (new Set(ids).size < ids.length) return { ok: false, reason: 'upgrade_twice' }
  const wished: UpgradeChangeDetails['upgrades'] = []
  for (const { upgrade_id: upgradeId, quantity: chosen, meta } of asked) {
    const offer = offers.find(({ rule }) => rule.id === upgradeId)
    if (!offer) return { ok: false, reason: 'upgrade_unknown' }
    const quantity = offer.adds ?? chosen
    if (quantity === undefined || quantity > MAX_UPGRADE_QUANTITY)
      return { ok: false, reason: 'quantity_missing' }
    if (quantity === 0) return { ok: false, reason: 'upgrade_bought' }
    const answer = meta?.answer?.trim() ?? ''
    wished.push({ upgradeId, quantity, answer: answer === '' ? null : answer })
  }
  return { ok: true, wish: { upgrades: wished } }
}

/** The hash of the same additions at the same price, paid in the same way. */
function hashOf({ upgrades }: UpgradeChangeDetails, { totalCents, creditsCents }: PricedChange): string {
  const sorted = upgrades.toSorted((a, b) => a.upgradeId - b.upgradeId)
  return createHash('sha256').update(JSON.stringify({ sorted, totalCents, creditsCents })).digest('hex')
}
