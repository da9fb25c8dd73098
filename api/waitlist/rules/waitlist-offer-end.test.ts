import { expect, test } from 'vitest'
import { findOfferEnd } from './waitlist-offer-end.ts'

const now = new Date('2027-05-12T14:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test.each([
  ['long before the end of sales lasts its whole time', 600, 120, 120],
  ['near the end of sales lasts until then', 90, 120, 90],
  ['15 minutes before the end of sales lasts until then', 15, 120, 15],
  ['14 minutes before the end of sales is impossible', 14, 120, undefined],
  ['after the end of sales is impossible', -1, 120, undefined],
  ['by a shop with offers of five minutes lasts that long', 600, 5, 5],
  ['by such a shop four minutes before the end of sales is impossible', 4, 5, undefined],
])('an offer made %s', (_, untilClose, offerMinutes, lasts) => {
  const end = findOfferEnd(now, inMinutes(untilClose), offerMinutes)
  expect(end).toEqual(lasts === undefined ? undefined : inMinutes(lasts))
})
