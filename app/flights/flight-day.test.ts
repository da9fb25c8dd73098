import { describe, expect, it } from 'vitest'
import { type Order, type OrderFlight } from '#contract/order.ts'
import {
  listDayStops,
  firstName,
  mapHref,
  getPartOfDay,
  getPurchaseState,
  terminalTime,
} from './flight-day.ts'
import { describeHeldSeats } from '../selection/alternatives.ts'

const now = new Date('2026-11-21T15:26:00Z')

const aFlight = (over: Partial<OrderFlight> = {}): OrderFlight => ({
  flight_id: 1,
  flight_code: 'NY1',
  product_id: 6,
  product_name: 'The New Yorker',
  product_slug: 'the-new-yorker',
  place: 'doorsoff',
  departure_id: 14,
  depart_at: '2026-12-05T21:28:00Z',
  arrive_at: '2026-12-05T21:53:00Z',
  check_in_at: '2026-12-05T20:43:00Z',
  local_date: '2026-12-05',
  local_time: '16:28',
  timezone: 'America/New_York',
  timezone_label: 'EST',
  tags: ['sunset'],
  flight_duration_mins: 25,
  terminal_id: 1,
  terminal_name: 'Kearny Heliport',
  terminal_address: '1 River Road, Kearny, NJ 07032',
  terminal_latitude: 40.76,
  terminal_longitude: -74.15,
  ...over,
})

const anOrder = (over: Partial<Order> = {}): Order => ({
  id: 1042,
  number: 'O-1042',
  brand_id: 1,
  status: 'awaiting_payment',
  email: 'dana@example.com',
  phone: null,
  quantity_type: 'seat',
  membership: null,
  quantity: 2,
  order_items: [],
  lines: [],
  subtotal: 538,
  fees: 50,
  tax: 0,
  discount: 0,
  credits: 0,
  total: 588,
  amount_paid: 0,
  amount_due: 588,
  currency: 'usd',
  flights: [aFlight()],
  passengers: [{ id: 1, full_name: ' Dana  Whitlock', weight_given: true }],
  tag_list: ['website'],
  variant_type: null,
  held_until: '2026-11-21T15:34:00Z',
  tenders: [],
  refunds: [],
  discount_code: null,
  payment_url: 'https://pay.example/cs_1',
  payment_method: null,
  last_payment_error: null,
  created_at: '2026-11-21T15:19:00Z',
  completed_at: null,
  ...over,
})

describe('standingOf', () => {
  it.each([
    [{ status: 'completed' }, 'booked'],
    [{ status: 'partially_refunded' }, 'booked'],
    [{ status: 'refunded' }, 'refunded'],
    [{ status: 'cancelled' }, 'gone'],
    [{ status: 'cancelled', completed_at: '2026-11-21T15:20:00Z' }, 'given_up'],
    [{ status: 'expired' }, 'gone'],
    [{ status: 'partially_paid' }, 'confirming'],
    [{}, 'unfinished'],
    [{ payment_url: null }, 'confirming'],
    [{ payment_url: null, last_payment_error: 'Your card was declined.' }, 'unfinished'],
    [{ held_until: '2026-11-21T15:26:00Z' }, 'gone'],
    [{ held_until: null, payment_url: null }, 'gone'],
  ] as const)('%j is %s', (over, standing) => {
    expect(getPurchaseState(anOrder(over), now)).toBe(standing)
  })
})

describe('the confirmation', () => {
  it('greets by the first word of the first name', () => {
    expect(firstName(anOrder())).toBe('Dana')
    expect(firstName(anOrder({ passengers: [] }))).toBeUndefined()
  })

  it('names the part of the day', () => {
    expect(['04:59', '05:00', '12:00', '17:00', '21:00'].map(getPartOfDay)).toEqual([
      'night',
      'morning',
      'afternoon',
      'evening',
      'night',
    ])
  })

  it('tells the day on the terminal’s clock, the briefing only where there is time for one', () => {
    expect(listDayStops(aFlight()).map((stop) => stop.time)).toEqual(['15:43', '16:08', '16:28', '16:53'])
    const late = listDayStops(aFlight({ check_in_at: '2026-12-05T21:13:00Z' }))
    expect(late.map((stop) => stop.title)).toEqual(['Arrive', 'Lift off', 'Back on the ground'])
    expect(terminalTime('2026-12-05T20:43:00Z', aFlight())).toBe('3:43 pm EST')
  })

  it('calls the zone as it is called at the moment that is told, not at departure', () => {
    expect(terminalTime('2026-10-05T20:43:00Z', aFlight())).toBe('4:43 pm EDT')
  })

  it('points to the terminal', () => {
    expect(mapHref(aFlight())).toBe(
      'https://www.openstreetmap.org/?mlat=40.76&mlon=-74.15#map=16/40.76/-74.15',
    )
  })
})

describe('heldSeats', () => {
  const departure = { ...aFlight(), status: 'open', capacity: 4, seats_left: 2 } as const
  const choice = (departureId: number) => ({
    departure: {
      ...departure,
      departure_id: departureId,
      seat_price: 269,
      seat_price_total: 294,
      surge_price: 0,
      flight_price: null,
      flight_price_total: null,
      whole_flight_available: false,
      tags: [],
    },
    quantityType: 'seat' as const,
    quantity: 2,
    problems: [],
  })

  it('says until when these seats are kept, at the terminal', () => {
    expect(describeHeldSeats(anOrder(), choice(14), now)).toEqual({
      text: 'Held for you until 10:34 am EST.',
      lastsMs: 8 * 60_000,
    })
  })

  it('says what another booking lets go', () => {
    expect(describeHeldSeats(anOrder(), choice(15), now)?.text).toBe(
      'You still hold 2 seats on Saturday 5 December, 4:28 pm until 10:34 am EST. Booking this ' +
        'flight lets them go.',
    )
  })

  it('says nothing when nothing is kept', () => {
    expect(describeHeldSeats(undefined, choice(14), now)).toBeUndefined()
    expect(
      describeHeldSeats(anOrder({ held_until: '2026-11-21T15:00:00Z' }), choice(14), now),
    ).toBeUndefined()
  })

  it('says what to do once they are not kept any more, on the page they were kept for', () => {
    const lapsed = anOrder({ status: 'expired', held_until: null })
    expect(describeHeldSeats(lapsed, choice(14), now)).toEqual({
      text: expect.stringMatching(/^Your seats are no longer held.*Book now/),
      lastsMs: 0,
    })
    expect(describeHeldSeats(lapsed, choice(15), now)).toBeUndefined()
  })
})
