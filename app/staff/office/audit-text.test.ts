import { describe, expect, it } from 'vitest'
import { describeChanges } from './audit-text.ts'

type Values = Record<string, unknown> | null
const describeEntry = (before: Values, after: Values, resource = 'passengers') =>
  describeChanges({ resource, before, after }, { zone: 'America/New_York', names: {} })

describe('describeChanges', () => {
  it('leaves out a value that stayed the same', () => {
    const [was, is] = [
      { boarding: null, flight_id: 69 },
      { boarding: 'checked_in', flight_id: 69 },
    ]
    expect(describeEntry(was, is)).toEqual([{ label: 'Boarding', before: 'nothing', after: 'checked in' }])
  })

  it('says that a long text changed where the shown part stayed the same', () => {
    const text = 'a'.repeat(200)
    expect(describeEntry({ body: `${text}b` }, { body: `${text}c` }, 'written_texts')).toEqual([
      { label: 'Body', before: null, after: 'changed, beyond what is shown here' },
    ])
  })

  it('writes money and percentages as the catalogue does', () => {
    const [was, is] = [
      { price: 8.05, percent: null },
      { price: 10, percent: 5 },
    ]
    expect(describeEntry(was, is, 'fees')).toEqual([
      { label: 'Price', before: '$8.05', after: '$10.00' },
      { label: 'Percent', before: 'nothing', after: '5%' },
    ])
  })

  it('keeps every value of a row that was made or removed', () => {
    expect(describeEntry(null, { boarding: null })).toEqual([
      { label: 'Boarding', before: null, after: 'nothing' },
    ])
  })
})
