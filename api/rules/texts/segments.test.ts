import { describe, expect, it } from 'vitest'
import { countSegments, shorten, toGsm } from './segments.ts'

describe('segments of a text', () => {
  it('hold 160 characters of GSM-7, and 153 each when there are several', () => {
    expect(countSegments('a'.repeat(160))).toBe(1)
    expect(countSegments('a'.repeat(161))).toBe(2)
    expect(countSegments('a'.repeat(306))).toBe(2)
    expect(countSegments('a'.repeat(307))).toBe(3)
    expect(countSegments('a'.repeat(459))).toBe(3)
    expect(countSegments('a'.repeat(460))).toBe(4)
  })

  it('count characters of the extension twice and tear none of them apart', () => {
    expect(countSegments('€'.repeat(80))).toBe(1)
    expect(countSegments('€'.repeat(81))).toBe(2)
    // 152 septets, and no room for two more in the first segment.
    expect(countSegments(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(2)
    expect(countSegments(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3)
  })

  it('hold 70 characters as soon as one is not in GSM-7, and 67 each when there are several', () => {
    expect(countSegments('’'.repeat(70))).toBe(1)
    expect(countSegments(`${'a'.repeat(70)}’`)).toBe(2)
    expect(countSegments('’'.repeat(201))).toBe(3)
    expect(countSegments('’'.repeat(202))).toBe(4)
    // A sign of two units is not torn apart either: 33 fit into a segment.
    expect(countSegments('🚁'.repeat(35))).toBe(1)
    expect(countSegments('🚁'.repeat(67))).toBe(3)
  })
})

describe('a text in GSM-7', () => {
  it('keeps its letters, without accents that networks do not have', () => {
    expect(toGsm('Your money’s worth – “soon”…')).toBe('Your money\'s worth - "soon"...')
    expect(toGsm('Łódź, café, Zürich')).toBe('odz, café, Zürich')
    expect(toGsm('Fly 🚁 high')).toBe('Fly  high')
    expect(countSegments(toGsm('ś’🚁'.repeat(60)))).toBe(1)
  })

  it('cuts a long name at a word', () => {
    expect(shorten('The New Yorker', 45)).toBe('The New Yorker')
    expect(shorten('The very long flight over the harbor, twice', 25)).toBe('The very long flight..')
    expect(shorten('x'.repeat(50), 20)).toBe(`${'x'.repeat(18)}..`)
  })
})
