import { allocateRefund, sumOfMoney, type TenderAmounts } from './allocate-refund.ts'
import { percentOf, prorate } from '../money/money.ts'
import { isReturnable, findChangeFees, splitIntoParts } from './refund-parts.ts'
import { countReturnedUnits, type RequestedUnits } from './requested-units.ts'
import {
  sumReturnedCents,
  findRefundProblem,
  findRefundShares,
  type RefundableOrder,
  type RefundProblem,
  type RefundShares,
} from './refund-shares.ts'

/**
 * A refund request: everything, an amount of money, or units of lines (all that is left of a line
 * without `quantity`).
 */
export type RefundRequest =
  | { kind: 'whole' }
  | { kind: 'amount'; amountCents: number }
  | { kind: 'lines'; lines: readonly RequestedLine[] }

type RequestedLine = Omit<RequestedUnits, 'quantity'> & { quantity?: number | undefined }

/**
 * `lines` is empty for an amount alone. Their sum is the amount, unless more or less was left than
 * they cost.
 */
export type PlannedRefund = RefundShares

export type RefundPlan =
  | { ok: true; refund: PlannedRefund }
  | { ok: false; reason: 'nothing_left' }
  | { ok: false; reason: Exclude<RefundProblem, 'more_than_left'> }
  | { ok: false; reason: 'more_than_left'; leftCents: number }

export interface RefundableRemainder {
  /** What cards, credit and vouchers have not got back yet. */
  cents: number
  /** What is still to be paid. */
  dueCents: number
  giftCards: TenderAmounts['giftCards']
  /** Seats, aircraft or gift cards of the order that were not returned. */
  units: number
  /** True when all money was returned; for a free order, when all its lines were returned. */
  nothing: boolean
}

/** What of an order can still be refunded. */
export function findLeft(order: RefundableOrder): RefundableRemainder {
  const { paid, returned, lines } = order
  const all = allocateRefund(Number.MAX_SAFE_INTEGER, order)
  const { dueCents = 0 } = all
  const cents = sumOfMoney(all)
  const giftCards = paid.giftCards.filter(({ id }) => !returned.giftCards.some((gift) => gift.id === id))
  const left = lines.map((line, position) =>
    isReturnable(line) ? line.quantity - countReturnedUnits(order, position) : 0,
  )
  const units = left.reduce((sum, one, position) => sum + (lines[position]?.kind === 'upgrade' ? 0 : one), 0)
  const costNothing = sumOfMoney(paid) === 0 && paid.giftCards.length === 0
  const paidBack = cents === 0 && giftCards.length === 0
  return {
    cents,
    dueCents,
    giftCards,
    units,
    nothing: costNothing ? left.every((one) => one === 0) : paidBack,
  }
}

/** Plans a refund line by line and tender by tender, or says why it is refused. */
export function planRefund(order: RefundableOrder, ask: RefundRequest): RefundPlan {
  const left = findLeft(order)
  if (left.nothing) return { ok: false, reason: 'nothing_left' }
  if (ask.kind === 'amount') return planAmount(order, ask.amountCents, left)
  if (ask.kind === 'whole') return { ok: true, refund: everything(order, left) }
  const input = ask.lines.map((line) => ({
    ...line,
    quantity: line.quantity ?? unitsLeft(order, line.position),
  }))
  const reason = findRefundProblem(order, input)
  // A line that was returned completely has nothing left to count.
  const gone = ask.lines.some((line) => line.quantity === undefined && isGone(order, line.position))
  if (reason === 'more_than_left' || gone)
    return { ok: false, reason: 'more_than_left', leftCents: left.cents }
  if (reason) return { ok: false, reason }
  return { ok: true, refund: findRefundShares(order, input) }
}

const unitsLeft = (order: RefundableOrder, position: number) =>
  (order.lines[position]?.quantity ?? 0) - countReturnedUnits(order, position)

function isGone(order: RefundableOrder, position: number): boolean {
  const line = order.lines[position]
  return line !== undefined && isReturnable(line) && unitsLeft(order, position) <= 0
}

function planAmount(order: RefundableOrder, amountCents: number, left: RefundableRemainder): RefundPlan {
  const leftCents = left.cents + left.dueCents
  if (amountCents > leftCents) return { ok: false, reason: 'more_than_left', leftCents }
  const tenders = allocateRefund(amountCents, order)
  return { ok: true, refund: { lines: [], amountCents: sumOfMoney(tenders), tenders } }
}

/** The refund includes money without any line left, such as a failed refund to a card. */
function everything(order: RefundableOrder, left: RefundableRemainder): PlannedRefund {
  const { lines } = findRefundShares(order, 'all')
  const tenders = { ...allocateRefund(left.dueCents + left.cents, order), giftCards: left.giftCards }
  return { lines, tenders, amountCents: left.cents }
}

/**
 * Plans what a cancellation by the buyer returns: the policy's share of everything left except the
 * reschedule fees. What is not paid yet comes off that share first; the rest of it need not be paid any
 * more. Gift cards pay whole seats and return whole, or not at all where nothing is returned.
 * @param feesToo when the operator cancelled the flight, the reschedule fees are returned too
 */
export function planCancellation(order: RefundableOrder, refundBps: number, feesToo = false): PlannedRefund {
  const left = findLeft(order)
  const all = everything(order, left)
  const worth = left.cents + left.dueCents
  const kept = feesToo ? 0 : Math.min(worth, findChangeFees(order.lines))
  if (refundBps === 10_000 && kept === 0) return all
  const amountCents = Math.max(0, percentOf(worth - kept, refundBps) - left.dueCents)
  return planCancellationWithAmount(order, amountCents, refundBps > 0)
}

/**
 * Plans the end of a whole order with a given amount, with or without the gift cards that paid it.
 * @param amountCents at most what is left
 */
export function planCancellationWithAmount(
  order: RefundableOrder,
  amountCents: number,
  withGiftCards: boolean,
): PlannedRefund {
  const left = findLeft(order)
  const { lines } = everything(order, left)
  const shares = prorate(
    lines.map((line) => line.amountCents),
    amountCents + left.dueCents,
  )
  const tenders = allocateRefund(left.dueCents + amountCents, order)
  return {
    lines: lines.map((line, index) => ({ ...line, amountCents: shares[index] ?? 0 })),
    tenders: { ...tenders, giftCards: withGiftCards ? left.giftCards : [] },
    amountCents,
  }
}

/**
 * Plans the end of some units of an order with another amount than their value.
 * @param part the value of those units
 * @param valueCents what comes back of it: off the amount due first, then in money
 */
export function planPartCancellationWithAmount(
  order: RefundableOrder,
  part: PlannedRefund,
  valueCents: number,
  withGiftCards: boolean,
): PlannedRefund {
  const shares = prorate(
    part.lines.map((line) => line.amountCents),
    valueCents,
  )
  const tenders = allocateRefund(valueCents, order)
  return {
    lines: part.lines.map((line, index) => ({ ...line, amountCents: shares[index] ?? 0 })),
    tenders: { ...tenders, giftCards: withGiftCards ? part.tenders.giftCards : [] },
    amountCents: sumOfMoney(tenders),
  }
}

/** The value of a refund: its money and what comes off the amount due. */
export const valueOfRefund = ({ amountCents, tenders }: PlannedRefund): number =>
  amountCents + (tenders.dueCents ?? 0)

/**
 * A reschedule that brought some seats of an order to their flight. What was paid for it is
 * refunded with them.
 */
export interface PaidChange {
  changeId: number
  /** How many of the `of` rescheduled seats are refunded. */
  units: number
  of: number
}

/**
 * Plans the refund of units that the operator cannot fly: their own shares and the costs of their
 * reschedule, which are the fee and the difference with their tax, as far as they were not returned
 * before.
 */
export function planCancelledDeparturePart(
  order: RefundableOrder,
  lines: readonly RequestedUnits[],
  moves: readonly PaidChange[],
): RefundPlan {
  const planned = planRefund(order, { kind: 'lines', lines })
  if (!planned.ok) return planned
  const { refund } = planned
  // The reschedules say for which seats a difference was paid.
  const sold = refund.lines.filter(({ position }) => !isForRescheduling(order.lines, position))
  const moved = paidForMoving(order, moves).filter(({ amountCents }) => amountCents > 0)
  const sorted = [...sold, ...moved].toSorted((a, b) => a.position - b.position)
  const worth = sorted.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const money = allocateRefund(worth, order)
  const amountCents = sumOfMoney(money)
  const shares = prorate(
    sorted.map((line) => line.amountCents),
    amountCents + (money.dueCents ?? 0),
  )
  return {
    ok: true,
    refund: {
      lines: sorted.map((line, index) => ({ ...line, amountCents: shares[index] ?? 0 })),
      amountCents,
      tenders: { ...money, giftCards: refund.tenders.giftCards },
    },
  }
}

function isForRescheduling(lines: RefundableOrder['lines'], position: number): boolean {
  const change = lines[position]?.orderChangeId ?? null
  return (
    change !== null &&
    lines.some(
      ({ orderChangeId, kind }) =>
        orderChangeId === change && (kind === 'difference' || kind === 'reschedule_fee'),
    )
  )
}

/** By line. */
function paidForMoving({ lines, usedGifts, returnedUnits }: RefundableOrder, moves: readonly PaidChange[]) {
  const paid = new Map<number, number>()
  for (const { position, cents } of splitIntoParts(lines, usedGifts)) {
    if (moves.some(({ changeId }) => changeId === lines[position]?.orderChangeId)) {
      paid.set(position, (paid.get(position) ?? 0) + cents)
    }
  }
  return [...paid].map(([position, cents]) => {
    const move = moves.find(({ changeId }) => changeId === lines[position]?.orderChangeId)
    const share = move ? Math.floor((cents * Math.min(move.units, move.of)) / move.of) : 0
    const amountCents = Math.min(share, cents - sumReturnedCents(returnedUnits, position))
    return { position, quantity: 0, amountCents }
  })
}
