import { percentOf, prorate } from '../../rules/money/money.ts'
import { type RefundableLine, splitIntoParts } from '../../rules/refunds/refund-parts.ts'
import { type UsedGift } from '../../rules/gifts/used-gifts.ts'

/** What was sold with an order and what of it came back, in cents. */
export interface SoldOrder {
  /** The lines, ordered by position. */
  lines: readonly RefundableLine[]
  usedGifts: readonly UsedGift[]
  /** The refunds, whether as money or as a voucher; one without lines is a plain amount. */
  refunds: readonly { amountCents: number; lines: readonly { position: number; amountCents: number }[] }[]
  /** What a bank took back for the payer. */
  lostCents: number
}

export interface CommissionBase {
  /** What its flights cost without fees and tax, after discounts; seats paid by gift cards cost nothing. */
  soldCents: number
  /** The part of it that was not given back. */
  keptCents: number
}

const isFlight = (line: RefundableLine | undefined): boolean =>
  line !== undefined && ['seat', 'flight', 'difference'].includes(line.kind)

/**
 * What the commission of an order is a percentage of. Money is on the lines that charged it, as
 * refunds split it; a plain amount came from all lines in proportion to what they cost.
 */
export function findCommissionBase({ lines, usedGifts, refunds, lostCents }: SoldOrder): CommissionBase {
  const sums = { flights: 0, others: 0 }
  for (const { position, cents } of splitIntoParts(lines, usedGifts)) {
    sums[isFlight(lines[position]) ? 'flights' : 'others'] += cents
  }
  const { flights: soldCents, others } = sums
  let returned = 0
  let plain = lostCents
  for (const refund of refunds) {
    if (refund.lines.length === 0) plain += refund.amountCents
    for (const { position, amountCents } of refund.lines)
      if (isFlight(lines[position])) returned += amountCents
  }
  const [ofPlain = 0] = soldCents > 0 ? prorate([soldCents, others], plain) : []
  return { soldCents, keptCents: Math.max(0, soldCents - returned - ofPlain) }
}

/** The commission, with half a cent rounded up. */
export const findCommission = ({ keptCents }: CommissionBase, rateBps: number): number =>
  percentOf(keptCents, rateBps)

/** What counts from a day on. */
export interface Terms {
  fromDay: string
  rateBps: number
  ownPrices: boolean
}

/** The rate of an order: that of the last terms that had begun on the day it was paid. */
export function findRate(
  terms: readonly Terms[],
  { paidOn, hasOwnPrice }: { paidOn: string; hasOwnPrice: boolean },
): number {
  const begun = terms.filter(({ fromDay }) => fromDay <= paidOn)
  const last = begun.toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0]
  return last && (last.ownPrices || !hasOwnPrice) ? last.rateBps : 0
}

/** An order that has flown, and what statements have of it so far. */
export interface StatedOrder {
  orderId: number
  commissionCents: number
  statedCents: number
}

/**
 * What a statement says: for each order the commission beyond that of earlier statements, so that all
 * lines of an order always sum to its commission.
 * @param before the last statement, of which what was taken back beyond what was given is carried on
 */
export function planStatement<Order extends StatedOrder>(
  orders: readonly Order[],
  before: { earnedCents: number; carriedCents: number } | undefined,
): { lines: (Order & { amountCents: number })[]; earnedCents: number; carriedCents: number } {
  const lines = orders
    .map((order) => ({ ...order, amountCents: order.commissionCents - order.statedCents }))
    .filter(({ amountCents }) => amountCents !== 0)
  return {
    lines,
    earnedCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    carriedCents: before ? Math.min(0, before.earnedCents + before.carriedCents) : 0,
  }
}

/** What is to be paid with a statement. */
export const findPayable = (statement: { earnedCents: number; carriedCents: number }): number =>
  Math.max(0, statement.earnedCents + statement.carriedCents)
