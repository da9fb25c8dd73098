import { type UpdateUpgradesFields } from '#contract/order-change.ts'
import { type Db } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { toCents } from '../rules/money/money.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { beginChangePayment } from './begin-change-payment.ts'
import { type ChangePayment } from './continue-change-payment.ts'
import { findLastChange } from '../store/orders/find-change.ts'
import { isUpgradeChange } from '../store/orders/change-request.ts'
import { completeFreeChange, openChange } from './open-change.ts'
import { type ChangeInput, type ChangeProblem, priceChange } from './price-change.ts'

export type ChangeStart = ChangePayment | ({ ok: false } & ChangeProblem)

interface Changing {
  order: OrderRow
  fields: UpdateUpgradesFields
  by: SignedInCaller
}

/**
 * Adds upgrades to a paid order and takes the payment: on the provider's page, by card, or with
 * credit. An open payment for the same change continues; one for another change is closed at the
 * provider first. A repeated call after the payment gives the first answer, so nobody pays twice.
 */
export async function changeUpgrades(deps: ApiDeps, changing: Changing): Promise<ChangeStart> {
  const { order, fields, by } = changing
  const { db } = deps.database
  const ask = { upgrades: fields.order_item_upgrades, useCredit: fields.apply_user_credit === true, by }
  const judged = await priceChange(db, order, ask, { now: deps.clock.now() })
  const claimCents = toCents(fields.updated_total_price)
  if (!judged.ok || claimCents !== order.totalCents + judged.priced.totalCents) {
    const done = await findAddedUpgrades(deps.database.db, order, { ask, claimCents })
    if (done !== undefined) return { ok: true, changeId: done, payment: null }
    return judged.ok ? { ok: false, reason: 'price_changed' } : judged
  }
  try {
    const { hash, priced } = judged
    const wanted = { orderId: order.id, ask, hash }
    return await beginChangePayment<Extract<ChangeStart, { ok: false }>>(deps, changing, {
      hash,
      amountDueCents: priced.amountDueCents,
      complete: () => completeFreeChange(deps, wanted),
      open: (input) => openChange(deps, wanted, input),
    })
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

/** The order already has the expected price, with exactly these upgrades added last. */
export async function findAddedUpgrades(
  db: Db,
  order: OrderRow,
  { ask, claimCents }: { ask: ChangeInput; claimCents: number },
): Promise<number | undefined> {
  if (order.totalCents !== claimCents) return undefined
  const last = await findLastChange(db, order.id)
  const ids = (of: readonly { id: number }[]) => JSON.stringify(of.map(({ id }) => id).toSorted())
  const asked = ids(ask.upgrades.map(({ upgrade_id: id }) => ({ id })))
  const same =
    last && isUpgradeChange(last) && ids(last.wish.upgrades.map(({ upgradeId: id }) => ({ id }))) === asked
  return same ? last.id : undefined
}
