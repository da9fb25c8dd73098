import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Cancellation, type StaffCancellation, type StaffCancellationFields } from '#contract/refund.ts'
import { type Tx } from '../db/client.ts'
import { orderRefunds } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents, toDollars } from '../rules/money/money.ts'
import { planCancellationWithAmount, findLeft } from '../rules/refunds/plan-refund.ts'
import { type SignedInCaller } from '../http/http.ts'
import { closeAttempt } from '../payments/close-attempt.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { isOverLimit, getRefundedValue } from '../store/is-over-refund-limit.ts'
import { issueCardParts } from '../payments/refunds/issue-card-parts.ts'
import { previewFreedDepartures, readBookedFlights } from '../payments/refunds/preview-freed-departures.ts'
import { refuseRefund, runRefund } from '../payments/refunds/refund-order.ts'
import { type NewOrderRefund, writeOrderRefund } from '../payments/refunds/write-order-refund.ts'
import {
  type CancellationProblem,
  type CancellationJudgement,
  loadCancellation,
  loadPartCancellation,
} from './load-cancellation.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { planPartCancellation } from './plan-part-cancellation.ts'
import { presentCancellation } from './present-cancellation.ts'

type Judged = CancellationJudgement & { ok: true }
type Refusal =
  | { ok: false; reason: CancellationProblem | 'not_found' | 'over_refund_limit' | 'gift_cards_spent' }
  | { ok: false; reason: 'cancellation_changed'; cancellation: Cancellation }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Staff may overrule that it is too late. Flown, disputed and finished orders stay refused. */
const OURS_TO_DECIDE: readonly CancellationProblem[] = ['too_late_to_cancel']

interface Judging {
  fields: StaffCancellationFields
  caller: SignedInCaller
  now: Date
}

/**
 * The refund of a cancellation by staff: the policy's share, or an amount they name, within the
 * refund limit of the order. After the deadline the policy gives no amount.
 */
async function judge(
  tx: Tx,
  order: OrderRow,
  { fields, now }: Omit<Judging, 'caller'>,
): Promise<Judged | Exclude<Refusal, { reason: 'cancellation_changed' }>> {
  const { amount, gift_cards: withCards, passenger_ids: passengerIds } = fields
  if (amount === undefined) {
    const byRule = await loadPartCancellation(tx, order, passengerIds, now)
    if (byRule.ok) return byRule
    return byRule.reason === 'invalid' ? invalid(byRule.fields) : { ok: false, reason: byRule.reason }
  }
  const judged = await loadCancellation(tx, order, now)
  if (!judged.ok && !OURS_TO_DECIDE.includes(judged.reason)) return { ok: false, reason: judged.reason }
  const { refundable, deadline } = judged
  // The deadline is checked before a dispute is looked for.
  const refused = refuseRefund(order, refundable)
  if (refused) return { ok: false, reason: refused }
  const leftCents = findLeft(refundable.order).cents
  const amountCents = toCents(amount)
  if (amountCents > leftCents) {
    return invalid({ amount: [`There is ${formatDollars(leftCents)} left to give back`] })
  }
  const cards = withCards ?? (judged.ok && judged.refundBps > 0)
  const refundBps = leftCents === 0 ? 0 : Math.round((amountCents * 10_000) / leftCents)
  if (passengerIds?.length) {
    const own = { amountCents, withGiftCards: cards }
    const planned = await planPartCancellation(tx, { order, refundable, passengerIds, refundBps, own })
    if (!planned.ok) return invalid(planned.fields)
    const { part } = planned
    if (part) return { ok: true, plan: planned.plan, part, refundBps, refundable, deadline }
  }
  return {
    ok: true,
    plan: planCancellationWithAmount(refundable.order, amountCents, cards),
    refundBps,
    refundable,
    deadline,
  }
}

const invalid = (fields: FieldErrors) => ({ ok: false as const, reason: 'invalid' as const, fields })

/** Carries the preview out of a transaction that is rolled back. */
class Undone extends Error {
  override name = 'Undone'
  constructor(readonly seen: StaffCancellation) {
    super('a preview is never kept')
  }
}

/**
 * Previews a cancellation by staff, with the same refusals as the cancellation itself. It is written
 * and rolled back, so that the seats it frees are those of the cancellation.
 */
export async function previewCancellation(
  deps: ApiDeps,
  orderId: number,
  fields: StaffCancellationFields,
  caller: SignedInCaller,
): Promise<{ ok: true; cancellation: StaffCancellation } | Refusal> {
  const now = deps.clock.now()
  try {
    return await runRefund(deps, async (tx): Promise<Refusal> => {
      const [known] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
      if (!known) return { ok: false, reason: 'not_found' }
      const order = await lockOrder(tx, orderId)
      const judged = await judge(tx, order, { fields, now })
      if (!judged.ok) return judged
      if (await isOverLimit(tx, orderId, caller, getRefundedValue(judged.plan))) {
        return { ok: false, reason: 'over_refund_limit' }
      }
      const cancellation = await presentCancellation(tx, orderId, judged)
      const before = await readBookedFlights(tx, orderId)
      const quiet = { ...deps, jobs: undefined }
      await writeOrderRefund(tx, quiet, refundOf(order, judged, { fields, caller, idemKey: null, now }))
      const departures = await previewFreedDepartures(tx, quiet, orderId, before)
      throw new Undone({ ...cancellation, departures })
    })
  } catch (error) {
    if (error instanceof Undone) return { ok: true, cancellation: error.seen }
    throw error
  }
}

/** The refund that a judged cancellation by staff writes. */
function refundOf(
  order: OrderRow,
  { plan, refundable, part }: Judged,
  { fields, caller, idemKey, now }: Judging & { idemKey: string | null },
): NewOrderRefund {
  return {
    order,
    refundable,
    plan,
    origin: 'staff',
    ends: part === undefined,
    flightId: part?.flightId,
    staying: part?.passengerIds ?? [],
    actor: `user:${String(caller.userId)}`,
    reason: fields.reason,
    idemKey,
    now,
  }
}

interface StaffCancellationInput {
  orderId: number
  fields: StaffCancellationFields & { expected_amount: number }
  caller: SignedInCaller
  by: AuditBy
  idemKey: string | null
}

/**
 * Staff cancel an order for its customer, completely or for the passengers who stay home, with the
 * refund that was shown.
 */
export async function cancelForCustomer(
  deps: ApiDeps,
  input: StaffCancellationInput,
): Promise<{ ok: true; orderRefundId: number } | Refusal> {
  const { db } = deps.database
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, input.orderId))
  if (!known) return { ok: false, reason: 'not_found' }
  // An open change must not be paid any more. If its money arrives first, the refund amount differs
  // and the cancellation is refused.
  const open = await findOpenAttempt(db, input.orderId)
  if (open) await closeAttempt(deps, open.id)
  const written = await runRefund(deps, (tx) => writeCancellation(tx, deps, input))
  if (!written.ok) return written
  await issueCardParts(deps, written.orderRefundId)
  return written
}

async function writeCancellation(
  tx: Tx,
  deps: ApiDeps,
  { orderId, fields, caller, by, idemKey }: StaffCancellationInput,
): Promise<{ ok: true; orderRefundId: number } | Refusal> {
  const order = await lockOrder(tx, orderId)
  const earlier =
    idemKey === null ? [] : await tx.select().from(orderRefunds).where(eq(orderRefunds.idemKey, idemKey))
  const [done] = earlier
  if (done?.orderId === orderId) return { ok: true, orderRefundId: done.id }
  const now = by.at
  const judged = await judge(tx, order, { fields, now })
  if (!judged.ok) return judged
  const { plan, part } = judged
  if (toCents(fields.expected_amount) !== plan.amountCents) {
    const cancellation = await presentCancellation(tx, orderId, judged)
    return { ok: false, reason: 'cancellation_changed', cancellation }
  }
  if (await isOverLimit(tx, orderId, caller, getRefundedValue(plan))) {
    return { ok: false, reason: 'over_refund_limit' }
  }
  const orderRefundId = await writeOrderRefund(
    tx,
    deps,
    refundOf(order, judged, { fields, caller, idemKey, now }),
  )
  const after = {
    ...(part ? { staying_home: part.passengerIds } : { status: 'cancelled' }),
    refund_id: orderRefundId,
    amount: toDollars(plan.amountCents),
    by_rule: fields.amount === undefined,
    reason: fields.reason,
  }
  await writeAudit(tx, by, { resource: 'orders', id: orderId, before: { status: order.status }, after })
  return { ok: true, orderRefundId }
}
