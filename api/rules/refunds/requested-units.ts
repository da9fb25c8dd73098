import { cardsOfLine, isUnitsLine, type RefundableLine } from './refund-parts.ts'
import { giftsByUnit, type UsedGift } from '../gifts/used-gifts.ts'

export interface LineUnits {
  position: number
  quantity: number
}

export interface RequestedUnits extends LineUnits {
  /**
   * The gift cards that paid some of the units: those units are refunded, and otherwise units paid
   * with money. Without it, units paid with money come first, then those of gift cards, the last
   * card first.
   */
  giftCardIds?: readonly number[] | undefined
}

interface Sold {
  lines: readonly RefundableLine[]
  usedGifts: readonly UsedGift[]
  returned: { giftCards: readonly { id: number }[] }
  returnedUnits: readonly LineUnits[]
}

/** How many of a line's units came back. */
export const countReturnedUnits = (
  { returnedUnits }: Pick<Sold, 'returnedUnits'>,
  position: number,
): number => returnedUnits.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)

/** The first line whose units gift cards paid: passengers or aircraft. */
export const findUnitsLine = (lines: readonly RefundableLine[]): number => lines.findIndex(isUnitsLine)

/**
 * The requested units of a line, by their index in `giftsByUnit`, without those refunded before.
 */
export function findRequestedUnits(
  order: Sold,
  { position, quantity, giftCardIds }: RequestedUnits,
): number[] {
  const line = order.lines[position]
  if (!line) return []
  const gifts = giftsByUnit(line, cardsOfLine(order.lines, position, order.usedGifts))
  const isBack = (id: number | undefined) => order.returned.giftCards.some((gift) => gift.id === id)
  const back = gifts.filter((gift) => gift && isBack(gift.id)).length
  // Of those that money paid the first ones came back.
  let other = Math.max(0, countReturnedUnits(order, position) - back)
  const left = gifts.flatMap((gift, unit) => {
    if (gift && isBack(gift.id)) return []
    if (other > 0) {
      other -= 1
      return []
    }
    return [{ unit, gift }]
  })
  const rank = ({ gift }: (typeof left)[number]) =>
    giftCardIds === undefined ? 0 : gift ? (giftCardIds.includes(gift.id) ? 0 : 2) : 1
  return left
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, quantity)
    .map(({ unit }) => unit)
}
