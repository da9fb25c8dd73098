import { expect, test } from 'vitest'
import { splitCardPart } from './split-card-part.ts'

const sale = { id: 1, amountCents: 25_200, refundedCents: 0 }
const change = { id: 2, amountCents: 4_900, refundedCents: 1_000 }

test('the last payment gives back first, and none more than it has left', () => {
  expect(splitCardPart([change, sale], 3_000)).toEqual([{ paymentId: 2, amountCents: 3_000 }])
  expect(splitCardPart([change, sale], 10_000)).toEqual([
    { paymentId: 2, amountCents: 3_900 },
    { paymentId: 1, amountCents: 6_100 },
  ])
  expect(splitCardPart([change, sale], 0)).toEqual([])
})

test('more than cards paid is no refund', () => {
  expect(() => splitCardPart([change, sale], 29_101)).toThrow(RangeError)
})
