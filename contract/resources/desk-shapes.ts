import { z } from 'zod'
import { formatCabinLines, parseCabinLines } from '../cabin-lines.ts'
import {
  AircraftCategory,
  DepartureType,
  FlightStatus,
  OrderChannel,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
  PublishStatus,
} from '../enums.ts'
import { CabinRows } from '../seating.ts'
import { shape } from './resource-shape.ts'

/** Fields that only staff read or write. */
const publishing = {
  publish_at: { kind: 'instant', nullable: true },
  publish_until: { kind: 'instant', nullable: true },
  publish_status: {
    kind: 'choice',
    of: PublishStatus.options,
    required: true,
    defaulted: true,
    filter: true,
  },
} as const

export const departureShape = shape({
  plural: 'departures',
  singular: 'departure',
  one: 'departure',
  many: 'departures',
  about: 'The weekly rules that flights leave by',
  named: 'id',
  fields: {
    product_id: { kind: 'id', to: 'products', required: true, fixed: true, filter: true },
    day_of_week: { kind: 'whole', required: true, max: 6, help: '0 is Sunday.' },
    departure_type: { kind: 'choice', of: DepartureType.options, required: true, defaulted: true },
    time: { kind: 'time', nullable: true, help: 'At the terminal, for fixed departures.' },
    offset_in_mins: { kind: 'whole', nullable: true, min: -600, max: 600, help: 'From sunset.' },
    fare_id: { kind: 'id', to: 'fares', nullable: true },
    seat_price: { kind: 'dollars', nullable: true },
    flight_price: { kind: 'dollars', nullable: true },
    departure_terminal_id: { kind: 'id', to: 'terminals', nullable: true },
    arrival_terminal_id: { kind: 'id', to: 'terminals', nullable: true },
    ...publishing,
    tag_list: { kind: 'texts', label: 'Tags' },
    departureAlreadyInUse: { kind: 'flag', readOnly: true, label: 'Somebody is booked on it' },
  },
})

export const departureExceptionShape = shape({
  plural: 'departure_exceptions',
  singular: 'departure_exception',
  one: 'exception',
  many: 'exceptions',
  about: 'Days on which a rule does not fly, flies in addition, or has its own price',
  named: 'date',
  fields: {
    product_id: { kind: 'id', to: 'products', required: true, fixed: true, filter: true },
    departure_id: { kind: 'id', to: 'departures', nullable: true, help: 'None: the whole product.' },
    date: { kind: 'date', required: true, filter: true },
    kind: { kind: 'choice', of: ['closed', 'extra', 'priced'], required: true },
    reason: { kind: 'text', max: 500 },
    seat_price: { kind: 'dollars', nullable: true, help: 'The price of a seat on a priced day.' },
    flight_price: { kind: 'dollars', nullable: true, help: 'The price of a whole aircraft on a priced day.' },
  },
})

const CABIN_LINES = {
  format: (value: unknown) => {
    const rows = CabinRows.safeParse(value)
    return rows.success ? formatCabinLines(rows.data) : ''
  },
  parse: (text: string) => parseCabinLines(text) ?? text,
}
const arm = { kind: 'number', min: -2_000, max: 2_000, nullable: true, group: 'balance' } as const

export const aircraftTypeShape = shape({
  plural: 'aircraft_types',
  singular: 'aircraft_type',
  one: 'aircraft type',
  many: 'aircraft types',
  about: 'What flies',
  named: 'name',
  groups: [
    { key: 'type', title: 'Type', about: 'What is sold on it: seats, pounds and category.' },
    {
      key: 'cabin',
      title: 'Cabin',
      about: 'Where passengers sit, and what rows and sides may carry. Without rows nobody gets one.',
    },
    {
      key: 'balance',
      title: 'Centre of gravity',
      about:
        'Shown with a seating once all of it, the pilot’s weight and the arm of each row are entered. ' +
        'It is without fuel.',
    },
  ],
  fields: {
    name: { kind: 'text', required: true, group: 'type' },
    max_passengers: { kind: 'whole', required: true, min: 1, max: 60, group: 'type' },
    max_weight_lbs: { kind: 'whole', required: true, min: 1, max: 20_000, group: 'type' },
    category: {
      kind: 'choice',
      of: AircraftCategory.options,
      required: true,
      defaulted: true,
      group: 'type',
    },
    seat_limit_lbs: { kind: 'whole', min: 1, max: 999, group: 'type' },
    cabin_rows: {
      kind: 'shape',
      schema: CabinRows,
      lines: CABIN_LINES,
      nullable: true,
      group: 'cabin',
      help:
        'A row a line, front first: its seats from left to right with the pilot’s, then what the row may ' +
        'carry and how far it is from the datum. Like “left, pilot right; 250 lb; 62 in”. Places are ' +
        'left, centre left, centre, centre right and right.',
    },
    side_limit_lbs: {
      kind: 'whole',
      min: 1,
      max: 20_000,
      nullable: true,
      group: 'cabin',
      label: 'Each side may carry, lb',
      help: 'Left or right of the middle, without the pilot.',
    },
    side_difference_lbs: {
      kind: 'whole',
      max: 20_000,
      nullable: true,
      group: 'cabin',
      label: 'One side may weigh more by, lb',
      help: 'With the pilot.',
    },
    pilot_lbs: {
      kind: 'whole',
      min: 1,
      max: 999,
      nullable: true,
      group: 'cabin',
      label: 'Pilot’s weight, lb',
      help: 'Counted on the pilot’s side, and nowhere else.',
    },
    front_seat_rule: {
      kind: 'text',
      max: 300,
      nullable: true,
      group: 'cabin',
      help: 'Shown beside the cabin: “16 or older”. The shop itself keeps the three fields below.',
    },
    front_min_age: {
      kind: 'whole',
      min: 1,
      max: 120,
      nullable: true,
      group: 'cabin',
      label: 'Least age beside the pilot',
      help: 'Kept by passenger types: a type that may be younger gets no seat there.',
    },
    front_max_lbs: {
      kind: 'whole',
      min: 1,
      max: 999,
      nullable: true,
      group: 'cabin',
      label: 'Heaviest person beside the pilot, lb',
      help: 'One person; what they weigh together is the limit of the row.',
    },
    front_single_seats: {
      kind: 'flag',
      group: 'cabin',
      label: 'No second seat beside the pilot',
    },
    empty_weight_lbs: {
      kind: 'whole',
      min: 1,
      max: 50_000,
      nullable: true,
      group: 'balance',
      label: 'Empty weight, lb',
    },
    empty_arm_in: { ...arm, label: 'Arm of the empty aircraft, in' },
    cg_forward_in: { ...arm, label: 'Foremost centre of gravity, in' },
    cg_aft_in: { ...arm, label: 'Rearmost centre of gravity, in' },
  },
})

export const aircraftShape = shape({
  plural: 'aircraft',
  singular: 'aircraft',
  one: 'aircraft',
  many: 'aircraft',
  about: 'Each machine, and where it is based',
  named: 'registration',
  fields: {
    registration: { kind: 'text', required: true, max: 12, case: 'upper' },
    aircraft_type_id: { kind: 'id', to: 'aircraft_types', required: true, filter: true },
    terminal_id: { kind: 'id', to: 'terminals', required: true, filter: true },
    turnaround_mins: { kind: 'whole', max: 600 },
    in_service: { kind: 'flag', filter: true },
  },
})

export const discountShape = shape({
  plural: 'discounts',
  singular: 'discount',
  one: 'discount',
  many: 'discounts',
  about: 'What codes take off',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true },
    invoice_description: { kind: 'text', required: true, defaulted: true },
    amount: { kind: 'dollars', nullable: true, help: 'An amount or a percentage, not both.' },
    percent: { kind: 'percent', nullable: true, max: 100 },
    ...publishing,
    disable_for_seats: { kind: 'flag' },
    disable_for_flights: { kind: 'flag' },
    brand_id: { kind: 'id', to: 'brands', nullable: true, filter: true, help: 'None: every brand.' },
    product_ids: { kind: 'ids', to: 'products', help: 'None: every product.' },
  },
})

export const discountCodeShape = shape({
  plural: 'discount_codes',
  singular: 'discount_code',
  one: 'discount code',
  many: 'discount codes',
  about: 'Codes and what they take off',
  named: 'code',
  fields: {
    code: {
      kind: 'text',
      required: true,
      max: 40,
      case: 'upper',
      pattern: {
        is: /^(?=.*[A-Z])[A-Z0-9][A-Z0-9_-]{2,}$/i,
        message: 'Must be three letters or digits at least, one of them a letter',
      },
    },
    discount_id: { kind: 'id', to: 'discounts', required: true, filter: true },
    redeemable: { kind: 'flag' },
    redemption_limit: { kind: 'whole', nullable: true, max: 1_000_000 },
    sunset_and_focus: { kind: 'flag', label: 'Also for sunset and focus flights' },
    stackable: { kind: 'flag', label: 'On top of a campaign’s price' },
    internal: { kind: 'flag', readOnly: true },
  },
})

export const operatorShape = shape({
  plural: 'operators',
  singular: 'operator',
  one: 'operator',
  many: 'operators',
  about: 'Companies that fly for us',
  named: 'name',
  fields: {
    name: { kind: 'text', required: true },
    certificate: { kind: 'text', max: 40, label: 'Number of its certificate' },
    phone: { kind: 'text', max: 40 },
    email: { kind: 'text', max: 254, case: 'lower' },
    active: { kind: 'flag', filter: true },
  },
})

export const flightShape = shape({
  plural: 'flights',
  singular: 'flight',
  one: 'flight',
  many: 'flights',
  about: 'Aircraft on their way',
  named: 'flight_code',
  compared: ['pilot_id', 'aircraft_id', 'status', 'off_blocks_at', 'landed_at'],
  fields: {
    flight_code: { kind: 'text', max: 12, case: 'upper' },
    status: { kind: 'choice', of: FlightStatus.options, filter: true },
    status_reason: {
      kind: 'text',
      nullable: true,
      max: 300,
      help: 'Why it leaves with something missing, or before its time.',
    },
    off_blocks_at: {
      kind: 'instant',
      nullable: true,
      help: 'When it left its place; by itself the moment it is set in the air.',
    },
    landed_at: { kind: 'instant', nullable: true, help: 'By itself the moment it is set to landed.' },
    pilot_id: { kind: 'id', to: 'users', nullable: true, filter: true },
    aircraft_id: { kind: 'id', to: 'aircraft', filter: true },
    operator_id: { kind: 'id', to: 'operators', nullable: true, help: 'None: our own aircraft and crew.' },
    color: {
      kind: 'text',
      nullable: true,
      pattern: { is: /^#[0-9a-fA-F]{6}$/, message: 'Must be a colour like #1d4ed8' },
    },
    product_id: { kind: 'id', to: 'products', readOnly: true },
    departure_id: { kind: 'id', to: 'departures', readOnly: true },
    aircraft_type_id: { kind: 'id', to: 'aircraft_types', readOnly: true },
    departure_terminal_id: { kind: 'id', to: 'terminals', readOnly: true },
    arrival_terminal_id: { kind: 'id', to: 'terminals', readOnly: true },
    brand_id: { kind: 'id', to: 'brands', readOnly: true },
    tag_list: { kind: 'texts', readOnly: true },
    seat_price: { kind: 'dollars', readOnly: true, nullable: true },
    depart_at: {
      kind: 'instant',
      readOnly: true,
      span: true,
      help: 'When it is expected to leave: as it was sold, and its delay.',
    },
    arrive_at: { kind: 'instant', readOnly: true },
    delay_mins: { kind: 'whole', readOnly: true, help: 'How much later than it was sold it leaves.' },
    capacity: { kind: 'whole', readOnly: true },
    seats_sold: { kind: 'whole', readOnly: true },
  },
})

export const orderShape = shape({
  plural: 'orders',
  singular: 'order',
  one: 'order',
  many: 'orders',
  about: 'Orders',
  named: 'id',
  fields: {
    status: { kind: 'choice', of: OrderStatus.options, readOnly: true },
    email: { kind: 'text', readOnly: true, nullable: true },
    tag_list: { kind: 'texts' },
    variant_type: { kind: 'text', nullable: true, max: 60 },
    channel: { kind: 'choice', of: OrderChannel.options, readOnly: true },
  },
})

const line = {
  order_id: { kind: 'id', to: 'orders', readOnly: true, filter: true },
  quantity: { kind: 'whole', readOnly: true },
  unit_price: { kind: 'dollars', readOnly: true },
} as const

export const orderItemSeatsShape = shape({
  plural: 'order_item_seats',
  singular: 'order_item_seat',
  one: 'seat line',
  many: 'seat lines',
  about: 'Seats of orders',
  named: 'id',
  fields: {
    ...line,
    flight_id: { kind: 'id', to: 'flights', readOnly: true, filter: true },
    departure_id: { kind: 'id', to: 'departures', readOnly: true },
    depart_at: { kind: 'instant', readOnly: true },
  },
})

export const orderItemGiftCardsShape = shape({
  plural: 'order_item_gift_cards',
  singular: 'order_item_gift_card',
  one: 'gift card line',
  many: 'gift card lines',
  about: 'Gift cards of orders',
  named: 'name',
  fields: {
    ...line,
    fare_id: { kind: 'id', to: 'fares', readOnly: true },
    name: { kind: 'text', readOnly: true },
  },
})

export const paymentShape = shape({
  plural: 'payments',
  singular: 'payment',
  one: 'payment',
  many: 'payments',
  about: 'Money that came',
  named: 'id',
  fields: {
    order_id: { kind: 'id', to: 'orders', readOnly: true, filter: true },
    amount: { kind: 'dollars', readOnly: true },
    refunded: { kind: 'dollars', readOnly: true },
    currency: { kind: 'text', readOnly: true },
    method: { kind: 'choice', of: PaymentMethod.options, readOnly: true, filter: true },
    status: { kind: 'choice', of: PaymentStatus.options, readOnly: true },
    reader_reference: { kind: 'text', readOnly: true, nullable: true },
    card_brand: { kind: 'text', readOnly: true, nullable: true },
    card_last4: { kind: 'text', readOnly: true, nullable: true },
    created_at: { kind: 'instant', readOnly: true },
  },
})

export const refundShape = shape({
  plural: 'refunds',
  singular: 'refund',
  one: 'refund',
  many: 'refunds',
  about: 'What was given back',
  named: 'id',
  fields: { order_id: { kind: 'id', to: 'orders', readOnly: true } },
})

export const creditShape = shape({
  plural: 'credits',
  singular: 'credit',
  one: 'credit',
  many: 'credits',
  about: 'Account credit that was given',
  named: 'id',
  fields: { user_id: { kind: 'id', to: 'users', readOnly: true } },
})

export const userShape = shape({
  plural: 'users',
  singular: 'user',
  one: 'person',
  many: 'people',
  about: 'People and their roles',
  named: 'email',
  fields: {
    email: { kind: 'text', readOnly: true, nullable: true, filter: true },
    first_name: { kind: 'text', readOnly: true, nullable: true },
    last_name: { kind: 'text', readOnly: true, nullable: true },
    phone: { kind: 'text', readOnly: true, nullable: true },
    role_ids: { kind: 'ids', to: 'roles' },
    staff_limit: {
      kind: 'dollars',
      nullable: true,
      label: 'Gives at most',
      help: 'Of an order, and in a day without one. Empty: the limit of everybody.',
    },
    credit: { kind: 'dollars', readOnly: true },
    tag_list: { kind: 'texts', readOnly: true, label: 'Tags' },
    email_proven: { kind: 'flag', readOnly: true, label: 'The mailbox is proven' },
    created_at: { kind: 'instant', readOnly: true },
  },
})

export const auditShape = shape({
  plural: 'audit_log',
  singular: 'audit_line',
  one: 'line',
  many: 'lines',
  about: 'Who changed what',
  named: 'id',
  fields: {
    at: { kind: 'instant', readOnly: true, span: true },
    user_id: { kind: 'id', to: 'users', readOnly: true, filter: true },
    api_key_id: {
      kind: 'id',
      to: 'api_keys',
      readOnly: true,
      nullable: true,
      filter: true,
      help: 'The key that did it; the person made the key.',
    },
    action: { kind: 'choice', of: ['create', 'change', 'remove'], readOnly: true, filter: true },
    resource: { kind: 'text', readOnly: true, filter: true },
    resource_id: { kind: 'id', to: 'anything', readOnly: true, filter: true },
    before: { kind: 'shape', schema: z.record(z.string(), z.unknown()).nullable(), readOnly: true },
    after: { kind: 'shape', schema: z.record(z.string(), z.unknown()).nullable(), readOnly: true },
    request_id: { kind: 'text', readOnly: true, nullable: true },
  },
})
