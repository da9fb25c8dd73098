/**
 * Which gift cards and vouchers may be chosen (spec section 4): the service and the page ask the
 * same functions.
 */

export interface Selectable {
  id: number
  /** The recipient; null while its owner has it. */
  last_emailed_to: string | null
}

export interface SelectableGift extends Selectable {
  good_for_fare_ids: readonly number[]
  /** It pays every departure of its product, also one without a fare. */
  covers_all_fares?: boolean | undefined
  product_id?: number | undefined
}

export type SelectionProblem = 'unknown' | 'twice' | 'emailed' | 'other_fare' | 'too_many'

/** The cart a gift card is to pay for. */
export interface GiftCartRule {
  /** The fare of the chosen departure; null before one is chosen. */
  fareId: number | null
  /** The product of the chosen departure. */
  productId?: number | undefined
  /** Seats, or aircraft sold whole: each takes one card. */
  quantity: number
  /** Who pays, if it is the one the card was sent to. */
  email?: string | null | undefined
}

/** A mailed card can be selected only by its recipient. */
export const isEmailedAway = ({ last_emailed_to: to }: Selectable, email?: string | null): boolean =>
  to !== null && to.toLowerCase() !== email?.toLowerCase()

/** Good for the chosen departure's fare; none is before one is chosen. */
export const isGoodForFare = (
  gift: SelectableGift,
  { fareId, productId }: Pick<GiftCartRule, 'fareId' | 'productId'>,
): boolean =>
  (fareId !== null && gift.good_for_fare_ids.includes(fareId)) ||
  (gift.covers_all_fares === true && productId !== undefined && gift.product_id === productId)

/** The gift cards of a list that the panel shows: those that may pay this cart. */
export const findRedeemable = <T extends SelectableGift>(gifts: readonly T[], cart: GiftCartRule): T[] =>
  gifts.filter((gift) => !isEmailedAway(gift, cart.email) && isGoodForFare(gift, cart))

/** Single selection: choosing the same one again clears it. */
export const toggleSingle = (selected: number | null, id: number): number | null =>
  selected === id ? null : id

/** Multiple selection: in the order of choosing. */
export const toggleMulti = (selected: readonly number[], id: number): number[] =>
  selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]

/**
 * Whether a card's box can be ticked or unticked: a ticked one always, another while a seat is left
 * for it.
 */
export function canToggleGift(
  gift: SelectableGift,
  selected: readonly number[],
  cart: GiftCartRule,
): boolean {
  if (selected.includes(gift.id)) return true
  return findRedeemable([gift], cart).length > 0 && selected.length < cart.quantity
}

/** Multiple selection within the rules: what may not be toggled leaves the selection as it is. */
export const toggleGift = (
  gift: SelectableGift,
  selected: readonly number[],
  cart: GiftCartRule,
): readonly number[] => (canToggleGift(gift, selected, cart) ? toggleMulti(selected, gift.id) : selected)

/**
 * Why the cards cannot pay for this cart together; undefined when they can. `gifts` is all that the
 * payer has.
 */
export function findSelectionProblem(
  gifts: readonly SelectableGift[],
  selected: readonly number[],
  cart: GiftCartRule,
): SelectionProblem | undefined {
  const chosen = selected.flatMap((id) => gifts.find((gift) => gift.id === id) ?? [])
  if (chosen.length < selected.length) return 'unknown'
  if (new Set(selected).size < selected.length) return 'twice'
  if (chosen.some((gift) => isEmailedAway(gift, cart.email))) return 'emailed'
  if (chosen.some((gift) => !isGoodForFare(gift, cart))) return 'other_fare'
  return selected.length > cart.quantity ? 'too_many' : undefined
}

/**
 * Why cards or vouchers cannot be sent as a gift, or undefined when they can. `own` is all the
 * sender has.
 */
export function findSendingProblem(
  own: readonly Selectable[],
  selected: readonly number[],
): 'nothing_selected' | 'unknown' | 'emailed' | undefined {
  if (selected.length === 0) return 'nothing_selected'
  const chosen = selected.map((id) => own.find((one) => one.id === id))
  if (chosen.includes(undefined)) return 'unknown'
  return chosen.some((one) => one && one.last_emailed_to !== null) ? 'emailed' : undefined
}
