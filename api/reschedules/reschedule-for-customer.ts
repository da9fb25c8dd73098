import { eq } from 'drizzle-orm'
import { type StaffRescheduleFields } from '#contract/reschedule.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents, toDollars } from '../rules/money/money.ts'
import { sumOf } from '../rules/pricing/price-lines.ts'
import { type SignedInCaller } from '../http/http.ts'
import {
  bookInPersonPayment,
  isTerminalSlipUsed,
  lockInPersonMoney,
  refuseInPersonMoney,
  writeInPersonAttempt,
} from '../staff-sales/book-counter-payment.ts'
import { isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { closeForNewPayment } from '../payments/start-payment.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { isOverLimit } from '../store/is-over-refund-limit.ts'
import { type RescheduleInput, type RescheduleProblem, type Payer } from './reschedule-request.ts'
import {
  completeInPersonReschedule,
  completeFreeReschedule,
  type RescheduleToOpen,
} from './open-reschedule.ts'
import { type MailedReschedule, rescheduleByLink } from './reschedule-by-link.ts'
import { type AgreedReschedule, judgeReschedule } from './price-reschedule.ts'
import { toRescheduleInput } from './reschedule-flight.ts'

type Refusal =
  | ({ ok: false } & RescheduleProblem)
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | {
      ok: false
      reason:
        | 'price_changed'
        | 'payment_in_progress'
        | 'too_many_cards'
        | 'over_refund_limit'
        | 'drawer_closed'
        | 'slip_taken'
    }
export type StaffRescheduleResult =
  | { ok: true; changeId: number; link: MailedReschedule['link'] | null }
  | Refusal
  | { ok: false; reason: 'payment_provider_unavailable' }

/** Rolls the reschedule back and carries the reason out. */
class Stopped extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason)
  }
}

/** The customer's own credit may pay, once their mailbox is proven. */
export async function findOrderPayer(db: DbOrTx, { userId }: OrderRow): Promise<Payer> {
  const [user] = await db.select({ at: users.emailProvenAt }).from(users).where(eq(users.id, userId))
  return { kind: 'customer', userId, emailProven: user?.at != null }
}

/** The request of staff, who may waive the fee. */
export const toStaffRescheduleInput = (
  fields: Parameters<typeof toRescheduleInput>[0] & { waive_fee?: boolean | undefined },
  by: SignedInCaller,
  payer: Payer,
): RescheduleInput => ({
  ...toRescheduleInput(fields, by),
  payer,
  forCustomer: true,
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
  const wrong = await refusePayment(deps, fields, order, reschedule, by)
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
      return await rescheduleByLink(deps, wanted, { order, url, returnUrl, now: by.at })
    }
    const moved = await make(deps, wanted, moving)
    return moved.ok ? { ok: true, changeId: moved.change.id, link: null } : moved
  } catch (error) {
    if (error instanceof Stopped) return error.refusal
    if (isTerminalSlipUsed(error)) return { ok: false, reason: 'slip_taken' }
    throw error
  }
}

function claimsHold(
  { items }: StaffRescheduleFields,
  { priced: { lines }, dearerThanShown }: AgreedReschedule,
): boolean {
  return (
    !dearerThanShown &&
    toCents(items.reschedule_fee) === sumOf(lines, 'reschedule_fee') &&
    toCents(items.reschedule_price_difference) === sumOf(lines, 'difference')
  )
}

const invalid = (fields: FieldErrors): Refusal => ({ ok: false, reason: 'invalid', fields })

const ADDED_TO_DUE =
  'This order is still to be paid: what the move costs is added to that. Please take it there'

async function refusePayment(
  { database: { db }, settings }: ApiDeps,
  { payment }: StaffRescheduleFields,
  order: OrderRow,
  { priced: { amountDueCents } }: AgreedReschedule,
  by: AuditBy,
): Promise<Refusal | undefined> {
  // What it costs is added to what the order still owes.
  if (isPaidInPart(order)) return payment ? invalid({ amount: [ADDED_TO_DUE] }) : undefined
  const dueCents = amountDueCents ?? 0
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
    throw new Stopped({ ok: false, reason: 'over_refund_limit' })
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
  const taken = { ...payment, method: payment.method }
  return completeInPersonReschedule(
    deps,
    wanted,
    async (tx, { order, change, dueCents, attemptNo, reserve }) => {
      const money = await lockInPersonMoney(tx, taken, by)
      if (!money) throw new Stopped({ ok: false, reason: 'drawer_closed' })
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
    },
  )
}
