import { expect, test } from 'vitest'
import { findProposalEnd } from './gift-date-proposal.ts'

const now = new Date('2027-05-12T14:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test.each([
  ['long before the end of sales lasts three days', 500, 72],
  ['near the end of sales lasts until then', 30, 30],
  ['six hours before the end of sales lasts until then', 6, 6],
  ['five hours before the end of sales is impossible', 5, undefined],
  ['after the end of sales is impossible', -1, undefined],
])('a proposal made %s', (_name, close, lasts) => {
  expect(findProposalEnd(now, inHours(close))).toEqual(lasts === undefined ? undefined : inHours(lasts))
})
