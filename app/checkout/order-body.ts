import { type z } from 'zod'
import { type AvailableDeparture } from '#contract/availability.ts'
import { type QuantityType } from '#contract/enums.ts'
import { type OrderFields, type OrderItemGiftCardsAttributes } from '#contract/order.ts'
import { type PartyOfType } from '#contract/passenger-type.ts'
import { seatItems } from '../selection/two-aircraft.ts'
import { type PayFormValues } from './parse-pay-form.ts'

export interface Cart {
  brandId: number
  departure: Pick<AvailableDeparture, 'departure_id' | 'depart_at' | 'two_aircraft'>
  quantityType: QuantityType
  quantity: number
  /** Those who are no adults; the passengers are in the order in which the service gives types. */
  types?: PartyOfType[] | undefined
  upgradeIds: readonly number[]
  /** The discount code that applies to it. */
  code: string | undefined
  /** The membership that the buyer agreed to. */
  membershipPlanId?: number | undefined
  /** The prize that makes one of its upgrades free. */
  prizeId?: number | undefined
}

/** The gift cards to buy, and their recipient. */
export interface StoredValueCart {
  brandId: number
  gift: z.input<typeof OrderItemGiftCardsAttributes>
  upgradeIds: readonly number[]
  /** The discount code that applies to it. */
  code: string | undefined
}

type OrderInput = z.input<typeof OrderFields>

/**
 * The body of `POST /v1/orders`, without what belongs to a single attempt (the claimed total, the
 * replaced order).
 */
export function orderBody(
  cart: Cart | StoredValueCart,
  values: PayFormValues,
  tags: readonly string[],
): OrderInput {
  if ('gift' in cart) return giftOrderBody(cart, values, tags)
  const { departure_id, depart_at } = cart.departure
  const item = { departure_id, depart_at, quantity: cart.quantity }
  return {
    brand_id: cart.brandId,
    tag_list: ['website', ...tags],
    ...(cart.code === undefined ? {} : { discount_code_code: cart.code }),
    membership_plan_id: cart.membershipPlanId,
    prize_id: cart.prizeId,
    ...(cart.quantityType === 'flight'
      ? { order_item_flights_attributes: [item] }
      : { order_item_seats_attributes: seatItems(cart.departure, cart.quantity) }),
    order_item_upgrades_attributes: cart.upgradeIds.map((upgrade_id) => {
      const answer = values.answers[`u${String(upgrade_id)}`]
      return answer ? { upgrade_id, meta: { answer } } : { upgrade_id }
    }),
    passengers_attributes: values.passengers,
    ...(cart.types?.length ? { passenger_types: cart.types } : {}),
    terms_and_conditions: values.terms_and_conditions,
    text_consent: values.text_consent,
  }
}

const giftOrderBody = (
  { brandId, code, gift }: StoredValueCart,
  { terms_and_conditions }: PayFormValues,
  tags: readonly string[],
): OrderInput => ({
  brand_id: brandId,
  tag_list: ['website', ...tags],
  ...(code === undefined ? {} : { discount_code_code: code }),
  order_item_gift_cards_attributes: [gift],
  terms_and_conditions,
})

/**
 * Parses the total that the form submitted: `588`, `588.5`, `1,269.45`. Undefined if it was
 * tampered with.
 */
export function parseClaim(text: string): number | undefined {
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
}
