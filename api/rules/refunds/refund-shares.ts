import { allocateRefund, sumOfMoney, type TenderAmounts } from './allocate-refund.ts'
import { prorate } from '../money/money.ts'
import {
  cardsOfLine,
  isReturnable,
  type RefundPart,
  type RefundableLine,
  splitIntoParts,
} from './refund-parts.ts'
import { giftsByUnit, type UsedGift } from '../gifts/used-gifts.ts'
import {
  findRequestedUnits,
  type LineUnits,
  countReturnedUnits,
  type RequestedUnits,
} from './requested-units.ts'

export interface RefundableOrder {
  /** The lines, ordered by position. */
  lines: readonly RefundableLine[]
  /** The gift cards that paid a unit, in the order of use. */
  usedGifts: readonly UsedGift[]
  paid: TenderAmounts
  /** What earlier refunds gave back. */
  returned: TenderAmounts
  /** The units that earlier refunds returned, by line. */
  returnedUnits: readonly (LineUnits & { amountCents?: number })[]
}

/** Everything that is left, or some units of some lines. */
export type RefundSelection = 'all' | readonly RequestedUnits[]

export type RefundProblem = 'line_not_refundable' | 'line_twice' | 'quantity_missing' | 'more_than_left'

export interface RefundShares {
  /**
   * The refunded money on the line that charged it, with its share of the discount. Units are
   * seats, aircraft, gift cards and upgrades; fees and tax have `quantity` 0.
   */
  lines: (LineUnits & { amountCents: number })[]
  /** The sum of the lines without what comes off the amount due. Gift cards are returned besides. */
  amountCents: number
  /** The tenders that receive the refund. */
  tenders: TenderAmounts
}

/** Why these lines cannot be refunded; undefined when they can. */
export function findRefundProblem(order: RefundableOrder, input: RefundSelection): RefundProblem | undefined {
  if (input === 'all') return undefined
  if (new Set(input.map(({ position }) => position)).size < input.length) return 'line_twice'
  for (const { position, quantity } of input) {
    const line = order.lines[position]
    if (!line || !isReturnable(line)) return 'line_not_refundable'
    if (!Number.isInteger(quantity) || quantity < 1) return 'quantity_missing'
    if (quantity > line.quantity - countReturnedUnits(order, position)) return 'more_than_left'
  }
  return undefined
}

/**
 * The refund of some lines: each with its share of the discount, with the fees and tax of its seat
 * or aircraft (an upgrade alone brings none), to the tenders it came from, the last one first:
 * card, credit, vouchers. Gift cards return whole with the last seats. It never exceeds what was
 * paid and not yet refunded.
 * @param input must have passed `findRefundProblem`
 */
export function findRefundShares(order: RefundableOrder, input: RefundSelection): RefundShares {
  const wanted = input === 'all' ? findUnitsLeft(order) : input
  const units = new Map(wanted.map((one) => [one.position, findRequestedUnits(order, one)]))
  const parts = splitIntoParts(order.lines, order.usedGifts).filter((part) =>
    units.get(part.owner)?.includes(part.unit),
  )
  const asked = sumByLine(parts, wanted).map((line) => leaveReturned(order, line))
  const worth = asked.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const money = allocateRefund(worth, order)
  const amountCents = sumOfMoney(money)
  const shares = prorate(
    asked.map((line) => line.amountCents),
    amountCents + (money.dueCents ?? 0),
  )
  return {
    lines: asked.map((line, index) => ({ ...line, amountCents: shares[index] ?? 0 })),
    amountCents,
    tenders: { ...money, giftCards: findReturningGifts(order, units) },
  }
}

function findUnitsLeft(order: RefundableOrder): LineUnits[] {
  return order.lines.flatMap((line, position) => {
    const quantity = isReturnable(line) ? line.quantity - countReturnedUnits(order, position) : 0
    return quantity > 0 ? [{ position, quantity }] : []
  })
}

/** Leaves out the reschedule costs that were refunded with other units already. */
function leaveReturned({ lines, returnedUnits }: RefundableOrder, line: RefundShares['lines'][number]) {
  const sold = lines[line.position]
  if (!sold || !isOfChange(sold)) return line
  return {
    ...line,
    amountCents: Math.min(
      line.amountCents,
      sold.amountCents - sumReturnedCents(returnedUnits, line.position),
    ),
  }
}

const isOfChange = ({ kind, orderChangeId }: RefundableLine) =>
  kind === 'difference' || (kind === 'tax' && Boolean(orderChangeId))

/** How much of a line's money came back. */
export const sumReturnedCents = (returned: RefundableOrder['returnedUnits'], position: number): number =>
  returned.reduce((sum, one) => sum + (one.position === position ? (one.amountCents ?? 0) : 0), 0)

/**
 * Sums the parts by line, in the order of the lines: requested lines even if they cost nothing,
 * fees and tax only if they cost something.
 */
function sumByLine(parts: readonly RefundPart[], wanted: readonly LineUnits[]): RefundShares['lines'] {
  const positions = new Set(
    [...wanted, ...parts.filter(({ cents }) => cents > 0)].map(({ position }) => position),
  )
  return [...positions]
    .toSorted((a, b) => a - b)
    .map((position) => ({
      position,
      quantity: wanted.find((one) => one.position === position)?.quantity ?? 0,
      amountCents: parts.reduce((sum, part) => sum + (part.position === position ? part.cents : 0), 0),
    }))
}

/** The gift cards of the refunded units. */
function findReturningGifts(
  { lines, usedGifts, paid }: RefundableOrder,
  units: ReadonlyMap<number, number[]>,
) {
  const ids = lines.flatMap((line, position) => {
    const gifts = giftsByUnit(line, cardsOfLine(lines, position, usedGifts))
    return (units.get(position) ?? []).map((unit) => gifts[unit]?.id)
  })
  return paid.giftCards.filter(({ id }) => ids.includes(id))
}
