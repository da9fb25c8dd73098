import { describe, expect, it } from 'vitest'
import { type AvailabilityDay, type AvailableDeparture } from '#contract/availability.ts'
import { parseCheckoutQuery } from '../visit/checkout-query.ts'
import { checkChoice } from './choice.ts'
import { checkoutSteps, currentStep } from './steps.ts'

const aDeparture = (over: Partial<AvailableDeparture> = {}): AvailableDeparture => ({
  product_id: 6,
  departure_id: 14,
  depart_at: '2026-12-05T21:28:00Z',
  local_date: '2026-12-05',
  local_time: '16:28',
  timezone: 'America/New_York',
  timezone_label: 'EST',
  tags: ['sunset'],
  status: 'open',
  capacity: 4,
  seats_left: 2,
  seat_price: 269,
  seat_price_total: 294,
  surge_price: 40,
  flight_price: 1198,
  flight_price_total: 1269.45,
  whole_flight_available: false,
  ...over,
})

const aDay = (...departures: AvailableDeparture[]): AvailabilityDay => ({
  product_id: 6,
  date: '2026-12-05',
  timezone: 'America/New_York',
  timezone_label: 'EST',
  sunset_time: '16:28',
  departures,
  next_available_date: null,
})

const judge = (
  search: string,
  day = aDay(aDeparture()),
  over: Partial<Parameters<typeof checkChoice>[0]> = {},
) =>
  checkChoice({
    query: parseCheckoutQuery(new URLSearchParams(search)),
    day,
    sold: { seats: true, flights: true },
    continuing: false,
    ...over,
  })

describe('judgeChoice', () => {
  it('accepts a flight with enough seats', () => {
    const choice = judge('date=2026-12-05&departure=14&quantity=2')
    expect(choice).toMatchObject({ quantity: 2, quantityType: 'seat', problems: [] })
    expect(choice.departure?.departure_id).toBe(14)
  })

  it('accepts two flights that are offered together, and no others', () => {
    const second = {
      ...{ departure_id: 19, depart_at: '2026-12-05T21:40:00Z', local_time: '16:40', quantity: 2 },
    }
    const first = aDeparture({ status: 'too_few', two_aircraft: { quantity: 3, second }, seats_left: 3 })
    const day = aDay(first, aDeparture({ departure_id: 19, local_time: '16:40', status: 'too_few' }))
    const choice = judge('departure=14-19&quantity=5', day)
    expect(choice).toMatchObject({ departure: { status: 'open', seats_left: 5 }, problems: [] })
    const alone = judge('departure=14&quantity=5', day)
    expect(alone.departure?.two_aircraft).toBeNull()
    expect(alone.problems.map(({ text }) => text)).toEqual([
      'The 4:28 pm flight has 3 seats left. Choose another time, two aircraft or a smaller party.',
    ])
    for (const other of ['departure=19-14', 'departure=14-20']) {
      expect(judge(`${other}&quantity=5`, day)).toMatchObject({
        departure: undefined,
        problems: [{ field: 'departures' }],
      })
    }
  })

  it('requires a quantity', () => {
    expect(judge('departure=14&quantity=0').problems).toEqual([
      { field: 'quantity', text: 'Please input a quantity' },
    ])
  })

  it('requires a time only on Continue, or for a departure that does not fly that day', () => {
    expect(judge('quantity=2').problems).toEqual([])
    const asked = [{ field: 'departures', text: 'Please check you selected the date and time' }]
    expect(judge('quantity=2', undefined, { continuing: true }).problems).toEqual(asked)
    expect(judge('departure=99').problems).toEqual(asked)
  })

  it.each([
    ['sold_out', 'departures', 'The 4:28 pm flight is sold out. Choose another time.'],
    ['closed', 'departures', 'Sales for the 4:28 pm flight have closed. Choose another time.'],
    ['too_few', 'quantity', 'The 4:28 pm flight has 2 seats left. Choose another time or a smaller party.'],
  ] as const)('explains %s', (status, field, text) => {
    const problems = judge('departure=14&quantity=3', aDay(aDeparture({ status }))).problems
    expect(problems).toEqual([{ field, text }])
  })

  it('explains an aircraft that is not free as a whole', () => {
    const day = aDay(aDeparture({ status: 'too_few' }))
    expect(judge('departure=14&quantity_type=flight', day).problems[0]?.field).toBe('quantity_type')
  })

  it('accepts only what the product is sold as', () => {
    expect(judge('', undefined, { sold: { seats: false, flights: true } }).quantityType).toBe('flight')
    expect(
      judge('quantity_type=flight', undefined, { sold: { seats: true, flights: false } }).quantityType,
    ).toBe('seat')
  })
})

describe('steps of the checkout', () => {
  const facts = (search: string, paid = false) => {
    const query = parseCheckoutQuery(new URLSearchParams(search))
    return { product: 'the-new-yorker', query, choice: judge(search), paid }
  }

  it('begin with the day and continue once a flight with enough seats is chosen', () => {
    expect(currentStep(facts('quantity=2'))?.id).toBe('when')
    expect(currentStep(facts('departure=14&quantity=0'))?.id).toBe('when')
    expect(currentStep(facts('departure=14&quantity=2'))?.id).toBe('pay')
    expect(currentStep(facts('departure=14&quantity=2', true))).toBeUndefined()
  })

  it('skip the day for a gift', () => {
    expect(currentStep(facts('gift_card=1'))?.id).toBe('pay')
  })

  it('keep the choice in their addresses', () => {
    const [when, pay] = checkoutSteps
    const one = facts('month=2026-12&date=2026-12-05&departure=14&quantity=2')
    expect(when?.href(one)).toBe(
      '/checkout/the-new-yorker?month=2026-12&date=2026-12-05&departure=14&quantity=2',
    )
    expect(pay?.href(one)).toBe('/checkout/the-new-yorker/pay?date=2026-12-05&departure=14&quantity=2')
  })
})
