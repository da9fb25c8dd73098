import { describe, expect, it } from 'vitest'
import { formatCabinLines, parseCabinLines } from './cabin-lines.ts'
import { CabinRows } from './seating.ts'

const LINES = 'left, pilot right; 250 lb; 62 in\nleft, right; 500 lb\nleft, centre, right; 128.5 in'

describe('cabin lines', () => {
  it('reads rows with seats, the pilot, limits and arms, and writes them the same way', () => {
    const rows = parseCabinLines(LINES)
    expect(rows).toEqual([
      { seats: ['left'], pilot: 'right', max_lbs: 250, arm_in: 62 },
      { seats: ['left', 'right'], pilot: null, max_lbs: 500, arm_in: null },
      { seats: ['left', 'centre', 'right'], pilot: null, max_lbs: null, arm_in: 128.5 },
    ])
    expect(formatCabinLines(rows ?? [])).toBe(LINES)
    expect(CabinRows.safeParse(rows).success).toBe(true)
    expect(parseCabinLines('Left, Pilot right;  250 lbs\n\n')).toHaveLength(1)
  })

  it.each(['window, right', 'left; 250', 'left; 2 lb; 3 lb', 'pilot left, pilot right', 'left;', ''])(
    'does not take “%s” for a cabin',
    (line) => {
      expect(CabinRows.safeParse(parseCabinLines(line)).success).toBe(false)
    },
  )

  it.each([
    ['left, right', 'Write in one row where the pilot sits'],
    ['pilot left\npilot right', 'Write in one row where the pilot sits'],
    ['left, pilot left', 'A place can be named once in a row'],
    ['right, pilot centre, left', 'from left to right'],
    [`pilot left\n${'left, centre left, centre, right\n'.repeat(3)}`, 'at most 9 seats'],
  ])('refuses the cabin “%s”', (lines, words) => {
    const read = CabinRows.safeParse(parseCabinLines(lines))
    expect(read.error?.issues.map(({ message }) => message).join(' ')).toContain(words)
  })
})
