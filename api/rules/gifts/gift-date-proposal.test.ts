import { expect, test } from 'vitest'
import { findProposalEnd } from './gift-date-proposal.ts'

const now = new Date('2027-05-12T14:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test.each([
  ['long before the end of sales: three days', 500, 72],
  ['near it: until then', 30, 30],
  ['just enough', 6, 6],
  ['less is no proposal', 5, undefined],
  ['after it', -1, undefined],
])('%s', (_name, close, lasts) => {
  expect(findProposalEnd(now, inHours(close))).toEqual(lasts === undefined ? undefined : inHours(lasts))
})
