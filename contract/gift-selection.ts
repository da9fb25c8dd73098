/**
 * The rules for selecting gift cards and vouchers (spec section 4), shared by the service and the
 * page.
 */

export interface Selectable {
  id: number
  /** The e-mail that it was sent to as a gift; null while the owner has it. */
  last_emailed_to: string | null
}

export interface SelectableGift extends Selectable {
  good_for_fare_ids: readonly number[]
  /** The card pays every departure of its product, including those without a fare. */
  covers_all_fares?: boolean | undefined
  product_id?: number | undefined
}

export type SelectionProblem = 'unknown' | 'twice' | 'emailed' | 'other_fare' | 'too_many'

/** The cart that gift cards are to pay for. */
export interface GiftCartRule {
  /** The fare of the chosen departure; null before one is chosen. */
  fareId: number | null
  /** The product of the chosen departure. */
  productId?: number | undefined
  /** The number of seats or whole aircraft; each needs one card. */
  quantity: number
  /** The e-mail of the payer, who may use cards that were sent to it. */
  email?: string | null | undefined
}

/** Whether a card was mailed to somebody else; only its recipient can select it. */
export const isEmailedAway = ({ last_emailed_to: to }: Selectable, email?: string | null): boolean =>
  to !== null && to.toLowerCase() !== email?.toLowerCase()

/** Whether a card is good for the fare of the chosen departure; no card is before one is chosen. */
export const isGoodForFare = (
  gift: SelectableGift,
  { fareId, productId }: Pick<GiftCartRule, 'fareId' | 'productId'>,
): boolean =>
  (fareId !== null && gift.good_for_fare_ids.includes(fareId)) ||
  (gift.covers_all_fares === true && productId !== undefined && gift.product_id === productId)

/** Returns the gift cards that may pay for this cart, which the panel lists. */
export const findRedeemable = <T extends SelectableGift>(gifts: readonly T[], cart: GiftCartRule): T[] =>
  gifts.filter((gift) => !isEmailedAway(gift, cart.email) && isGoodForFare(gift, cart))

/** Single selection: selecting the same card again clears the selection. */
export const toggleSingle = (selected: number | null, id: number): number | null =>
  selected === id ? null : id

/** Multiple selection, in the order of selection. */
export const toggleMulti = (selected: readonly number[], id: number): number[] =>
  selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]

/**
 * Whether the checkbox of a card can be toggled: always when it is checked, otherwise while a seat
 * needs a card.
 */
export function canToggleGift(
  gift: SelectableGift,
  selected: readonly number[],
  cart: GiftCartRule,
): boolean {
  if (selected.includes(gift.id)) return true
  return findRedeemable([gift], cart).length > 0 && selected.length < cart.quantity
}

/**
 * Multiple selection within the rules: a card that may not be toggled leaves the selection
 * unchanged.
 */
export const toggleGift = (
  gift: SelectableGift,
  selected: readonly number[],
  cart: GiftCartRule,
): readonly number[] => (canToggleGift(gift, selected, cart) ? toggleMulti(selected, gift.id) : selected)

/**
 * Returns why the cards cannot pay for this cart together, or undefined when they can. `gifts` are
 * all gift cards of the payer.
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
 * Returns why cards or vouchers cannot be sent as a gift, or undefined when they can. `own` are all
 * gift cards and vouchers of the sender.
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
