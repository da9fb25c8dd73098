import { expect, test } from 'vitest'
import { type z } from 'zod'
import { AvailableDeparture } from '#contract/availability.ts'
import * as catalogue from '#contract/catalogue.ts'
import { Comment } from '#contract/comment.ts'
import { CreditCard, CreditCardFields } from '#contract/credit-card.ts'
import { Credit } from '#contract/credit.ts'
import * as order from '#contract/order.ts'
import { PaymentFields } from '#contract/payment.ts'
import { Registration, User } from '#contract/people.ts'
import { ListMeta } from '#contract/primitives.ts'
import { Prize } from '#contract/prize.ts'
import { Campaign, Discount, DiscountCode } from '#contract/promotions.ts'
import { CartUpgrade } from '#contract/quote.ts'
import * as desk from '#contract/resources/desk-shapes.ts'
import {
  campaignShape,
  fareShape,
  feeShape,
  terminalShape,
  upgradeShape,
} from '#contract/resources/catalogue-shapes.ts'
import { passengerShape, prizeShape } from '#contract/resources/people-shapes.ts'
import { productShape } from '#contract/resources/product-shapes.ts'
import { creationSchema, type ResourceShape, rowSchema } from '#contract/resources/resource-shape.ts'
import { GiftCardFields } from '#contract/gift-card.ts'
import { GiftCard, Voucher, VoucherFields } from '#contract/tenders.ts'

type Shape = Readonly<Record<string, unknown>>
const keysOf = (...schemas: z.ZodObject[]): string[] => schemas.flatMap((one) => Object.keys(one.shape))
/** The schema of a resource's rows, and the schema that creates one. */
const resource = (shape: ResourceShape): Shape => ({
  ...rowSchema(shape).shape,
  ...creationSchema(shape).shape,
})

/** The fields of an object that one of the shopper's calls nests inside another object. */
const inside = (schema: { shape: Shape }, name: string): string[] => {
  const found = Object.entries(schema.shape).filter(([key]) => key === name)
  return found.flatMap(([, value]) => innerKeys(value))
}
function innerKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('shape' in schema && typeof schema.shape === 'object') return Object.keys(schema.shape ?? {})
  if ('element' in schema) return innerKeys(schema.element)
  if ('options' in schema && Array.isArray(schema.options)) return schema.options.flatMap(innerKeys)
  return 'unwrap' in schema && typeof schema.unwrap === 'function' ? innerKeys(schema.unwrap()) : []
}

/**
 * Every entity of the specification's section 3 with its fields, and where `/v1` takes or returns
 * them.
 */
const entities: readonly [entity: string, fields: string, told: readonly string[]][] = [
  [
    'User',
    'id email first_name last_name phone password role_ids credit tag_list',
    keysOf(User, Registration),
  ],
  [
    'Gift card',
    'id code name price value created_at expires_at last_emailed_to order_id ' +
      'purchaser_order_id purchaser_id product_id pending_fee_ids fare good_for_fare_id ' +
      'good_for_fare_ids',
    keysOf(GiftCard),
  ],
  ['Gift card, its form', 'name good_for_fare_id good_for_fare_ids expires_at', keysOf(GiftCardFields)],
  [
    'Voucher',
    'code value order_id user_id product_id order_items created_at expires_at last_emailed_to',
    keysOf(Voucher),
  ],
  ['Voucher, its items', 'name fee_price selected_quantity', inside(Voucher, 'order_items')],
  ['Voucher, its form', 'order_id user_id value reason_type reason_description', keysOf(VoucherFields)],
  [
    'Order, created',
    'brand_id user_id prize_id variant_type discount_code_code tag_list ' +
      'order_item_seats_attributes order_item_flights_attributes ' +
      'order_item_gift_cards_attributes order_item_upgrades_attributes',
    keysOf(order.OrderFields),
  ],
  [
    'Order, its seats',
    'flight_id departure_id depart_at quantity price',
    keysOf(order.OrderItemSeatsAttributes),
  ],
  ['Order, its flights', 'departure_id depart_at price', keysOf(order.OrderItemFlightsAttributes)],
  ['Order, its gift cards', 'fare_id quantity', keysOf(order.OrderItemGiftCardsAttributes)],
  ['Order, its upgrades', 'upgrade_id quantity meta', keysOf(CartUpgrade)],
  ['Order, its upgrades’ answers', 'answer', inside(CartUpgrade, 'meta')],
  ['Order', 'id status order_items', keysOf(order.Order)],
  [
    'Order item seat',
    'order_id quantity flight_id departure_id depart_at',
    Object.keys(resource(desk.orderItemSeatsShape)),
  ],
  ['Order item gift card', 'order_id quantity fare_id', Object.keys(resource(desk.orderItemGiftCardsShape))],
  [
    'Payment',
    'order_id apply_user_credit gift_card_codes gift_cards vouchers stripe_payment',
    keysOf(PaymentFields),
  ],
  ['Payment, its card part', 'amount payment_intent stripe_source', inside(PaymentFields, 'stripe_payment')],
  ['Passenger', 'full_name weight flight_id order_id seating', Object.keys(resource(passengerShape))],
  [
    'Flight',
    'product_id departure_id aircraft_id aircraft_type_id operator_id pilot_id flight_code ' +
      'color status departure_terminal_id arrival_terminal_id depart_at arrive_at brand_id ' +
      'tag_list seat_price',
    Object.keys(resource(desk.flightShape)),
  ],
  [
    'Aircraft type',
    'name max_passengers max_weight_lbs category',
    Object.keys(resource(desk.aircraftTypeShape)),
  ],
  [
    'Product',
    'name subtitle enable_bnsl slug brand_id seat_price flight_price aircraft_type_id ' +
      'departure_terminal_id departure_terminal_name arrival_terminal_id arrival_terminal_name ' +
      'flight_duration_mins description availability publish_at publish_until publish_status ' +
      'duration_label images tag_list upgrade_ids fare_id show_on_homepage categories',
    keysOf(catalogue.Product),
  ],
  [
    'Product, as the desk keeps it',
    'name subtitle enable_bnsl slug brand_id seat_price flight_price aircraft_type_id ' +
      'departure_terminal_id arrival_terminal_id flight_duration_mins description availability ' +
      'publish_at publish_until publish_status duration_label images tag_list upgrade_ids',
    Object.keys(resource(productShape)),
  ],
  [
    'Departure',
    'product_id day_of_week time departure_type offset_in_mins fare_id seat_price flight_price ' +
      'departure_terminal_id arrival_terminal_id publish_at publish_until publish_status ' +
      'tag_list departureAlreadyInUse',
    Object.keys(resource(desk.departureShape)),
  ],
  ['Departure, on a day', 'depart_at seat_price flight_price', keysOf(AvailableDeparture)],
  ['Schedule', 'day_of_week sunset_time departures', keysOf(catalogue.Schedule)],
  ['Fare', 'product_id name seat_price flight_price giftable', Object.keys(resource(fareShape))],
  [
    'Terminal',
    'name subtitle code street city state zip_code airport timezone',
    Object.keys(resource(terminalShape)),
  ],
  ['Credit card', 'id brand last4 exp_month exp_year stripe_token', keysOf(CreditCard, CreditCardFields)],
  [
    'Stripe payment',
    'order_id amount stripe_source',
    [...keysOf(PaymentFields), ...inside(PaymentFields, 'stripe_payment')],
  ],
  ['Credit', 'user_id amount credit_type reason', keysOf(Credit)],
  ['Comment', 'commentable_type commentable_id public body', keysOf(Comment)],
  [
    'Discount',
    'invoice_description amount percent publish_status publish_at publish_until name ' +
      'disable_for_seats disable_for_flights brand_id product_ids',
    keysOf(Discount),
  ],
  [
    'Discount, as the desk keeps it',
    'invoice_description amount percent publish_status publish_at publish_until name ' +
      'disable_for_seats disable_for_flights brand_id product_ids',
    Object.keys(resource(desk.discountShape)),
  ],
  ['Discount code', 'code discount discount_id redeemable redemption_limit', keysOf(DiscountCode)],
  [
    'Fee',
    'id name description price percent enabled brand_id postpone_until_gift_card_redemption',
    Object.keys(resource(feeShape)),
  ],
  ['Upgrade', 'id name price percent good_for_x_pax selected meta', Object.keys(resource(upgradeShape))],
  ['Upgrade, its question', 'question', inside(catalogue.Upgrade, 'meta')],
  ['Prize', 'upgrade_id', [...keysOf(Prize), ...Object.keys(resource(prizeShape))]],
  [
    'Sale banner',
    'id brand_id start_at end_at discount_code discount_percent_off auto_fill_code ' +
      'countdown_enabled countdown_text banner_color banner_image banner_link_to disabled',
    keysOf(Campaign),
  ],
  [
    'Sale banner, as the desk keeps it',
    'id brand_id start_at end_at discount_code discount_percent_off auto_fill_code ' +
      'countdown_enabled countdown_text banner_color banner_image banner_link_to disabled',
    Object.keys(resource(campaignShape)),
  ],
  ['Pagination', 'current_page total_pages', inside(ListMeta, 'pagination')],
]

test.each(entities)('%s has every field of the specification', (_, fields, told) => {
  expect(fields.split(' ').filter((field) => !told.includes(field))).toEqual([])
})
