import { type Order, type OrderFlight } from '#contract/order.ts'

/** A flight out of Kearny at half past four on a Friday in May. */
export function sampleFlight(over: Partial<OrderFlight> = {}): OrderFlight {
  return {
    flight_id: 88,
    flight_code: 'LR-88',
    product_id: 6,
    product_name: 'The New Yorker',
    product_slug: 'the-new-yorker',
    place: 'manhattan',
    departure_id: 12,
    depart_at: '2027-05-14T20:30:00.000Z',
    arrive_at: '2027-05-14T20:55:00.000Z',
    check_in_at: '2027-05-14T19:45:00.000Z',
    local_date: '2027-05-14',
    local_time: '16:30',
    timezone: 'America/New_York',
    timezone_label: 'EDT',
    tags: [],
    flight_duration_mins: 25,
    terminal_id: 1,
    terminal_name: 'Kearny Heliport',
    terminal_address: '90 Fish House Road, Kearny, NJ 07032',
    terminal_latitude: 40.7496,
    terminal_longitude: -74.1163,
    ...over,
  }
}

/** A completed order of two seats. */
export function sampleOrder(over: Partial<Order> = {}): Order {
  const line = { detail: null, quantity: 1, rule: 'test' }
  return {
    id: 1042,
    number: 'O-1042',
    brand_id: 1,
    status: 'completed',
    email: 'ada@example.com',
    phone: null,
    quantity_type: 'seat',
    quantity: 2,
    order_items: [],
    membership: null,
    lines: [
      { ...line, kind: 'seat', label: 'Seats', quantity: 2, unit_amount: 229, amount: 458 },
      { ...line, kind: 'fee', label: 'Terminal fee', unit_amount: 22.9, amount: 22.9 },
    ],
    subtotal: 458,
    fees: 22.9,
    tax: 0,
    discount: 0,
    credits: 0,
    total: 480.9,
    amount_paid: 480.9,
    amount_due: null,
    next_payment_amount: null,
    balance_due_at: null,
    currency: 'usd',
    flights: [sampleFlight()],
    passengers: [
      { id: 1, full_name: 'Ada Lovelace', weight_given: true },
      { id: 2, full_name: 'Grace <b>Hopper</b>', weight_given: false },
    ],
    tag_list: ['website'],
    variant_type: null,
    held_until: null,
    payment_url: null,
    tenders: [{ kind: 'card', label: 'Visa ending 4242', amount: 480.9, returned: 0, state: 'captured' }],
    refunds: [],
    discount_code: null,
    payment_method: { brand: 'visa', last4: '4242' },
    last_payment_error: null,
    created_at: '2027-05-12T14:00:00.000Z',
    completed_at: '2027-05-12T14:02:00.000Z',
    ...over,
  }
}
