import { Boarding } from '../flight-day.ts'
import { QuantityType } from '../enums.ts'
import { shape } from './resource-shape.ts'

/** A passenger, which staff read in full and pilots and owners in part. */
export const passengerShape = shape({
  plural: 'passengers',
  singular: 'passenger',
  one: 'passenger',
  many: 'passengers',
  about: 'Who flies; operations, and pilots of their own flights',
  named: 'full_name',
  fields: {
    order_id: { kind: 'id', to: 'orders', readOnly: true, filter: true },
    flight_id: { kind: 'id', to: 'flights', readOnly: true, nullable: true, filter: true },
    full_name: { kind: 'text', max: 120, required: true },
    weight: { kind: 'whole', readOnly: true, nullable: true },
    seating: { kind: 'text', max: 40, nullable: true },
    boarding: { kind: 'choice', of: Boarding.options, readOnly: true, nullable: true },
    stays_home: { kind: 'flag', readOnly: true, filter: true },
  },
})

export const prizeShape = shape({
  plural: 'prizes',
  singular: 'prize',
  one: 'prize',
  many: 'prizes',
  about: 'Upgrades that somebody may have free, once',
  named: 'name',
  fields: {
    upgrade_id: { kind: 'id', to: 'upgrades', required: true, filter: true },
    user_id: { kind: 'id', to: 'users', required: true, defaulted: true, fixed: true, filter: true },
    name: { kind: 'text', required: true, defaulted: true, max: 120 },
    order_id: { kind: 'id', to: 'orders', readOnly: true, nullable: true },
    used_at: { kind: 'instant', readOnly: true, nullable: true },
    created_at: { kind: 'instant', readOnly: true },
  },
})

/** A gift card as staff see it; only its owner reads the code, so no field contains it. */
export const giftCardShape = shape({
  plural: 'gift_cards',
  singular: 'gift_card',
  one: 'gift card',
  many: 'gift cards',
  about: 'Gift cards',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true, max: 120 },
    good_for_fare_id: { kind: 'id', to: 'fares', readOnly: true },
    good_for_fare_ids: { kind: 'ids', to: 'fares' },
    expires_at: { kind: 'instant' },
    purchaser_id: { kind: 'id', to: 'users', readOnly: true, nullable: true },
    unit: { kind: 'choice', of: QuantityType.options, readOnly: true },
    code_tail: { kind: 'text', readOnly: true },
    price: { kind: 'dollars', readOnly: true },
    value: { kind: 'dollars', readOnly: true },
    promotional: { kind: 'flag', readOnly: true },
    last_emailed_to: { kind: 'text', readOnly: true, nullable: true },
    order_id: { kind: 'id', to: 'orders', readOnly: true, nullable: true },
    purchaser_order_id: { kind: 'id', to: 'orders', readOnly: true, nullable: true },
    product_id: { kind: 'id', to: 'products', readOnly: true },
    pending_fee_ids: { kind: 'ids', to: 'fees', readOnly: true },
    created_at: { kind: 'instant', readOnly: true },
  },
})

export const voucherShape = shape({
  plural: 'vouchers',
  singular: 'voucher',
  one: 'voucher',
  many: 'vouchers',
  about: 'Re-schedule vouchers',
  named: 'code_tail',
  fields: {
    expires_at: { kind: 'instant' },
    reason_description: { kind: 'text', max: 300 },
    code_tail: { kind: 'text', readOnly: true },
    value: { kind: 'dollars', readOnly: true },
    balance: { kind: 'dollars', readOnly: true },
    order_id: { kind: 'id', to: 'orders', readOnly: true, nullable: true },
    user_id: { kind: 'id', to: 'users', readOnly: true, nullable: true },
    product_id: { kind: 'id', to: 'products', readOnly: true, nullable: true },
    reason_type: { kind: 'text', readOnly: true },
    last_emailed_to: { kind: 'text', readOnly: true, nullable: true },
    created_at: { kind: 'instant', readOnly: true },
  },
})
