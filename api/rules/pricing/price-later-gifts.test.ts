import { describe, expect, test } from 'vitest'
import { giftTender, newYorkerFacts, seats, voucherTender } from '#tests/support/sample-facts.ts'
import { priceFrozen } from './frozen-pricing.ts'
import { NOT_AS_SOLD, type PaidUntilNow, priceLaterGifts } from './price-later-gifts.ts'

const pricing = { facts: newYorkerFacts(), cart: seats(2) }
const NOTHING = { giftCards: [], vouchers: [], creditCents: 0 }

const gift = (id: number) => giftTender(id, [])

/** Two seats of which this much was paid in money beside these tenders. */
function until(paidCents: number, tenders: PaidUntilNow['tenders'] = NOTHING): PaidUntilNow {
  const { totalCents, creditsCents } = priceFrozen(pricing, tenders)
  return { tenders, paidCents, totalCents, dueCents: totalCents - creditsCents - paidCents }
}
const price = (paid: PaidUntilNow, ...ids: number[]) => priceLaterGifts(pricing, paid, ids.map(gift))

describe('gift cards for a later part', () => {
  test('leave what they would have left with the first part', () => {
    const asFirst = priceFrozen(pricing, { giftCards: [gift(1)] })
    expect(price(until(10_000), 1)).toMatchObject({
      ok: true,
      dueCents: asFirst.totalCents - 10_000,
      priced: { lines: asFirst.lines },
    })
  })

  test('pay whole seats, and never more than is left', () => {
    const { totalCents } = priceFrozen(pricing)
    const refused = { ok: false, why: expect.stringMatching(/^A gift card pays a whole seat/) as string }
    expect(price(until(totalCents - 10_000), 1)).toMatchObject(refused)
    const one = priceFrozen(pricing, { giftCards: [gift(1)] })
    expect(price(until(one.totalCents), 1)).toMatchObject({ ok: true, dueCents: 0 })
    expect(price(until(one.totalCents - 20), 1)).toEqual({
      ok: false,
      why: 'This leaves $0.20, which no card can pay',
    })
  })

  test('leave what paid before as it was, to the cent', () => {
    const tenders = { giftCards: [], vouchers: [voucherTender(3, 5_000)], creditCents: 2_000 }
    const priced = price(until(10_000, tenders), 1)
    expect(priced).toMatchObject({ ok: true, priced: { creditsCents: 2_000 } })
    const all = { ...tenders, creditCents: 90_000 }
    expect(price({ ...until(0, all), paidCents: 0, dueCents: 0 }, 1)).toMatchObject({ ok: false })
  })

  test('are refused once the order is not what was sold any more', () => {
    const sold = until(10_000)
    expect(price({ ...sold, totalCents: sold.totalCents + 1 }, 1)).toEqual({ ok: false, why: NOT_AS_SOLD })
    expect(price({ ...sold, dueCents: sold.dueCents - 1 }, 1)).toEqual({ ok: false, why: NOT_AS_SOLD })
  })
})
