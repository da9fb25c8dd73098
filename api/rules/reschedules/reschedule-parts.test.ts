import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typePrice } from '../pricing/seat-groups.ts'
import { type TypedSeat } from './order-change-request.ts'
import { findRescheduleParts, type ItemToReschedule, type SeatToReschedule } from './reschedule-parts.ts'

const item = (paidListCents: number, soldListCents = paidListCents, quantity = 2): ItemToReschedule => ({
  ...{ id: 1, quantity, soldListCents, paidListCents },
  giftCardIds: null,
})
const adult: SeatToReschedule = { percentOff: 0, newPercentOff: 0 }
const child = (percentOff: number, newPercentOff: number, paidCents?: number): SeatToReschedule => ({
  ...{ passengerId: 7, percentOff, newPercentOff, paidCents },
})
const to = (listCents: number, productId = 7) => ({ listCents, departure: { productId, fareId: null } })
const all = (seats: SeatToReschedule[]) => ({ units: seats.length, whole: true, seats })

describe('the difference of a move to another product', () => {
  test('is what each type costs there more than it cost here, by its own percentage', () => {
    const moved = findRescheduleParts([item(20_000)], [], all([adult, child(50, 25)]), to(30_000))
    expect(moved.differences).toEqual([
      { cents: 10_000, units: 1 },
      // 225 there, 100 here.
      { cents: 12_500, units: 1 },
    ])
    expect(moved.typedSeats).toEqual([{ passengerId: 7, percentOff: 25, paidCents: 22_500 }])
  })

  test('may be due although an adult pays nothing, and is never given back', () => {
    const cheap = findRescheduleParts([item(20_000)], [], all([adult, child(50, 0)]), to(18_000))
    expect(cheap.differences).toEqual([{ cents: 8_000, units: 1 }])
    const cheaper = findRescheduleParts([item(20_000)], [], all([adult, child(50, 60)]), to(20_000))
    expect(cheaper.differences).toEqual([])
    expect(cheaper.typedSeats).toEqual([{ passengerId: 7, percentOff: 60, paidCents: 10_000 }])
  })

  test('counts from what a seat has paid since, not from an adult’s price', () => {
    const again = findRescheduleParts([item(30_000)], [], all([adult, child(25, 50, 24_000)]), to(50_000))
    expect(again.differences).toEqual([
      { cents: 20_000, units: 1 },
      { cents: 1_000, units: 1 },
    ])
  })

  test('is that to the sold price where a gift card of the first product paid the seat', () => {
    const scope = { coversAllFares: true, productId: 6, fareIds: [] }
    const gifts = [{ id: 4, scope }]
    const away = findRescheduleParts([item(20_000, 20_000, 1)], gifts, all([adult]), to(30_000))
    expect(away.differences).toEqual([{ cents: 10_000, units: 1 }])
    expect(away.parts).toMatchObject([{ giftCardIds: [4], stillGiftCardIds: [], paidListCents: 30_000 }])
    const within = findRescheduleParts([item(20_000, 20_000, 1)], gifts, all([adult]), to(30_000, 6))
    expect(within.differences).toEqual([])
    expect(within.parts).toMatchObject([{ stillGiftCardIds: [4], paidListCents: 20_000 }])
  })

  test('nothing is recorded while the percentage stays what it was', () => {
    expect(
      findRescheduleParts([item(20_000)], [], all([adult, child(50, 50)]), to(30_000)).typedSeats,
    ).toEqual([])
  })
})

const price = fc.integer({ min: 0, max: 90_000 })
const percent = fc.integer({ min: 0, max: 100 })

test('whatever way a party takes, nobody pays more than the dearest seat they had', () => {
  const way = fc.array(fc.record({ listCents: price, percentOff: percent }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(price, percent, way, (soldCents, soldPercent, stops) => {
      let paidListCents = soldCents
      let last: TypedSeat | undefined
      let percentOff = soldPercent
      let paid = { adult: soldCents, child: typePrice(soldCents, { percentOff }) }
      const dearest = { ...paid }
      for (const stop of stops) {
        const { listCents, percentOff: newPercentOff } = stop
        const seats = [adult, child(percentOff, newPercentOff, last?.paidCents)]
        const moved = findRescheduleParts([item(paidListCents, soldCents)], [], all(seats), to(listCents))
        const cost = moved.differences.reduce((sum, { cents, units }) => sum + cents * units, 0)
        dearest.adult = Math.max(dearest.adult, listCents)
        dearest.child = Math.max(dearest.child, typePrice(listCents, { percentOff: newPercentOff }))
        expect(paid.adult + paid.child + cost).toBe(dearest.adult + dearest.child)
        paid = { ...dearest }
        paidListCents = moved.parts[0]?.paidListCents ?? paidListCents
        last = moved.typedSeats[0] ?? last
        percentOff = newPercentOff
      }
    }),
  )
})
