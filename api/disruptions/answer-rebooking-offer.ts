import { type RebookingAnswerFields } from '#contract/call-off.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { toCents } from '../rules/money/money.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { closeAttempt } from '../payments/close-attempt.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { issueCardParts } from '../payments/refunds/issue-card-parts.ts'
import { runRefund } from '../payments/refunds/refund-order.ts'
import { type PlannedRefund } from '../rules/refunds/plan-refund.ts'
import { writeOrderRefund } from '../payments/refunds/write-order-refund.ts'
import { type RebookingOfferRow, findRebookingOfferByToken } from './rebooking-offer-token.ts'
import { issueRebookingVoucher } from './issue-rebooking-voucher.ts'
import { acceptAlternative } from './rebook-to-alternative.ts'
import {
  type OpenRebookingOffer,
  lockRebookingOffer,
  type AnswerRecord,
  settleRebookingOffer,
} from './settle-rebooking-offer.ts'

export type RebookingRefusal =
  | 'claim_answered'
  | 'claim_over'
  | 'claim_changed'
  | 'alternative_gone'
  | 'no_refund'
  | 'no_voucher'
  | 'charge_disputed'
  | 'gift_cards_spent'

export type RebookingAnswerResult = { ok: true } | { ok: false; reason: 'not_found' | RebookingRefusal }

type Written = { ok: true; orderRefundId?: number } | { ok: false; reason: RebookingRefusal }

/**
 * Who answers: the holder of the mailed link, or staff for a caller, whose name the audit log
 * keeps.
 */
export type RebookingAnswerer = { by: 'link' } | { by: 'staff'; audit: AuditBy }

/**
 * The holder of a link takes exactly one option of its rebooking offer. The order's lock lets one
 * of two devices win.
 */
export async function answerRebookingOffer(
  deps: ApiDeps,
  token: string,
  fields: RebookingAnswerFields,
): Promise<RebookingAnswerResult> {
  const found = await findRebookingOfferByToken(deps.database.db, deps.settings.secrets.code, token)
  return found
    ? answerFoundRebookingOffer(deps, found, fields, { by: 'link' })
    : { ok: false, reason: 'not_found' }
}

/** Takes one option of the rebooking offer, once. */
export async function answerFoundRebookingOffer(
  deps: ApiDeps,
  found: RebookingOfferRow,
  fields: RebookingAnswerFields,
  answerer: RebookingAnswerer,
): Promise<RebookingAnswerResult> {
  // An open change or reschedule of the order must not be paid any more. If its money arrives
  // first, it is seen below.
  const paying = found.state === 'open' ? await findOpenAttempt(deps.database.db, found.orderId) : undefined
  if (paying) await closeAttempt(deps, paying.id)
  const written = await runRefund(deps, (tx) => writeAnswer(tx, deps, found, fields, answerer))
  if (!written.ok) return written
  if (written.orderRefundId !== undefined) await issueCardParts(deps, written.orderRefundId)
  return { ok: true }
}

async function writeAnswer(
  tx: Tx,
  deps: ApiDeps,
  found: RebookingOfferRow,
  fields: RebookingAnswerFields,
  answerer: RebookingAnswerer,
): Promise<Written> {
  const now = deps.clock.now()
  const open = await lockRebookingOffer(tx, found, now)
  if (!open.ok) return open
  if (open.offer.expiresAt <= now) return { ok: false, reason: 'claim_over' }
  const written = await applyChoice(tx, deps, open, fields, answerer)
  if (written.ok && answerer.by === 'staff') {
    const [before, after] = [{ choice: null }, { choice: fields.choice }]
    await writeAudit(tx, answerer.audit, { resource: 'reschedule_claims', id: found.id, before, after })
  }
  return written
}

async function applyChoice(
  tx: Tx,
  deps: ApiDeps,
  open: OpenRebookingOffer,
  fields: RebookingAnswerFields,
  answerer: RebookingAnswerer,
): Promise<Written> {
  const answer = { by: answerer.by, actor: actorOf(open.offer, answerer) }
  if (fields.choice === 'alternative') {
    return acceptAlternative(tx, deps, open, { ...answer, alternativeId: fields.alternative_id })
  }
  if (open.judged.disputed) return { ok: false, reason: 'charge_disputed' }
  const shown = { ...answer, shownCents: toCents(fields.amount) }
  return fields.choice === 'voucher'
    ? chooseVoucher(tx, deps, open, shown)
    : refundMoney(tx, deps, open, shown)
}

/**
 * As order events and refunds name it: `claim:7` for the holder of the link, `user:12` for staff.
 */
const actorOf = ({ id }: RebookingOfferRow, answerer: RebookingAnswerer): string =>
  answerer.by === 'staff' ? `user:${String(answerer.audit.userId)}` : `claim:${String(id)}`

interface VoucherAnswer extends AnswerRecord {
  /** The amount on the page; undefined when the clock chose. */
  shownCents?: number
}

/** Turns everything that was paid into a voucher and mails its code. */
export async function chooseVoucher(
  tx: Tx,
  deps: ApiDeps,
  { offer, cancellation, order, judged, now }: OpenRebookingOffer,
  { shownCents, by, actor }: VoucherAnswer,
): Promise<Written> {
  const { plan, refundable, voucherCents } = judged
  // Nothing was paid for these seats yet: they come off what the order still owes.
  if (voucherCents === 0 && plan?.tenders.dueCents)
    return giveBack(tx, deps, { offer, cancellation, order, judged, now }, plan, { by, actor })
  if (!plan || voucherCents === 0) return { ok: false, reason: 'no_voucher' }
  if (shownCents !== undefined && shownCents !== voucherCents) return { ok: false, reason: 'claim_changed' }
  const voucherId = await issueRebookingVoucher(tx, deps, {
    order,
    cancellation,
    refundable,
    plan,
    actor,
    now,
  })
  await settleRebookingOffer(tx, offer.id, { state: 'voucher', voucherId, answeredBy: by, answeredAt: now })
  const eventKey = `claim_voucher:${String(offer.id)}`
  const about = { orderId: order.id, subjectId: offer.id }
  await queueMail(tx, { kind: 'claim_voucher', eventKey, ...about, to: order.email }, now, deps)
  return { ok: true }
}

async function refundMoney(
  tx: Tx,
  deps: ApiDeps,
  open: OpenRebookingOffer,
  { shownCents, ...answer }: AnswerRecord & { shownCents: number },
): Promise<Written> {
  const { plan, refundAllowed } = open.judged
  if (!refundAllowed || !plan) return { ok: false, reason: 'no_refund' }
  if (shownCents !== plan.amountCents) return { ok: false, reason: 'claim_changed' }
  return giveBack(tx, deps, open, plan, answer)
}

async function giveBack(
  tx: Tx,
  deps: ApiDeps,
  { offer, cancellation, order, judged: { refundable }, now }: OpenRebookingOffer,
  plan: PlannedRefund,
  { by, actor }: AnswerRecord,
): Promise<Written> {
  const reason = 'the departure was called off'
  const orderRefundId = await writeOrderRefund(tx, deps, {
    order,
    refundable,
    plan,
    origin: 'claim',
    slotId: cancellation.slotId,
    actor,
    reason,
    idemKey: `claim:${String(offer.id)}`,
    now,
  })
  await settleRebookingOffer(tx, offer.id, {
    state: 'refunded',
    orderRefundId,
    answeredBy: by,
    answeredAt: now,
  })
  return { ok: true, orderRefundId }
}
