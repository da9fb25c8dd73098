import { describe, expect, test } from 'vitest'
import { judgeTarget, type MovingParty, type TargetFlight, takesGuests } from './judge-transfer.ts'

const NOW = new Date('2027-05-14T14:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

const from = {
  seatCents: 22_900,
  givesBack: false,
  isSunset: false,
  arriveAt: at(2.5),
  lastLight: at(8),
  category: 'doors_off',
}
const to: TargetFlight = {
  ...from,
  status: 'scheduled',
  scheduledAt: at(4),
  departAt: at(4),
  arriveAt: at(4.5),
  isOnHold: false,
  seatsTaken: 2,
  capacity: 4,
  weightTakenLbs: 400,
  maxWeightLbs: 900,
  seatLimitLbs: 250,
}
const couple: MovingParty = { units: 2, weightLbs: 330, weights: [150, 180] }
const kindsOf = (over: Partial<TargetFlight>, parties = [couple], left: Partial<typeof from> = {}) =>
  judgeTarget(parties, { ...from, ...left }, { ...to, ...over }, NOW).map(({ kind, count }) => [kind, count])

describe('guests of one flight on another', () => {
  test('fit up to the last seat and the last pound', () => {
    expect(kindsOf({})).toEqual([])
    expect(kindsOf({ weightTakenLbs: 570 })).toEqual([])
    expect(kindsOf({ weightTakenLbs: 571 })).toEqual([['too_heavy', 1]])
    expect(kindsOf({ seatsTaken: 3 })).toEqual([['too_few_seats', 1]])
  })

  test('are counted together', () => {
    const alone: MovingParty = { units: 1, weightLbs: 171, weights: [171] }
    expect(kindsOf({}, [couple, alone])).toEqual([
      ['too_few_seats', 1],
      ['too_heavy', 1],
    ])
  })

  test('need the second seat that the other aircraft asks for', () => {
    const heavy: MovingParty = { units: 2, weightLbs: 400, weights: [260, 140] }
    expect(kindsOf({}, [heavy])).toEqual([['second_seat', null]])
    expect(kindsOf({}, [{ ...heavy, weights: [260] }])).toEqual([])
    expect(kindsOf({ seatLimitLbs: 300 }, [heavy])).toEqual([])
  })

  test('get no less than the category, the fare and the sunset that they bought', () => {
    expect(kindsOf({ category: 'doors_on', seatCents: 22_899 })).toEqual([
      ['other_category', null],
      ['other_fare', null],
    ])
    expect(kindsOf({ seatCents: 24_900, givesBack: true })).toEqual([])
    expect(kindsOf({ seatCents: 24_900 }, [couple], { givesBack: true })).toEqual([['other_fare', null]])
    expect(kindsOf({}, [couple], { isSunset: true })).toEqual([['not_sunset', null]])
    expect(kindsOf({ isSunset: true }, [couple])).toEqual([])
  })

  test('land in daylight where they bought it', () => {
    expect(kindsOf({ arriveAt: at(8.1) })).toEqual([['dark', null]])
    expect(kindsOf({ arriveAt: at(8.1) }, [couple], { arriveAt: at(8.2) })).toEqual([])
  })

  test('do not join what boards, has left, is over or is on hold', () => {
    expect(kindsOf({ status: 'boarding' })).toEqual([['gone', null]])
    expect(kindsOf({ scheduledAt: at(-1), departAt: at(1) })).toEqual([['gone', null]])
    expect(kindsOf({ isOnHold: true })).toEqual([['on_hold', null]])
    expect(takesGuests({ status: 'delayed', scheduledAt: at(1), departAt: at(2) }, NOW)).toBe(true)
  })
})
