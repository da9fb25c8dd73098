import { prorate } from '../money/money.ts'
import { type LineKind } from '../pricing/price-lines.ts'
import { type UsedGift, giftsByUnit } from '../gifts/used-gifts.ts'

/** A line of the breakdown as it was sold. */
export interface RefundableLine {
  kind: LineKind
  quantity: number
  unitCents: number
  amountCents: number
  rule: string
  subjectId: number | null
  /** The order change that added it; empty for what was sold with the order. */
  orderChangeId?: number | null
}

/**
 * The smallest refundable part: what one unit of a line cost in money, on the line that charged it.
 */
export interface RefundPart {
  /** The line that charged it. */
  position: number
  /**
   * The line and unit it is returned with: fees and tax follow a seat, an aircraft, a gift card or
   * an upgrade.
   */
  owner: number
  unit: number
  cents: number
}

/** Lines that a buyer can return: seats, aircraft, bought gift cards, upgrades. */
export const isReturnable = ({ kind }: Pick<RefundableLine, 'kind'>) => isUnits(kind) || kind === 'upgrade'

const isUnits = (kind: LineKind) => kind === 'seat' || kind === 'flight' || kind === 'gift_card'

/** A second seat is a line of its own, and nobody stays home with it. */
export const isSecondSeat = ({ kind, rule }: Pick<RefundableLine, 'kind' | 'rule'>): boolean =>
  kind === 'seat' && rule.startsWith('second_seat')

/** The passenger type of a line of seats; null for adults. */
export const typeOfLine = ({ rule, subjectId }: Pick<RefundableLine, 'rule' | 'subjectId'>): number | null =>
  rule.startsWith('passenger_type') ? subjectId : null

/**
 * Lines of passengers, of aircraft or of gift cards that were bought: fees are charged for their units,
 * and gift cards pay them. Passengers of each type have a line of their own.
 */
export const isUnitsLine = (line: Pick<RefundableLine, 'kind' | 'rule'>): boolean =>
  isUnits(line.kind) && !isSecondSeat(line)

/** The gift cards that paid units of a line: the first cards paid the first lines, the dearest seats. */
export function cardsOfLine(
  lines: readonly RefundableLine[],
  position: number,
  gifts: readonly UsedGift[],
): readonly UsedGift[] {
  const line = lines[position]
  if (!line || !isUnitsLine(line)) return []
  const before = lines.slice(0, position).filter(isUnitsLine)
  const from = before.reduce((sum, { quantity }) => sum + quantity, 0)
  return gifts.slice(from, from + line.quantity)
}

/**
 * Splits the money that was paid (vouchers, credit, card) over the parts, exact to the cent:
 * discounts are subtracted from the lines they apply to, and fees and tax are spread over the lines
 * they were charged for. Later additions to the order were priced separately and are split
 * separately.
 */
export function splitIntoParts(lines: readonly RefundableLine[], gifts: readonly UsedGift[]): RefundPart[] {
  const changes = [...new Set(lines.map(({ orderChangeId }) => orderChangeId ?? null))]
  const placed = lines.map((line, position) => ({ line, position }))
  return changes.flatMap((change) => {
    const sold = placed.filter(({ line }) => (line.orderChangeId ?? null) === change)
    return splitSale(sold, lines, change === null ? gifts : [])
  })
}

function splitSale(
  positions: readonly Placed[],
  lines: readonly RefundableLine[],
  gifts: readonly UsedGift[],
): RefundPart[] {
  const units = positions
    .filter(({ line }) => isUnitsLine(line))
    .flatMap(({ line, position }) =>
      giftsByUnit(line, cardsOfLine(lines, position, gifts)).map((gift, unit) => ({
        owner: position,
        unit,
        gift,
        line,
      })),
    )
  const bought = positions.flatMap(({ line, position }) =>
    isReturnable(line) ? unitParts(line, position, cardsOfLine(lines, position, gifts)) : [],
  )
  const moved = positions.flatMap((placed) => [
    ...differenceParts(placed, lines),
    ...reschedulingFeeParts(placed),
  ])
  const discountPositions = positions.filter(
    ({ line }) => line.kind === 'discount' && line.rule !== 'minimum_charge',
  )
  const reduced = discountPositions.reduce((parts, { line }) => reduce(parts, lines, line), bought)
  const sold = positions.map(({ line }) => line)
  const fees = units.length > 0 ? positions.flatMap((fee) => feeParts(fee, units, { gifts, fees: sold })) : []
  const taxed = positions.reduce(
    (parts, { line, position }) =>
      line.kind === 'tax' ? [...parts, ...taxParts(parts, line, position)] : parts,
    [...reduced, ...moved, ...fees],
  )
  const rest = positions.filter(({ line }) => line.rule === 'minimum_charge')
  return rest.reduce((parts, { line }) => takeOff(parts, () => true, line.amountCents), taxed)
}

function unitParts(line: RefundableLine, position: number, gifts: readonly UsedGift[]): RefundPart[] {
  return giftsByUnit(line, gifts).map((gift, unit) => ({
    position,
    owner: position,
    unit,
    cents: gift ? 0 : line.unitCents,
  }))
}

/**
 * A prize reduces its upgrade only; a code reduces everything in proportion to its remaining cost.
 */
function reduce(
  parts: RefundPart[],
  lines: readonly RefundableLine[],
  { rule, subjectId, amountCents }: RefundableLine,
): RefundPart[] {
  const won = (part: RefundPart) =>
    lines[part.owner]?.kind === 'upgrade' && lines[part.owner]?.subjectId === subjectId
  return takeOff(parts, rule === 'prize' ? won : () => true, amountCents)
}

/** @param cents not positive */
function takeOff(parts: RefundPart[], isMeant: (part: RefundPart) => boolean, cents: number): RefundPart[] {
  const shares = prorate(
    parts.map((part) => (isMeant(part) ? part.cents : 0)),
    cents,
  )
  return parts.map((part, index) => ({ ...part, cents: part.cents + (shares[index] ?? 0) }))
}

interface Placed {
  line: RefundableLine
  position: number
}

/** A seat, aircraft or bought gift card, and the card that paid it. */
interface ChargedUnit {
  owner: number
  unit: number
  gift: UsedGift | undefined
  line: RefundableLine
}

/** Splits a fee over the units it was charged for, without those whose gift card had paid it. */
function feeParts(
  { line, position }: Placed,
  units: readonly ChargedUnit[],
  { gifts, fees }: { gifts: readonly UsedGift[]; fees: readonly RefundableLine[] },
): RefundPart[] {
  if (line.kind !== 'fee') return []
  const charged = feeWeights(line, units, { gifts, fees })
  const weights = charged.map((weight, index) => weight * feeWorth(line, units, index))
  return prorate(weights, line.amountCents).map((cents, index) => {
    const { owner = 0, unit = 0 } = units[index] ?? {}
    return { position, owner, unit, cents }
  })
}

/** A percentage of several prices counts for each unit by its price; any other fee for all alike. */
function feeWorth({ rule }: RefundableLine, units: readonly ChargedUnit[], index: number): number {
  const isOfPrices =
    rule.startsWith('fee:percent') && !rule.endsWith(':limited') && new Set(units.map(priceOf)).size > 1
  const unit = units[index]
  return isOfPrices && unit ? Math.max(1, priceOf(unit)) : 1
}

const priceOf = ({ line }: ChargedUnit) => line.unitCents

/**
 * 1 for each unit for which a fee's line was charged. Fees that gift cards keep lower have lines of
 * their own.
 */
function feeWeights(
  line: RefundableLine,
  units: readonly ChargedUnit[],
  { gifts, fees }: { gifts: readonly UsedGift[]; fees: readonly RefundableLine[] },
): number[] {
  const { subjectId } = line
  const limitOf = ({ pendingFeeIds, feeLimits }: UsedGift) => {
    if (subjectId !== null && pendingFeeIds.includes(subjectId)) return 0
    return feeLimits ? (feeLimits.find(({ feeId }) => feeId === subjectId)?.cents ?? 0) : Infinity
  }
  const named = gifts.filter((gift) => limitOf(gift) > 0).toSorted((a, b) => limitOf(a) - limitOf(b))
  const lower = fees
    .filter((fee) => fee.subjectId === subjectId && isLimited(fee))
    .toSorted((a, b) => a.unitCents - b.unitCents)
  // A fee per order is one line for all units.
  const sizeOf = ({ rule, quantity }: RefundableLine) =>
    rule === 'fee:flat:limited' ? named.length : quantity
  const before = lower.slice(0, lower.indexOf(line)).reduce((sum, one) => sum + sizeOf(one), 0)
  const total = lower.reduce((sum, one) => sum + sizeOf(one), 0)
  const charged = isLimited(line) ? named.slice(before, before + sizeOf(line)) : named.slice(total)
  const weights = units.map(({ gift }) => (gift ? Number(charged.includes(gift)) : Number(!isLimited(line))))
  return weights.includes(1) ? weights : weights.map(() => 1)
}

const isLimited = ({ rule }: RefundableLine) => rule.endsWith(':limited')

/**
 * A fare difference is refunded with the seats or aircraft that were rescheduled, which are those
 * refunded last.
 */
function differenceParts({ line, position }: Placed, lines: readonly RefundableLine[]): RefundPart[] {
  if (line.kind !== 'difference') return []
  // Guests who were added later have paid no difference.
  const units = lines
    .slice(0, position)
    .flatMap(({ kind, quantity }, owner) =>
      isUnits(kind) ? Array.from({ length: quantity }, (_, unit) => ({ owner, unit })) : [],
    )
  return units.slice(-line.quantity).map((unit) => ({ ...unit, position, cents: line.unitCents }))
}

/**
 * The reschedule fee has no refundable part: neither a refund by line nor a cancellation returns
 * it.
 */
function reschedulingFeeParts({ line, position }: Placed): RefundPart[] {
  return line.kind === 'reschedule_fee'
    ? [{ position, owner: position, unit: 0, cents: line.amountCents }]
    : []
}

/** What was paid for moving, with its tax: kept when the buyer cancels. */
export function findChangeFees(lines: readonly RefundableLine[]): number {
  return splitIntoParts(lines, [])
    .filter(({ owner }) => lines[owner]?.kind === 'reschedule_fee')
    .reduce((sum, { cents }) => sum + cents, 0)
}

function taxParts(parts: readonly RefundPart[], line: RefundableLine, position: number): RefundPart[] {
  const shares = prorate(
    parts.map(({ cents }) => cents),
    line.amountCents,
  )
  return parts.map(({ owner, unit }, index) => ({ position, owner, unit, cents: shares[index] ?? 0 }))
}
