import { describe, expect, it } from 'vitest'
import { type Order } from '#contract/order.ts'
import { sampleFlight, sampleOrder } from '#tests/support/sample-order.ts'
import { describeHeldSeats } from './alternatives.ts'

const NOW = new Date('2027-05-12T14:00:00Z')
const [BEFORE, LATER] = ['2027-05-12T13:59:00.000Z', '2027-05-12T14:10:00.000Z']
const HERE = { departure: sampleFlight() }
const ELSEWHERE = { departure: sampleFlight({ departure_id: 14 }) }

const unpaid = (over: Partial<Order>) => sampleOrder({ status: 'awaiting_payment', ...over })

describe('what is said about seats that are kept', () => {
  it('until when, as long as they are kept', () => {
    expect(describeHeldSeats(unpaid({ held_until: LATER }), HERE, NOW)).toEqual({
      text: 'Held for you until 10:10 am EDT.',
      lastsMs: 600_000,
    })
  })

  it('in winter by the winter’s clock, though the flight leaves in summer', () => {
    const order = unpaid({ held_until: '2027-01-12T14:10:00.000Z' })
    const text = describeHeldSeats(order, HERE, new Date('2027-01-12T14:00:00Z'))?.text
    expect(text).toBe('Held for you until 9:10 am EST.')
  })

  it('of another flight, that booking this one lets them go', () => {
    expect(describeHeldSeats(unpaid({ held_until: LATER }), ELSEWHERE, NOW)?.text).toBe(
      'You still hold 2 seats on Friday 14 May, 4:30 pm until 10:10 am EDT. Booking this ' +
        'flight lets them go.',
    )
  })

  it.each([
    ['expired', sampleOrder({ status: 'expired' })],
    [
      'declined, with a payment the provider has still open',
      unpaid({ held_until: BEFORE, last_payment_error: 'Your card was declined.' }),
    ],
  ])('that they are not kept any more: %s', (_, order) => {
    expect(describeHeldSeats(order, HERE, NOW)?.text).toMatch(/^Your seats are no longer held/)
    expect(describeHeldSeats(order, HERE, NOW)?.lastsMs).toBe(0)
    expect(describeHeldSeats(order, ELSEWHERE, NOW)).toBeUndefined()
  })

  it.each([
    ['a payment page is open', unpaid({ held_until: BEFORE, payment_url: 'https://pay.test/1' })],
    ['money may be on its way', unpaid({ held_until: BEFORE })],
    ['it is paid', sampleOrder()],
    ['there is no order', undefined],
  ])('nothing when %s', (_, order) => {
    expect(describeHeldSeats(order, HERE, NOW)).toBeUndefined()
  })
})
