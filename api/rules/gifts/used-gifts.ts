import { type FeeLimit } from '../pricing/pricing-facts.ts'

/** A gift card that paid a unit. */
export interface UsedGift {
  id: number
  pendingFeeIds: readonly number[]
  /** Fees that waited for its redemption; nothing where it has none of its own. */
  feeLimits?: readonly FeeLimit[] | undefined
}

/**
 * The gift card that paid each unit of a line. Units paid with money come first, then those of gift
 * cards, the last card first: in this order units are refunded.
 */
export const giftsByUnit = (
  { quantity }: { quantity: number },
  gifts: readonly UsedGift[],
): (UsedGift | undefined)[] => [
  ...Array<undefined>(Math.max(0, quantity - gifts.length)).fill(undefined),
  ...gifts.toReversed(),
]
