import { expect, test } from 'vitest'
import { findOfferEnd } from './waitlist-offer-end.ts'

const now = new Date('2027-05-12T14:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test.each([
  ['long before the end of sales: its whole time', 600, 120, 120],
  ['near it: until then', 90, 120, 90],
  ['just enough', 15, 120, 15],
  ['one minute less is no offer', 14, 120, undefined],
  ['after the end of sales', -1, 120, undefined],
  ['a shop with shorter offers means them', 600, 5, 5],
  ['and cuts them at the end of sales too', 4, 5, undefined],
])('%s', (_, untilClose, offerMinutes, lasts) => {
  const end = findOfferEnd(now, inMinutes(untilClose), offerMinutes)
  expect(end).toEqual(lasts === undefined ? undefined : inMinutes(lasts))
})
