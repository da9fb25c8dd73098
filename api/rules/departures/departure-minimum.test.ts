import { expect, test } from 'vitest'
import { decideMinimum, type SeatsTaken } from './departure-minimum.ts'

const decidedAt = new Date('2027-05-13T18:00:00Z')
const now = new Date('2027-05-13T18:01:00Z')
const before = new Date('2027-05-10T12:00:00Z')
const seats = (count: number, over: Partial<SeatsTaken> = {}): SeatsTaken => ({
  seats: count,
  wholeFlight: false,
  state: 'sold',
  createdAt: before,
  ...over,
})
const decide = (taken: SeatsTaken[], at = now) => decideMinimum(taken, { passengers: 4, decidedAt, now: at })

test.each<[string, SeatsTaken[], ReturnType<typeof decide>]>([
  ['enough seats of several parties', [seats(2), seats(2)], 'enough'],
  ['one seat less', [seats(2), seats(1)], 'too_few'],
  ['a whole aircraft', [seats(1, { wholeFlight: true })], 'enough'],
  ['a buyer who would make it enough', [seats(2), seats(2, { state: 'held' })], 'wait'],
  ['a buyer who would not make it enough', [seats(2), seats(1, { state: 'held' })], 'too_few'],
  ['somebody who is paying for a whole aircraft', [seats(2, { wholeFlight: true, state: 'held' })], 'wait'],
  ['only held seats', [seats(1, { state: 'held' })], 'wait'],
  ['what staff sold of an empty departure since', [seats(1, { createdAt: now })], 'enough'],
  ['a seat sold before and one since', [seats(1), seats(1, { createdAt: now })], 'too_few'],
])('%s', (_, taken, decision) => {
  expect(decide(taken)).toBe(decision)
})

test('half an hour after the decision it is not waited for buyers any more', () => {
  const taken = [seats(2), seats(2, { state: 'held' })]
  const after = (minutes: number) => new Date(decidedAt.getTime() + minutes * 60_000)
  expect(decide(taken, after(29))).toBe('wait')
  expect(decide(taken, after(30))).toBe('too_few')
})
