import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkoutSearch, parseCheckoutQuery, parseQuantity, stepQuantity } from './checkout-query.ts'

const parse = (search: string) => parseCheckoutQuery(new URLSearchParams(search))

describe('parseCheckoutQuery', () => {
  it('reads a whole choice', () => {
    const search =
      '?date=2026-12-05&departure=14&quantity_type=seat&quantity=2&upgrades=3&upgrades=1&utm_source=mail'
    expect(parse(search)).toEqual({
      month: undefined,
      date: '2026-12-05',
      departureId: 14,
      quantityType: 'seat',
      quantity: { text: '2', value: 2 },
      upgradeIds: [1, 3],
      giftCard: false,
      redeem: false,
      named: [['utm_source', 'mail']],
    })
  })

  it('reads two departures of one party, and forgets the second with the first', () => {
    const query = parse('?date=2026-12-05&departure=14-19&quantity=5')
    expect(query).toMatchObject({ departureId: 14, secondId: 19 })
    expect(checkoutSearch(query)).toBe('?date=2026-12-05&departure=14-19&quantity=5')
    expect(checkoutSearch(query, { departureId: 20 })).toContain('departure=20&')
    expect(checkoutSearch(query, { departureId: undefined })).not.toContain('departure')
    expect(parse('?departure=14-x')).toMatchObject({ departureId: 14, secondId: undefined })
    expect(parse('?departure=x-14')).toMatchObject({ departureId: undefined, secondId: undefined })
  })

  it.each(['0', 'abc', '', '-1', '1.5', '61', '1e1', '９'])(
    'keeps the quantity %j as typed, without a value',
    (typed) => {
      expect(parse(`?quantity=${encodeURIComponent(typed)}`).quantity).toEqual({
        text: typed,
        value: undefined,
      })
    },
  )

  it('drops invalid values', () => {
    const query = parse(
      '?date=2026-02-30&month=2026-13&departure=14x&quantity_type=both&upgrades=0&upgrades=a',
    )
    expect(query).toMatchObject({ date: undefined, month: undefined, departureId: undefined, upgradeIds: [] })
    expect(query.quantityType).toBeUndefined()
  })

  it('never throws, whatever the address contains', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        expect(() => parse(text)).not.toThrow()
      }),
      { numRuns: 1000 },
    )
  })

  it('writes what it reads without changes', () => {
    const choice = fc.record({
      date: fc.constantFrom('', '2026-12-05', '2026-02-30'),
      departure: fc.oneof(
        fc.constant(''),
        fc.nat().map(String),
        fc.tuple(fc.nat(), fc.nat()).map((ids) => ids.join('-')),
      ),
      quantity: fc.string({ maxLength: 12 }),
      quantity_type: fc.constantFrom('', 'seat', 'flight', 'other'),
      upgrades: fc.nat(40).map(String),
      utm_source: fc.string({ maxLength: 70 }),
    })
    fc.assert(
      fc.property(choice, (one) => {
        const first = parseCheckoutQuery(new URLSearchParams(one))
        expect(parse(checkoutSearch(first))).toEqual(first)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('quantities', () => {
  it('ignores spaces around a quantity', () => {
    expect(parseQuantity(' 4 ')).toBe(4)
  })

  it('steps between one and the largest party', () => {
    expect(stepQuantity({ text: '1', value: 1 }, -1)).toEqual({ text: '1', value: 1 })
    expect(stepQuantity({ text: '2', value: 2 }, 1)).toEqual({ text: '3', value: 3 })
    expect(stepQuantity({ text: '60', value: 60 }, 1)).toEqual({ text: '60', value: 60 })
    expect(stepQuantity({ text: 'abc', value: undefined }, 1)).toEqual({ text: '1', value: 1 })
  })
})

it('drops days and months of years that the service does not accept', () => {
  for (const [date, month] of [
    ['0001-01-01', '0000-01'],
    ['1899-12-31', '1899-12'],
    ['2200-01-01', '2200-01'],
  ]) {
    const query = parseCheckoutQuery(new URLSearchParams({ date: date ?? '', month: month ?? '' }))
    expect([query.date, query.month]).toEqual([undefined, undefined])
  }
  const query = parseCheckoutQuery(new URLSearchParams({ date: '2027-06-04', month: '2199-12' }))
  expect([query.date, query.month]).toEqual(['2027-06-04', '2199-12'])
})
