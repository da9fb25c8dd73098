import { describe, expect, it } from 'vitest'
import { cellText } from './cell-text.ts'

describe('cellText', () => {
  it('shows money and percentages as on the other pages of the desk', () => {
    expect(cellText('price', { kind: 'dollars' }, 3.5)).toBe('$3.50')
    expect(cellText('percent', { kind: 'percent' }, 5)).toBe('5%')
    expect(cellText('price', { kind: 'dollars' }, null)).toBe('–')
  })

  it('shows pounds with a comma and other numbers as they are', () => {
    expect(cellText('max_weight_lbs', { kind: 'whole' }, 1350)).toBe('1,350')
    expect(cellText('zip', { kind: 'whole' }, 10004)).toBe('10004')
  })

  it('names the day of the week', () => {
    expect(cellText('day_of_week', { kind: 'whole' }, 6)).toBe('Saturday')
  })
})
