import { type QuantityType } from './pricing-facts.ts'
import { isPublished, type PublishWindow } from '../time/local-time.ts'

/** What a code is for, and where it applies. */
export interface DiscountRule extends PublishWindow {
  disableForSeats: boolean
  disableForFlights: boolean
  /** Null applies to every brand. */
  brandId: number | null
  /** An empty list applies to every product. */
  productIds: readonly number[]
}

export interface DiscountCodeRule {
  redeemable: boolean
  /** Null sets no limit. */
  redemptionLimit: number | null
  /** True for the few codes that sunset and focus flights accept (spec section 5). */
  sunsetAndFocus: boolean
  /** The code can be combined with a campaign. */
  stackable: boolean
  /** Only the shop applies it; it cannot be typed (domain rule 12). */
  internal: boolean
}

/** Where the code is to be used. An unknown fact refuses nothing. */
export interface DiscountUse {
  now: Date
  /** The number of orders that use the code and count against its limit. */
  uses: number
  /** The brand that sells. */
  brandId: number
  /** The shop applies the code; nobody typed it. */
  byShop?: boolean | undefined
  productId?: number | undefined
  /** For gift cards: what they pay. */
  quantityType?: QuantityType | undefined
  productTags?: readonly string[] | undefined
  departureTags?: readonly string[] | undefined
  /** The discount of the running campaign. */
  campaignBps?: number | undefined
}

export type DiscountRefusal =
  | 'unknown'
  | 'internal'
  | 'not_published'
  | 'not_redeemable'
  | 'used_up'
  | 'other_brand'
  | 'other_product'
  | 'not_for_seats'
  | 'not_for_flights'
  | 'sunset'
  | 'focus_flight'
  | 'campaign_running'

/**
 * Why a code does not apply to a cart; undefined when it does. Reasons that the shopper cannot
 * change come first, then those that another flight or way of buying would change.
 * @param found undefined when there is no such code
 */
export function findDiscountRefusal(
  found: { code: DiscountCodeRule; discount: DiscountRule } | undefined,
  input: DiscountUse,
): DiscountRefusal | undefined {
  if (!found) return 'unknown'
  const { code, discount } = found
  const tests: [boolean, DiscountRefusal][] = [
    [code.internal && !input.byShop, 'internal'],
    [!isPublished(discount, input.now), 'not_published'],
    [!code.redeemable, 'not_redeemable'],
    [code.redemptionLimit !== null && input.uses >= code.redemptionLimit, 'used_up'],
    [discount.brandId !== null && discount.brandId !== input.brandId, 'other_brand'],
    [isOtherProduct(discount, input), 'other_product'],
    [discount.disableForSeats && input.quantityType === 'seat', 'not_for_seats'],
    [discount.disableForFlights && input.quantityType === 'flight', 'not_for_flights'],
    [!code.sunsetAndFocus && isSunset(input), 'sunset'],
    [!code.sunsetAndFocus && isFocusFlight(input), 'focus_flight'],
    [!code.stackable && (input.campaignBps ?? 0) > 0, 'campaign_running'],
  ]
  return tests.find(([refused]) => refused)?.[1]
}

const isOtherProduct = ({ productIds }: DiscountRule, { productId }: DiscountUse) =>
  productId !== undefined && productIds.length > 0 && !productIds.includes(productId)

/**
 * The tag stands on the product or on this departure: an earlier departure of a sunset flight is a
 * sunset reservation too.
 */
const hasTag = ({ productTags = [], departureTags = [] }: DiscountUse, tag: string) =>
  [...productTags, ...departureTags].includes(tag)

const isSunset = (input: DiscountUse) => hasTag(input, 'sunset')

const isFocusFlight = (input: DiscountUse) => hasTag(input, 'focus_flight')

const SENTENCES: Record<DiscountRefusal, string> = {
  unknown: 'is not a valid code',
  internal: 'is not a valid code',
  not_published: 'is an invalid discount code',
  not_redeemable: 'is an invalid discount code',
  used_up: 'is an invalid discount code',
  other_brand: 'is not valid for this brand',
  other_product: 'is not valid for this product',
  not_for_seats: 'is not valid for seats',
  not_for_flights: 'is not valid for flights',
  sunset: 'is not valid for sunset reservations',
  focus_flight: 'is not valid for focus flights',
  campaign_running: 'is an invalid discount code',
}

/**
 * The refusal in the words of spec section 5.
 * @param code as the list of codes has it, or as it was typed when it is unknown
 */
export const getDiscountRefusalText = (refusal: DiscountRefusal, code: string): string =>
  `${code} ${SENTENCES[refusal]}`
