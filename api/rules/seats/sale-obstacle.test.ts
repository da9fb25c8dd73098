import { describe, expect, test } from 'vitest'
import { findSaleObstacle, type HeldSeats } from '../departures/availability.ts'

const NOW = new Date('2027-05-12T12:00:00Z')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

/** Two seats that are still kept, for a flight in five hours with room for them. */
const held = ({
  flight,
  ...hold
}: Partial<Omit<HeldSeats, 'flight'>> & { flight?: Partial<HeldSeats['flight']> } = {}): HeldSeats => ({
  flightId: 1,
  weightLbs: 300,
  expiresAt: minutes(10),
  paymentOpen: false,
  ...hold,
  flight: {
    status: 'scheduled',
    departAt: minutes(300),
    isOnWeatherHold: false,
    salesCloseMins: 120,
    maxWeightLbs: 900,
    soldLbs: 600,
    ...flight,
  },
})

describe('held seats', () => {
  test('may be paid while they are held, also after the end of sales', () => {
    expect(findSaleObstacle([held()], NOW)).toBeUndefined()
    expect(findSaleObstacle([held({ flight: { departAt: minutes(60) } })], NOW)).toBeUndefined()
  })

  test('may not be paid on a cancelled departure, however much time is left', () => {
    expect(findSaleObstacle([held({ flight: { status: 'called_off' } })], NOW)).toBe('called_off')
    const another = held({ flightId: 2, flight: { status: 'called_off' } })
    expect(findSaleObstacle([held(), another], NOW)).toBe('called_off')
  })

  test.each(['departed', 'landed'] as const)('may not be paid on a flight that has %s', (status) => {
    expect(findSaleObstacle([held({ flight: { status } })], NOW)).toBe('flight_closed')
  })

  test('may not be paid from the flight’s time on, also while a payment is open', () => {
    const flight = { departAt: NOW }
    expect(findSaleObstacle([held({ paymentOpen: true, flight })], NOW)).toBe('flight_closed')
  })

  test('whose hold expired may be paid until the end of sales, unless a payment is open', () => {
    const lapsed = { expiresAt: NOW }
    expect(findSaleObstacle([held({ ...lapsed, flight: { departAt: minutes(121) } })], NOW)).toBeUndefined()
    const late = { ...lapsed, flight: { departAt: minutes(120) } }
    expect(findSaleObstacle([held(late)], NOW)).toBe('flight_closed')
    expect(findSaleObstacle([held({ ...late, paymentOpen: true })], NOW)).toBeUndefined()
  })

  test('may be paid during a weather hold while they are held, and not once their hold expired', () => {
    const flight = { isOnWeatherHold: true }
    expect(findSaleObstacle([held({ flight })], NOW)).toBeUndefined()
    expect(findSaleObstacle([held({ paymentOpen: true, expiresAt: NOW, flight })], NOW)).toBeUndefined()
    expect(findSaleObstacle([held({ expiresAt: NOW, flight })], NOW)).toBe('flight_closed')
  })

  test('may not be paid on an aircraft that other passengers made too heavy', () => {
    expect(findSaleObstacle([held({ flight: { soldLbs: 601 } })], NOW)).toBe('out_of_limits')
    const both = [held({ weightLbs: 200 }), held({ weightLbs: 101 })]
    expect(findSaleObstacle(both, NOW)).toBe('out_of_limits')
  })
})
