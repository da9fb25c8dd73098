import { allocateRefund, sumOfMoney, type TenderAmounts } from './allocate-refund.ts'
import { percentOf, prorate } from './money.ts'
import { isReturnable } from './refund-parts.ts'
import {
  findRefundProblem,
  findRefundShares,
  type RefundableOrder,
  type RefundProblem,
  type RefundShares,
} from './refund-shares.ts'

/** What somebody asks to be given back: everything, an amount of money, or units of lines (all that is left of each without `quantity`). */
export type RefundAsk =
  | { kind: 'whole' }
  | { kind: 'amount'; amountCents: number }
  | { kind: 'lines'; lines: readonly { position: number; quantity?: number | undefined }[] }

/** `lines` is empty for an amount alone; their sum is the amount unless more, or less, was left than they cost. */
export type PlannedRefund = RefundShares

export type RefundPlan =
  | { ok: true; refund: PlannedRefund }
  | { ok: false; reason: 'nothing_left' }
  | { ok: false; reason: Exclude<RefundProblem, 'more_than_left'> }
  | { ok: false; reason: 'more_than_left'; leftCents: number }

export interface Left {
  /** What cards, credit and vouchers have not got back yet. */
  cents: number
  giftCards: TenderAmounts['giftCards']
  /** Seats, aircraft or gift cards of the order that were not given back. */
  units: number
  /** True when everything that was paid came back; of an order that cost nothing, when all its lines did. */
  nothing: boolean
}

/** What could still come back of an order. */
export function findLeft(order: RefundableOrder): Left {
  const { paid, returned, lines } = order
  const cents = sumOfMoney(allocateRefund(Number.MAX_SAFE_INTEGER, order))
  const giftCards = paid.giftCards.filter(({ id }) => !returned.giftCards.some((gift) => gift.id === id))
  const left = lines.map((line, position) => (isReturnable(line) ? line.quantity - unitsBack(order, position) : 0)) // prettier-ignore
  const units = left.reduce((sum, one, position) => sum + (lines[position]?.kind === 'upgrade' ? 0 : one), 0)
  const costNothing = sumOfMoney(paid) === 0 && paid.giftCards.length === 0
  const paidBack = cents === 0 && giftCards.length === 0
  return { cents, giftCards, units, nothing: costNothing ? left.every((one) => one === 0) : paidBack }
}

const unitsBack = ({ returnedUnits }: RefundableOrder, position: number) =>
  returnedUnits.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)

/** What comes back for an ask, line by line, and to whom; or why nothing does. */
export function planRefund(order: RefundableOrder, ask: RefundAsk): RefundPlan {
  const left = findLeft(order)
  if (left.nothing) return { ok: false, reason: 'nothing_left' }
  if (ask.kind === 'amount') return planAmount(order, ask.amountCents, left)
  if (ask.kind === 'whole') return { ok: true, refund: everything(order, left) }
  const wish = ask.lines.map(({ position, quantity }) => ({
    position,
    quantity: quantity ?? unitsLeft(order, position),
  }))
  const reason = findRefundProblem(order, wish)
  // A line that came back whole has nothing left to count.
  const gone = ask.lines.some((line) => line.quantity === undefined && isGone(order, line.position))
  if (reason === 'more_than_left' || gone) return { ok: false, reason: 'more_than_left', leftCents: left.cents } // prettier-ignore
  if (reason) return { ok: false, reason }
  return { ok: true, refund: findRefundShares(order, wish) }
}

const unitsLeft = (order: RefundableOrder, position: number) =>
  (order.lines[position]?.quantity ?? 0) - unitsBack(order, position)

function isGone(order: RefundableOrder, position: number): boolean {
  const line = order.lines[position]
  return line !== undefined && isReturnable(line) && unitsLeft(order, position) <= 0
}

function planAmount(order: RefundableOrder, amountCents: number, left: Left): RefundPlan {
  if (amountCents > left.cents) return { ok: false, reason: 'more_than_left', leftCents: left.cents }
  const tenders = allocateRefund(amountCents, order)
  return { ok: true, refund: { lines: [], amountCents, tenders } }
}

/** Also what no line stands for any more: a card's part that had failed, say. */
function everything(order: RefundableOrder, left: Left): PlannedRefund {
  const { lines } = findRefundShares(order, 'all')
  const tenders = { ...allocateRefund(left.cents, order), giftCards: left.giftCards }
  return { lines, tenders, amountCents: left.cents }
}

/**
 * What a cancellation by its buyer gives back: the policy's part of everything that is left. Gift cards pay whole seats
 * and come back whole, or not at all where nothing comes back.
 */
export function planCancellation(order: RefundableOrder, refundBps: number): PlannedRefund {
  const left = findLeft(order)
  const all = everything(order, left)
  if (refundBps === 10_000) return all
  const amountCents = percentOf(left.cents, refundBps)
  const shares = prorate(all.lines.map((line) => line.amountCents), amountCents) // prettier-ignore
  const giftCards = refundBps > 0 ? left.giftCards : []
  return {
    lines: all.lines.map((line, index) => ({ ...line, amountCents: shares[index] ?? 0 })),
    tenders: { ...allocateRefund(amountCents, order), giftCards },
    amountCents,
  }
}
