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
 * What somebody asks to be given back: everything, an amount of money, or units of lines (all that
 * is left of each without `quantity`).
 */
export type RefundRequest =
  | { kind: 'whole' }
  | { kind: 'amount'; amountCents: number }
  | { kind: 'lines'; lines: readonly RequestedLine[] }

type RequestedLine = Omit<RequestedUnits, 'quantity'> & { quantity?: number | undefined }

/**
 * `lines` is empty for an amount alone; their sum is the amount unless more, or less, was left than
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
  giftCards: TenderAmounts['giftCards']
  /** Seats, aircraft or gift cards of the order that were not given back. */
  units: number
  /**
   * True when everything that was paid came back; of an order that cost nothing, when all its lines
   * did.
   */
  nothing: boolean
}

/** What could still come back of an order. */
export function findLeft(order: RefundableOrder): RefundableRemainder {
  const { paid, returned, lines } = order
  const cents = sumOfMoney(allocateRefund(Number.MAX_SAFE_INTEGER, order))
  const giftCards = paid.giftCards.filter(({ id }) => !returned.giftCards.some((gift) => gift.id === id))
  const left = lines.map((line, position) =>
    isReturnable(line) ? line.quantity - countReturnedUnits(order, position) : 0,
  )
  const units = left.reduce((sum, one, position) => sum + (lines[position]?.kind === 'upgrade' ? 0 : one), 0)
  const costNothing = sumOfMoney(paid) === 0 && paid.giftCards.length === 0
  const paidBack = cents === 0 && giftCards.length === 0
  return { cents, giftCards, units, nothing: costNothing ? left.every((one) => one === 0) : paidBack }
}

/** What comes back for an ask, line by line, and to whom; or why nothing does. */
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
  // A line that came back whole has nothing left to count.
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
  if (amountCents > left.cents) return { ok: false, reason: 'more_than_left', leftCents: left.cents }
  const tenders = allocateRefund(amountCents, order)
  return { ok: true, refund: { lines: [], amountCents, tenders } }
}

/** Also what no line stands for any more: a card's part that had failed, say. */
function everything(order: RefundableOrder, left: RefundableRemainder): PlannedRefund {
  const { lines } = findRefundShares(order, 'all')
  const tenders = { ...allocateRefund(left.cents, order), giftCards: left.giftCards }
  return { lines, tenders, amountCents: left.cents }
}

/**
 * What a cancellation by its buyer gives back: the policy's part of everything that is left but the
 * fees for moving. Gift cards pay whole seats and come back whole, or not at all where nothing
 * comes back.
 *
 * @param feesToo where the operator gave the flight up, what was paid for moving comes back too
 */
export function planCancellation(order: RefundableOrder, refundBps: number, feesToo = false): PlannedRefund {
  const left = findLeft(order)
  const all = everything(order, left)
  const kept = feesToo ? 0 : Math.min(left.cents, findChangeFees(order.lines))
  if (refundBps === 10_000 && kept === 0) return all
  return planCancellationWithAmount(order, percentOf(left.cents - kept, refundBps), refundBps > 0)
}

/**
 * Everything of an order ends, and an amount comes back, with the gift cards that paid it or
 * without them.
 *
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
    amountCents,
  )
  return {
    lines: lines.map((line, index) => ({ ...line, amountCents: shares[index] ?? 0 })),
    tenders: { ...allocateRefund(amountCents, order), giftCards: withGiftCards ? left.giftCards : [] },
    amountCents,
  }
}

/**
 * Some units of an order end, and another amount comes back than they are worth.
 *
 * @param part what those units are worth
 */
export function planPartCancellationWithAmount(
  order: RefundableOrder,
  part: PlannedRefund,
  amountCents: number,
  withGiftCards: boolean,
): PlannedRefund {
  const shares = prorate(
    part.lines.map((line) => line.amountCents),
    amountCents,
  )
  return {
    lines: part.lines.map((line, index) => ({ ...line, amountCents: shares[index] ?? 0 })),
    tenders: {
      ...allocateRefund(amountCents, order),
      giftCards: withGiftCards ? part.tenders.giftCards : [],
    },
    amountCents,
  }
}

/**
 * A move that brought some of an order's seats where they are: what was paid for it comes back with
 * them.
 */
export interface PaidChange {
  changeId: number
  /** How many of the seats it moved are meant. */
  units: number
  of: number
}

/**
 * What comes back for units of an order that the operator cannot fly: besides their own shares what
 * moving them there cost, the fee and the difference with their tax, as far as it did not come back
 * already.
 */
export function planCancelledDeparturePart(
  order: RefundableOrder,
  lines: readonly RequestedUnits[],
  moves: readonly PaidChange[],
): RefundPlan {
  const planned = planRefund(order, { kind: 'lines', lines })
  if (!planned.ok) return planned
  const { refund } = planned
  // Which seats a difference was paid for is told by the moves.
  const sold = refund.lines.filter(({ position }) => !isForRescheduling(order.lines, position))
  const moved = paidForMoving(order, moves).filter(({ amountCents }) => amountCents > 0)
  const sorted = [...sold, ...moved].toSorted((a, b) => a.position - b.position)
  const worth = sorted.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const money = allocateRefund(worth, order)
  const amountCents = sumOfMoney(money)
  const shares = prorate(
    sorted.map((line) => line.amountCents),
    amountCents,
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
