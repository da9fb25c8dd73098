import { z } from 'zod'
import { shape } from './resource-shape.ts'

export const terminalShape = shape({
  plural: 'terminals',
  singular: 'terminal',
  one: 'terminal',
  many: 'terminals',
  about: 'Where flights leave and land',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true },
    subtitle: { kind: 'text' },
    code: { kind: 'text', required: true, max: 10, case: 'upper' },
    street: { kind: 'text', required: true },
    city: { kind: 'text', required: true },
    state: { kind: 'text', required: true, max: 40 },
    zip_code: { kind: 'text', required: true, max: 20 },
    airport: { kind: 'flag', filter: true },
    timezone: { kind: 'zone', required: true, label: 'Time zone' },
    latitude: { kind: 'number', required: true, defaulted: true, min: -90, max: 90 },
    longitude: { kind: 'number', required: true, defaulted: true, min: -180, max: 180 },
    directions: { kind: 'texts', help: 'How to get there, a way each.' },
    tax_percent: { kind: 'percent', max: 100, help: 'On what flies from here.' },
    weather_station: {
      kind: 'text',
      nullable: true,
      max: 4,
      case: 'upper',
      pattern: { is: /^[A-Z][A-Z0-9]{3}$/i, message: 'Must be the four letters of a station, like KEWR' },
      help: 'The ICAO code of the nearest station with reports; staff read its weather.',
    },
  },
})

export const upgradeShape = shape({
  plural: 'upgrades',
  singular: 'upgrade',
  one: 'upgrade',
  many: 'upgrades',
  about: 'What can be added to a flight',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true },
    description: { kind: 'text', max: 2000, lines: true },
    price: { kind: 'dollars', nullable: true, help: 'A price or a percentage, not both.' },
    percent: { kind: 'percent', nullable: true, help: 'Of the seat price.' },
    good_for_x_pax: {
      kind: 'whole',
      required: true,
      defaulted: true,
      min: -1,
      max: 100,
      label: 'Good for so many passengers',
      help: '−1: as many as there are seats. 0: one for the order.',
    },
    selected: { kind: 'flag', label: 'Chosen unless taken away' },
    meta: {
      kind: 'shape',
      schema: z.object({
        question: z
          .string()
          .trim()
          .max(300)
          .regex(/^[^\p{Cc}]*$/u)
          .nullable(),
      }),
      label: 'Question to the shopper',
    },
    refund_right: { kind: 'flag', label: 'Money back when called off' },
    position: { kind: 'whole', max: 10_000 },
  },
})

export const feeShape = shape({
  plural: 'fees',
  singular: 'fee',
  one: 'fee',
  many: 'fees',
  about: 'What is added to the price',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true },
    description: { kind: 'text', max: 2000, lines: true },
    price: { kind: 'dollars', nullable: true, help: 'A price or a percentage, not both.' },
    percent: { kind: 'percent', nullable: true, help: 'Of the price before discount.' },
    per_seat: { kind: 'flag' },
    enabled: { kind: 'flag', filter: true },
    brand_id: { kind: 'id', to: 'brands', nullable: true, filter: true, help: 'None: every brand.' },
    postpone_until_gift_card_redemption: { kind: 'flag', label: 'Of gift cards: paid when redeemed' },
    position: { kind: 'whole', max: 10_000 },
  },
})

export const fareShape = shape({
  plural: 'fares',
  singular: 'fare',
  one: 'fare',
  many: 'fares',
  about: 'What a seat or an aircraft costs on some departures, and what gift cards are good for',
  named: 'name',
  fields: {
    product_id: { kind: 'id', to: 'products', required: true, fixed: true, filter: true },
    name: { kind: 'text', required: true },
    seat_price: { kind: 'dollars', nullable: true },
    flight_price: { kind: 'dollars', nullable: true },
    giftable: { kind: 'flag' },
    gift_price: {
      kind: 'dollars',
      nullable: true,
      help:
        'What a gift card costs: for a seat, or for an aircraft where no seats are sold. Empty: ' +
        'the price above.',
    },
    covers_all_fares: {
      kind: 'flag',
      label: 'Gift cards pay every departure',
      help:
        'Night, sunset and weekend too, whatever they cost; also those of cards already sold. ' +
        'Needs a gift card price.',
    },
    refund_when_called_off: { kind: 'flag', label: 'Money back when called off' },
  },
})

export const productCategoryShape = shape({
  plural: 'product_categories',
  singular: 'product_category',
  one: 'product category',
  many: 'product categories',
  about: 'Groups of products',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true },
    slug: {
      kind: 'text',
      required: true,
      defaulted: true,
      max: 80,
      pattern: { is: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, message: 'Must be small letters, digits and hyphens' },
    },
    position: { kind: 'whole', max: 10_000 },
    show_on_homepage: { kind: 'flag' },
    product_ids: { kind: 'ids', to: 'products' },
  },
})

export const campaignShape = shape({
  plural: 'campaigns',
  singular: 'campaign',
  one: 'campaign',
  many: 'campaigns',
  about: 'Sale banners, past and coming ones too',
  named: 'name',
  fields: {
    brand_id: { kind: 'id', to: 'brands', required: true, filter: true },
    name: { kind: 'text', required: true, defaulted: true },
    start_at: { kind: 'instant', required: true },
    end_at: { kind: 'instant', required: true },
    discount_code: { kind: 'text', nullable: true, max: 40, case: 'upper' },
    discount_percent_off: { kind: 'whole', max: 100 },
    auto_fill_code: { kind: 'flag', help: 'The code is filled in, and prices show no campaign.' },
    countdown_enabled: { kind: 'flag' },
    countdown_text: { kind: 'text' },
    banner_color: {
      kind: 'text',
      required: true,
      defaulted: true,
      pattern: { is: /^#[0-9a-fA-F]{6}$/, message: 'Must be a colour like #1d4ed8' },
    },
    banner_image: {
      kind: 'text',
      nullable: true,
      max: 300,
      pattern: { is: /^\/[A-Za-z0-9/_.-]*$/, message: 'Must be an address of this shop' },
    },
    banner_link_to: {
      kind: 'text',
      required: true,
      defaulted: true,
      max: 300,
      pattern: { is: /^\/(?![/\\])\S*$/, message: 'Must be an address of this shop' },
    },
    disabled: { kind: 'flag', filter: true },
  },
})
