import { describe, expect, it } from 'vitest'
import { type Order } from '#contract/order.ts'
import { sampleFlight, sampleOrder } from '#tests/support/sample-order.ts'
import { describeHeldSeats } from './alternatives.ts'

const NOW = new Date('2027-05-12T14:00:00Z')
const [BEFORE, LATER] = ['2027-05-12T13:59:00.000Z', '2027-05-12T14:10:00.000Z']
const HERE = { departure: sampleFlight() }
const ELSEWHERE = { departure: sampleFlight({ departure_id: 14 }) }

const unpaid = (over: Partial<Order>) => sampleOrder({ status: 'awaiting_payment', ...over })

describe('text about held seats', () => {
  it('names the end of the hold while the seats are held', () => {
    expect(describeHeldSeats(unpaid({ held_until: LATER }), HERE, NOW)).toEqual({
      text: 'Held for you until 10:10 am EDT.',
      lastsMs: 600_000,
    })
  })

  it('names the winter’s time zone in winter, even if the flight leaves in summer', () => {
    const order = unpaid({ held_until: '2027-01-12T14:10:00.000Z' })
    const text = describeHeldSeats(order, HERE, new Date('2027-01-12T14:00:00Z'))?.text
    expect(text).toBe('Held for you until 9:10 am EST.')
  })

  it('says that booking another flight releases the seats', () => {
    expect(describeHeldSeats(unpaid({ held_until: LATER }), ELSEWHERE, NOW)?.text).toBe(
      'You still hold 2 seats on Friday 14 May, 4:30 pm until 10:10 am EDT. Booking this ' +
        'flight lets them go.',
    )
  })

  it.each([
    ['the hold has expired', sampleOrder({ status: 'expired' })],
    [
      'the card was declined and the payment is still open at the provider',
      unpaid({ held_until: BEFORE, last_payment_error: 'Your card was declined.' }),
    ],
  ])('says that the seats are not held any more when %s', (_, order) => {
    expect(describeHeldSeats(order, HERE, NOW)?.text).toMatch(/^Your seats are no longer held/)
    expect(describeHeldSeats(order, HERE, NOW)?.lastsMs).toBe(0)
    expect(describeHeldSeats(order, ELSEWHERE, NOW)).toBeUndefined()
  })

  it.each([
    ['a payment page is open', unpaid({ held_until: BEFORE, payment_url: 'https://pay.test/1' })],
    ['money may be on its way', unpaid({ held_until: BEFORE })],
    ['it is paid', sampleOrder()],
    ['there is no order', undefined],
  ])('is absent when %s', (_, order) => {
    expect(describeHeldSeats(order, HERE, NOW)).toBeUndefined()
  })
})

const winterNow = new Date('2026-11-21T15:26:00Z')
const winterFlight = sampleFlight({
  departure_id: 14,
  depart_at: '2026-12-05T21:28:00Z',
  local_date: '2026-12-05',
  local_time: '16:28',
  timezone_label: 'EST',
})
const winterOrder = (over: Partial<Order> = {}) =>
  unpaid({
    flights: [winterFlight],
    held_until: '2026-11-21T15:34:00Z',
    payment_url: 'https://pay.example/cs_1',
    completed_at: null,
    ...over,
  })

describe('text about seats held for a winter flight', () => {
  const departure = { ...winterFlight, status: 'open', capacity: 4, seats_left: 2 } as const
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

  it('names the end of the hold in the terminal’s zone', () => {
    expect(describeHeldSeats(winterOrder(), choice(14), winterNow)).toEqual({
      text: 'Held for you until 10:34 am EST.',
      lastsMs: 8 * 60_000,
    })
  })

  it('names the seats that booking another flight releases', () => {
    expect(describeHeldSeats(winterOrder(), choice(15), winterNow)?.text).toBe(
      'You still hold 2 seats on Saturday 5 December, 4:28 pm until 10:34 am EST. Booking this ' +
        'flight lets them go.',
    )
  })

  it('is absent when nothing is held', () => {
    expect(describeHeldSeats(undefined, choice(14), winterNow)).toBeUndefined()
    expect(
      describeHeldSeats(winterOrder({ held_until: '2026-11-21T15:00:00Z' }), choice(14), winterNow),
    ).toBeUndefined()
  })

  it('says what to do after the hold expired, on the page of the held seats', () => {
    const lapsed = winterOrder({ status: 'expired', held_until: null })
    expect(describeHeldSeats(lapsed, choice(14), winterNow)).toEqual({
      text: expect.stringMatching(/^Your seats are no longer held.*Book now/),
      lastsMs: 0,
    })
    expect(describeHeldSeats(lapsed, choice(15), winterNow)).toBeUndefined()
  })
})
