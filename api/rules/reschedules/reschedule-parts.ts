import { type PaidDeparture, paysDeparture, type PayingGift } from '../gifts/gift-scope.ts'
import { type RescheduledPart } from './order-change-request.ts'

/** An item of an order on the flight that is given up. */
export interface ItemToReschedule {
  id: number
  quantity: number
  /** The list price it was sold at; what a gift card has paid, until its seat pays a difference. */
  soldListCents: number
  /** The dearest list price that money has paid for its seats. */
  paidListCents: number
  /** The gift cards that paid seats of it; null for those of its order that no other item names. */
  giftCardIds: readonly number[] | null
}

export interface PriceDifference {
  /** What one seat or aircraft costs more. */
  cents: number
  units: number
}

interface NewFlight {
  listCents: number
  /** Seats of gift cards that are good for it pay nothing. */
  departure: PaidDeparture
}

/**
 * What moves of each item, the first item first, and what each seat costs more than was paid for
 * it: one that money paid more than the dearest it has paid, one of a gift card more than it was
 * sold for. Who has paid a difference with a gift card's seat has a seat that money paid from then
 * on, so that nobody pays it twice.
 *
 * @param units how many seats or aircraft move; fewer than the items have, where some stay or
 *   were given back
 * @param whole nobody stays
 */
export function findRescheduleParts(
  items: readonly ItemToReschedule[],
  gifts: readonly PayingGift[],
  { units, whole }: { units: number; whole: boolean },
  to: NewFlight,
): { parts: RescheduledPart[]; differences: PriceDifference[] } {
  const parts: RescheduledPart[] = []
  const differences: PriceDifference[] = []
  let free = [...gifts]
  let left = units
  for (const item of items) {
    const count = Math.min(item.quantity, left)
    left -= count
    if (count === 0 && !whole) break
    const own = free.filter(({ id }) => item.giftCardIds?.includes(id) ?? true).slice(0, item.quantity)
    free = free.filter((gift) => !own.includes(gift))
    const moving = whole ? own : choose(own, count, item.quantity - count, to)
    const outside = moving.filter((gift) => !isWithin(gift, to))
    const paying = Math.max(0, count - moving.length)
    const more = Math.max(0, to.listCents - item.soldListCents)
    add(differences, { cents: Math.max(0, to.listCents - item.paidListCents), units: paying })
    add(differences, { cents: more, units: Math.min(outside.length, count) })
    // They have paid as much as the seats that money paid.
    const level = more > 0 && to.listCents >= item.paidListCents ? outside : []
    const raised = paying > 0 || level.length > 0
    parts.push({
      itemId: item.id,
      giftCardIds: idsOf(moving),
      stillGiftCardIds: idsOf(moving.filter((gift) => !level.includes(gift))),
      paidListCents: raised ? Math.max(item.paidListCents, to.listCents) : item.paidListCents,
    })
  }
  return { parts, differences }
}

const idsOf = (gifts: readonly PayingGift[]) => gifts.map(({ id }) => id)

const isWithin = ({ scope }: PayingGift, { departure }: NewFlight) => paysDeparture(scope, departure)

/**
 * Those good for the new fare first, because they cost no difference; others only where too few of
 * money's seats are left.
 */
function choose(own: readonly PayingGift[], count: number, stay: number, to: NewFlight): PayingGift[] {
  const good = own.filter((gift) => isWithin(gift, to))
  const moving = good.slice(0, count)
  const others = [...own.filter((gift) => !good.includes(gift)), ...good.slice(count)]
  return [...moving, ...others.slice(0, Math.max(0, own.length - moving.length - stay))]
}

function add(differences: PriceDifference[], { cents, units }: PriceDifference): void {
  if (cents === 0 || units === 0) return
  const same = differences.find((one) => one.cents === cents)
  if (same) same.units += units
  else differences.push({ cents, units })
}
