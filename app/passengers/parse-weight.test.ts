import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWeight } from './parse-weight.ts'

describe('parseWeight', () => {
  it.each([
    ['180', 180],
    [' 180 lbs ', 180],
    ['180lb', 180],
    ['180 LBS.', 180],
    ['180 pounds', 180],
    ['180.5', 181],
    ['82 kg', 181],
    ['82,5 kg', 182],
    ['1', 1],
    ['999', 999],
  ])('reads %j as %i pounds', (text, pounds) => {
    expect(parseWeight(text)).toBe(pounds)
  })

  it.each(['', 'heavy', '0', '-5', '1000', '12 stone', '180 180', '500 kg', '1e3'])('refuses %j', (text) => {
    expect(parseWeight(text)).toBeUndefined()
  })

  it('takes every whole number of pounds as it is, with or without its unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.constantFrom('', ' lb', 'lbs', ' pounds'),
        (n, unit) => {
          expect(parseWeight(`${String(n)}${unit}`)).toBe(n)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
