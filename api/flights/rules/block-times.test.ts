import { describe, expect, it } from 'vitest'
import { findBlockTimeProblems, findBlockTimes, type TypedBlockTimes } from './block-times.ts'

const at = (clock: string) => new Date(`2027-05-14T${clock}:00.000Z`)
const NOW = at('19:00')

describe('the moments that a step of a flight sets', () => {
  it('are set with the departure and the landing, and taken away with a step back', () => {
    expect(findBlockTimes('boarding', 'departed', NOW)).toEqual({ offBlocksAt: NOW, landedAt: null })
    expect(findBlockTimes('departed', 'landed', NOW)).toEqual({ landedAt: NOW })
    expect(findBlockTimes('landed', 'departed', NOW)).toEqual({ landedAt: null })
    expect(findBlockTimes('departed', 'boarding', NOW)).toEqual({ offBlocksAt: null, landedAt: null })
    expect(findBlockTimes('scheduled', 'boarding', NOW)).toEqual({})
  })
})

describe('moments that were typed', () => {
  const typed = (over: Partial<TypedBlockTimes>) =>
    findBlockTimeProblems(
      {
        status: 'landed',
        departAt: at('18:00'),
        offBlocksAt: null,
        landedAt: null,
        leftAt: over.offBlocksAt ?? at('18:01'),
        cameAt: over.landedAt ?? at('18:30'),
        ...over,
      },
      NOW,
    )

  it('are accepted in their order, up to now', () => {
    expect(typed({ offBlocksAt: at('18:02') })).toBeUndefined()
    expect(typed({ landedAt: at('18:33') })).toBeUndefined()
    expect(typed({})).toBeUndefined()
  })

  it('are refused beside their field when they cannot be', () => {
    expect(typed({ landedAt: at('17:59') })).toEqual({ landed_at: ['It landed before it left'] })
    expect(typed({ offBlocksAt: at('18:31') })).toEqual({ off_blocks_at: ['It landed before it left'] })
    expect(typed({ landedAt: at('19:01') })).toEqual({ landed_at: ['This time is still to come'] })
    expect(typed({ offBlocksAt: at('11:59') })).toEqual({ off_blocks_at: ['This is long before the flight'] })
    expect(typed({ status: 'departed', landedAt: at('18:30') })).toEqual({
      landed_at: ['The flight has not come so far'],
    })
    expect(typed({ status: 'boarding', offBlocksAt: at('18:00') })).toEqual({
      off_blocks_at: ['The flight has not come so far'],
    })
  })
})
