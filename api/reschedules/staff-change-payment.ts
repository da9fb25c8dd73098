import { type StaffChangePayment } from '#contract/change-payment.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import {
  bookInPersonPayment,
  lockInPersonMoney,
  refuseInPersonMoney,
  writeInPersonAttempt,
} from '../staff-sales/book-counter-payment.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import { type AuditBy } from '../store/write-audit.ts'
import { type PayInPerson } from './open-seat-change.ts'

export type StaffRefusal =
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'over_refund_limit' | 'drawer_closed' | 'slip_taken' }

/** Rolls the change back and carries the reason out. */
export class StaffRefused extends Error {
  constructor(readonly refusal: StaffRefusal) {
    super(refusal.reason)
  }
}

const invalid = (fields: FieldErrors): StaffRefusal => ({ ok: false, reason: 'invalid', fields })

const ADDED_TO_DUE = 'This order is still to be paid: what this costs is added to that. Please take it there'

interface ChangeMoney {
  order: OrderRow
  payment: StaffChangePayment | undefined
  dueCents: number
  by: AuditBy
}

/** Why staff cannot take the money of a change this way, before anything is done for it. */
export async function refuseChangePayment(
  { database: { db }, settings }: ApiDeps,
  { order, payment, dueCents, by }: ChangeMoney,
): Promise<StaffRefusal | undefined> {
  // What it costs is added to what the order still owes.
  if (isPaidInPart(order)) return payment ? invalid({ amount: [ADDED_TO_DUE] }) : undefined
  if (toCents(payment?.amount ?? 0) !== dueCents) {
    return invalid({ amount: [`What is due is ${formatDollars(dueCents)}`] })
  }
  if (payment?.method === 'link') {
    const ways = await Promise.all(
      [payment.url, payment.return_url].map((url) => isOwnShopUrl(db, settings, url ?? '')),
    )
    return ways.every(Boolean) ? undefined : invalid({ url: ['Must be an address of this shop'] })
  }
  // It is checked before the customer's own payment is closed.
  return payment && refuseInPersonMoney(db, { ...payment, method: payment.method }, by)
}

/** Books the money that staff took for a change, in its transaction. */
export function payChangeInPerson(deps: ApiDeps, payment: StaffChangePayment, by: AuditBy): PayInPerson {
  const { method } = payment
  if (method === 'link') throw new TypeError('A link is paid by the customer')
  return async (tx, { order, change, dueCents, attemptNo, reserve }) => {
    const money = await lockInPersonMoney(tx, { ...payment, method }, by)
    if (!money) throw new StaffRefused({ ok: false, reason: 'drawer_closed' })
    const written = {
      orderId: order.id,
      attemptNo,
      amountCents: dueCents,
      orderChangeId: change.id,
      now: by.at,
    }
    const attempt = await writeInPersonAttempt(tx, written)
    await reserve(attempt.id)
    return bookInPersonPayment(tx, deps, { order, attempt, money, by })
  }
}
