/** What a card says of its fares, as it is stored. */
export interface CardFares {
  productId: number
  /** The fare it was made for. */
  goodForFareId: number
  goodForFareIds: readonly number[]
}

interface FareScope {
  id: number
  productId: number
  coversAllFares: boolean
}

/** What a gift card is good for at this moment. */
export interface GiftScope {
  /** It pays every departure of its product, also one without a fare. */
  coversAllFares: boolean
  productId: number
  fareIds: number[]
}

/** The departure that a gift card is to pay. */
export interface PaidDeparture {
  productId: number
  /** Null where its product's own price holds. */
  fareId: number | null
}

/**
 * What a card is good for: the fares that are stored with it, and every fare of its product where
 * its own fare covers them all. It is read from the catalogue each time, so that it holds for cards
 * sold before and for fares added later.
 */
export function findGiftScope(
  { productId, goodForFareId, goodForFareIds }: CardFares,
  fares: readonly FareScope[],
): GiftScope {
  const covers = fares.find(({ id }) => id === goodForFareId)?.coversAllFares ?? false
  if (!covers) return { coversAllFares: false, productId, fareIds: [...goodForFareIds] }
  const ofProduct = fares.filter((fare) => fare.productId === productId).map(({ id }) => id)
  return { coversAllFares: true, productId, fareIds: [...new Set([...goodForFareIds, ...ofProduct])] }
}

/** Whether a card of this scope pays a departure. */
export const paysDeparture = (scope: GiftScope, { productId, fareId }: PaidDeparture): boolean =>
  (scope.coversAllFares && scope.productId === productId) ||
  (fareId !== null && scope.fareIds.includes(fareId))

export interface PayingGift {
  id: number
  /** What it is good for now. */
  scope: GiftScope
}
