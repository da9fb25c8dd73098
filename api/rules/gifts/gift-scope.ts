/** The stored fares of a gift card. */
export interface CardFares {
  productId: number
  /** The fare for which the card was bought. */
  goodForFareId: number
  goodForFareIds: readonly number[]
}

interface FareScope {
  id: number
  productId: number
  coversAllFares: boolean
}

/** What a gift card pays for at this moment. */
export interface GiftScope {
  /** The card pays every departure of its product, also one without a fare. */
  coversAllFares: boolean
  productId: number
  fareIds: number[]
}

/** The departure that a gift card is to pay. */
export interface PaidDeparture {
  productId: number
  /** Null where the price of the product itself applies. */
  fareId: number | null
}

/**
 * What a card pays for: the fares stored with it, and every fare of its product when its own fare
 * covers them all. The catalogue is read each time, so that a change applies to cards sold before
 * and to fares added later.
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

/** Whether a card with this scope pays a departure. */
export const paysDeparture = (scope: GiftScope, { productId, fareId }: PaidDeparture): boolean =>
  (scope.coversAllFares && scope.productId === productId) ||
  (fareId !== null && scope.fareIds.includes(fareId))

export interface PayingGift {
  id: number
  /** The departures that it pays for now. */
  scope: GiftScope
}
