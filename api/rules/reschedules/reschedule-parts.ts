import { type PaidDeparture, paysDeparture, type PayingGift } from '../gifts/gift-scope.ts'
import { typePrice } from '../pricing/seat-groups.ts'
import { type RescheduledPart, type TypedSeat } from './order-change-request.ts'

/** An item of an order on the old flight. */
export interface ItemToReschedule {
  id: number
  quantity: number
  /**
   * The list price at which it was sold, which a gift card covers until its seat pays a difference.
   */
  soldListCents: number
  /** The highest list price that money has paid for its seats. */
  paidListCents: number
  /** The gift cards that paid seats of it; null for those of the order that no other item names. */
  giftCardIds: readonly number[] | null
}

export interface PriceDifference {
  /** The difference for one seat or aircraft. */
  cents: number
  units: number
}

/** A seat that is rescheduled, by what its passenger pays less than an adult, in whole percent. */
export interface SeatToReschedule {
  /** Undefined for a seat that nobody sits on alone. */
  passengerId?: number
  percentOff: number
  /** The same on the new flight, which differs on that of another product. */
  newPercentOff: number
  /** The highest list price that was paid for it; undefined where its item says that. */
  paidCents?: number | undefined
}

const ADULT: SeatToReschedule = { percentOff: 0, newPercentOff: 0 }

interface NewFlight {
  listCents: number
  /** A seat pays no difference when its gift card pays this departure. */
  departure: PaidDeparture
}

/**
 * The part of each item that is rescheduled, the first item first, and the difference per seat: a
 * seat paid in money pays what exceeds the highest price already paid, a seat of a gift card what
 * exceeds its original price. Once a gift card's seat has paid a difference, it counts as paid in
 * money, so that nobody pays a difference twice.
 * @param units the number of rescheduled seats or aircraft; less than the items have when some stay
 * or were refunded
 * @param whole true when nobody stays
 * @param seats the dearest first; all others are adults'
 */
export function findRescheduleParts(
  items: readonly ItemToReschedule[],
  gifts: readonly PayingGift[],
  { units, whole, seats = [] }: { units: number; whole: boolean; seats?: readonly SeatToReschedule[] },
  to: NewFlight,
): { parts: RescheduledPart[]; differences: PriceDifference[]; typedSeats: TypedSeat[] } {
  const parts: RescheduledPart[] = []
  const differences: PriceDifference[] = []
  const typedSeats: TypedSeat[] = []
  let free = [...gifts]
  let left = units
  for (const item of items) {
    const count = Math.min(item.quantity, left)
    const from = units - left
    const here = Array.from({ length: count }, (_, seat) => seats[from + seat] ?? ADULT)
    left -= count
    if (count === 0 && !whole) break
    const own = free.filter(({ id }) => item.giftCardIds?.includes(id) ?? true).slice(0, item.quantity)
    free = free.filter((gift) => !own.includes(gift))
    const moving = whole ? own : chooseGifts(own, count, item.quantity - count, to)
    const outside = moving.filter((gift) => !isWithin(gift, to))
    const paying = Math.max(0, count - moving.length)
    const more = Math.max(0, to.listCents - item.soldListCents)
    const charged = outside.slice(0, count)
    const pay = (seat: SeatToReschedule, listCents: number, isFree = false) => {
      const paid = seat.paidCents ?? typePrice(listCents, seat)
      const due = typePrice(to.listCents, { percentOff: seat.newPercentOff })
      const cents = isFree ? 0 : Math.max(0, due - paid)
      add(differences, { cents, units: 1 })
      typedSeats.push(...recordSeat(seat, paid + cents))
    }
    for (const seat of here.slice(count - paying)) pay(seat, item.paidListCents)
    // Gift cards pay the dearest seats.
    for (const [at, gift] of moving.entries()) {
      const isFree = !charged.includes(gift)
      if (at < count || !isFree) pay(here[at] ?? ADULT, item.soldListCents, isFree)
    }
    // These seats have paid as much as the seats paid in money.
    const level = more > 0 && to.listCents >= item.paidListCents ? outside : []
    const raised = paying > 0 || level.length > 0
    parts.push({
      itemId: item.id,
      giftCardIds: idsOf(moving),
      stillGiftCardIds: idsOf(moving.filter((gift) => !level.includes(gift))),
      paidListCents: raised ? Math.max(item.paidListCents, to.listCents) : item.paidListCents,
    })
  }
  return { parts, differences, typedSeats }
}

/**
 * While a passenger's percentage stays the same, the item alone says what their seat paid; from then on
 * an adult's price does not say it.
 */
function recordSeat(
  { passengerId, percentOff, newPercentOff, paidCents }: SeatToReschedule,
  cents: number,
): TypedSeat[] {
  const isSame = paidCents === undefined && percentOff === newPercentOff
  if (passengerId === undefined || isSame) return []
  return [{ passengerId, percentOff: newPercentOff, paidCents: cents }]
}

const idsOf = (gifts: readonly PayingGift[]) => gifts.map(({ id }) => id)

const isWithin = ({ scope }: PayingGift, { departure }: NewFlight) => paysDeparture(scope, departure)

/**
 * Cards that pay the new fare come first, because they cost no difference; the others follow only
 * when too few seats paid in money are left.
 */
function chooseGifts(own: readonly PayingGift[], count: number, stay: number, to: NewFlight): PayingGift[] {
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
