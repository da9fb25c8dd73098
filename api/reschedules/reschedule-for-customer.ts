import { eq } from 'drizzle-orm'
import { type StaffRescheduleFields } from '#contract/reschedule.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { type SignedInCaller } from '../http/http.ts'
import { isTerminalSlipUsed } from '../staff-sales/book-counter-payment.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { closeForNewPayment } from '../payments/start-payment.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { isOverLimit } from '../store/is-over-refund-limit.ts'
import { type RescheduleInput, type RescheduleProblem, type Payer } from './reschedule-request.ts'
import {
  completeInPersonReschedule,
  completeFreeReschedule,
  openReschedule,
  type RescheduleToOpen,
} from './open-reschedule.ts'
import { changeByLink, type MailedChange } from './change-by-link.ts'
import { type AgreedReschedule } from './agree-reschedule.ts'
import { judgeReschedule } from './price-reschedule.ts'
import { claimsHold, toRescheduleInput } from './reschedule-flight.ts'
import {
  payChangeInPerson,
  refuseChangePayment,
  StaffRefused,
  type StaffRefusal,
} from './staff-change-payment.ts'

type Refusal =
  | ({ ok: false } & RescheduleProblem)
  | StaffRefusal
  | { ok: false; reason: 'price_changed' | 'payment_in_progress' | 'too_many_cards' }
export type StaffRescheduleResult =
  | { ok: true; changeId: number; link: MailedChange['link'] | null }
  | Refusal
  | { ok: false; reason: 'payment_provider_unavailable' }

/** The customer's own credit may pay, once their mailbox is proven. */
export async function findOrderPayer(db: DbOrTx, { userId }: OrderRow): Promise<Payer> {
  const [user] = await db.select({ at: users.emailProvenAt }).from(users).where(eq(users.id, userId))
  return { kind: 'customer', userId, emailProven: user?.at != null }
}

/** The request of staff, who may waive the fee and choose another product. */
export const toStaffRescheduleInput = (
  fields: Parameters<typeof toRescheduleInput>[0] & Pick<StaffRescheduleFields, 'waive_fee' | 'product_id'>,
  by: SignedInCaller,
  payer: Payer,
): RescheduleInput => ({
  ...toRescheduleInput(fields, by),
  payer,
  forCustomer: true,
  productId: fields.product_id,
  waivesFee: fields.waive_fee === true,
})

interface StaffRescheduleContext {
  order: OrderRow
  fields: StaffRescheduleFields
  caller: SignedInCaller
  by: AuditBy
}

/**
 * Staff reschedule a paid order's party, or some of it, by the same rules and price as its
 * customer. The remaining amount is paid at the counter, so it is all one transaction.
 */
export async function rescheduleForCustomer(
  deps: ApiDeps,
  moving: StaffRescheduleContext,
): Promise<StaffRescheduleResult> {
  const { order, fields, caller, by } = moving
  const { db } = deps.database
  const ask = toStaffRescheduleInput(fields, caller, await findOrderPayer(db, order))
  const ring = deps.settings.secrets.code
  const judged = await judgeReschedule(db, order, ask, { ring, now: by.at })
  if (!judged.ok) return judged
  const { reschedule } = judged
  if (!claimsHold(fields, reschedule)) return { ok: false, reason: 'price_changed' }
  const dueCents = reschedule.priced.amountDueCents ?? 0
  const wrong = await refuseChangePayment(deps, { order, payment: fields.payment, dueCents, by })
  if (wrong) return wrong
  const open = await findOpenAttempt(db, order.id)
  const stopped = open && (await closeForNewPayment(deps, open))
  if (stopped) return { ok: false, reason: stopped.ok ? 'price_changed' : 'payment_in_progress' }
  const wanted: RescheduleToOpen = {
    orderId: order.id,
    ask,
    hash: reschedule.hash,
    check: (tx, agreed) => writeRescheduleAudit(tx, moving, agreed),
  }
  try {
    if (fields.payment?.method === 'link') {
      const { url = '', return_url: returnUrl = '' } = fields.payment
      const { hash } = reschedule
      return await changeByLink<Refusal>(deps, {
        ...{ order, hash, url, returnUrl, now: by.at },
        open: (input, also) => openReschedule(deps, { ...wanted, also }, input),
      })
    }
    const moved = await make(deps, wanted, moving)
    return moved.ok ? { ok: true, changeId: moved.change.id, link: null } : moved
  } catch (error) {
    if (error instanceof StaffRefused) return error.refusal
    if (isTerminalSlipUsed(error)) return { ok: false, reason: 'slip_taken' }
    throw error
  }
}

/**
 * Checks that the waived fee is within the refund limit, and writes the audit log in the
 * transaction of the reschedule.
 */
async function writeRescheduleAudit(
  tx: Tx,
  { order, fields, caller, by }: StaffRescheduleContext,
  { waivedCents, wish: input }: AgreedReschedule,
): Promise<void> {
  if (waivedCents > 0 && (await isOverLimit(tx, order.id, caller, waivedCents))) {
    throw new StaffRefused({ ok: false, reason: 'over_refund_limit' })
  }
  const waived = waivedCents > 0 ? { fee_waived: toDollars(waivedCents) } : {}
  const before = { flight: input.from }
  const later = fields.payment?.method === 'link' ? { once_paid: true } : {}
  const after = {
    flight: input.to,
    people: input.passengerIds.length,
    ...waived,
    ...later,
    reason: fields.reason,
  }
  await writeAudit(tx, by, { resource: 'orders', id: order.id, before, after })
}

function make(
  deps: ApiDeps,
  wanted: RescheduleToOpen,
  { fields: { payment }, by }: StaffRescheduleContext,
): ReturnType<typeof completeFreeReschedule> {
  if (!payment || payment.method === 'link') return completeFreeReschedule(deps, wanted)
  return completeInPersonReschedule(deps, wanted, payChangeInPerson(deps, payment, by))
}
