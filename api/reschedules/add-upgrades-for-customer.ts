import { type StaffAddUpgradesFields } from '#contract/order-change.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { closeForNewPayment } from '../payments/start-payment.ts'
import { toCents, toDollars } from '../rules/money/money.ts'
import { isTerminalSlipUsed } from '../staff-sales/book-counter-payment.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { changeByLink, type MailedChange } from './change-by-link.ts'
import { findAddedUpgrades } from './change-upgrades.ts'
import {
  completeFreeSeatChange,
  completeInPersonSeatChange,
  type HeldSeats,
  openSeatChange,
} from './open-seat-change.ts'
import { type ChangeInput, type ChangeJudgement, priceChange } from './price-change.ts'
import {
  payChangeInPerson,
  refuseChangePayment,
  StaffRefused,
  type StaffRefusal,
} from './staff-change-payment.ts'
import { type OpenRefusal, toSeatlessChange } from './open-upgrades.ts'

export type StaffUpgradesResult =
  | { ok: true; changeId: number; link: MailedChange['link'] | null }
  | OpenRefusal
  | StaffRefusal
  | { ok: false; reason: 'payment_provider_unavailable' }

interface StaffAdding {
  order: OrderRow
  fields: StaffAddUpgradesFields
  caller: SignedInCaller
  by: AuditBy
}

/** What staff ask for; the customer's credit is not used. */
export const toStaffUpgrades = (
  { order_item_upgrades: upgrades }: Pick<StaffAddUpgradesFields, 'order_item_upgrades'>,
  by: SignedInCaller,
): ChangeInput => ({ upgrades, useCredit: false, by, forStaff: true })

/**
 * Staff add upgrades to a paid order, until their own end of sales. What they cost is paid at the counter
 * or by a mailed link; for an order that is paid in part it is added to what is due.
 */
export async function addUpgradesForCustomer(
  deps: ApiDeps,
  { order, fields, caller, by }: StaffAdding,
): Promise<StaffUpgradesResult> {
  const { db } = deps.database
  const ask = toStaffUpgrades(fields, caller)
  const claimCents = toCents(fields.updated_total_price)
  const judged = await priceChange(db, order, ask, { now: by.at })
  if (!judged.ok || claimCents !== order.totalCents + judged.priced.totalCents) {
    const done = await findAddedUpgrades(db, order, { ask, claimCents })
    if (done !== undefined) return { ok: true, changeId: done, link: null }
    return judged.ok ? { ok: false, reason: 'price_changed' } : judged
  }
  const { payment } = fields
  const dueCents = judged.priced.amountDueCents ?? 0
  const wrong = await refuseChangePayment(deps, { order, payment, dueCents, by })
  if (wrong) return wrong
  const open = await findOpenAttempt(db, order.id)
  const stopped = open && (await closeForNewPayment(deps, open))
  if (stopped) return { ok: false, reason: stopped.ok ? 'price_changed' : 'payment_in_progress' }
  const { hash } = judged
  const check = (tx: Tx, { priced }: ChangeJudgement & { ok: true }) => {
    const later = payment?.method === 'link' ? { once_paid: true } : {}
    const after = { upgrades_added: toDollars(priced.totalCents), ...later }
    return writeAudit(tx, by, { resource: 'orders', id: order.id, before: { upgrades_added: null }, after })
  }
  const change = toSeatlessChange(deps, { orderId: order.id, ask, hash, check })
  try {
    if (payment?.method === 'link') {
      const { url = '', return_url: returnUrl = '' } = payment
      return await changeByLink<OpenRefusal>(deps, {
        ...{ order, hash, url, returnUrl, now: by.at },
        open: (input, also) => openSeatChange<OpenRefusal, HeldSeats>(deps, { ...change, also }, input),
      })
    }
    const added = payment
      ? await completeInPersonSeatChange<OpenRefusal, HeldSeats>(
          deps,
          change,
          payChangeInPerson(deps, payment, by),
        )
      : await completeFreeSeatChange<OpenRefusal, HeldSeats>(deps, change)
    return added.ok ? { ok: true, changeId: added.change.id, link: null } : added
  } catch (error) {
    if (error instanceof StaffRefused) return error.refusal
    if (isTerminalSlipUsed(error)) return { ok: false, reason: 'slip_taken' }
    throw error
  }
}
