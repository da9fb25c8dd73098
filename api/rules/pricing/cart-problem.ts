import { type Cart, type PricingFacts, type QuantityType } from './pricing-facts.ts'
import { findUnitPrice } from './unit-price.ts'

export type QuantityProblem = 'quantity_missing' | 'not_sold_by_seat' | 'not_sold_whole'
export type CartProblem = QuantityProblem | 'upgrade_unknown' | 'upgrade_twice'
export type TenderProblem =
  'gift_card_twice' | 'gift_card_other_unit' | 'too_many_gift_cards' | 'voucher_twice'

/**
 * Why a cart cannot be priced from these facts; undefined when it can. This does not check whether
 * the seats are free.
 */
export function findCartProblem(facts: PricingFacts, cart: Cart): CartProblem | undefined {
  const problem = findQuantityProblem(facts, cart.quantityType, cart.quantity)
  if (problem) return problem
  const ids = cart.upgrades.map((upgrade) => upgrade.upgradeId)
  if (hasTwins(ids)) return 'upgrade_twice'
  if (ids.some((id) => !facts.upgrades.some((upgrade) => upgrade.id === id))) return 'upgrade_unknown'
  return undefined
}

/** Why this many seats, aircraft or gift cards cannot be priced. */
export function findQuantityProblem(
  facts: PricingFacts,
  type: QuantityType,
  quantity: number,
): QuantityProblem | undefined {
  if (!Number.isInteger(quantity) || quantity < 1) return 'quantity_missing'
  if (findUnitPrice(facts, type)) return undefined
  return type === 'seat' ? 'not_sold_by_seat' : 'not_sold_whole'
}

/**
 * Why these tenders cannot pay this cart: each card and voucher pays once, a card pays a unit of
 * its own kind, and there are no more cards than units.
 */
export function findTenderProblem(
  cart: Pick<Cart, 'quantityType' | 'giftCards' | 'vouchers'>,
  units: number,
): TenderProblem | undefined {
  const { giftCards = [], vouchers = [] } = cart
  if (hasTwins(giftCards.map(({ id }) => id))) return 'gift_card_twice'
  if (giftCards.some(({ unit }) => unit !== cart.quantityType)) return 'gift_card_other_unit'
  if (giftCards.length > units) return 'too_many_gift_cards'
  return hasTwins(vouchers.map(({ id }) => id)) ? 'voucher_twice' : undefined
}

const hasTwins = (ids: readonly number[]) => new Set(ids).size < ids.length
