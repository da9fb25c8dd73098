import { expect, test } from 'vitest'
import { nextRun } from './next-run.ts'

const NOW = new Date('2027-05-01T12:40:30Z')

test.each([
  ['* * * * *', '2027-05-01T12:41:00.000Z'],
  ['*/5 * * * *', '2027-05-01T12:45:00.000Z'],
  ['17 * * * *', '2027-05-01T13:17:00.000Z'],
  ['41 */6 * * *', '2027-05-01T12:41:00.000Z'],
  ['39 */6 * * *', '2027-05-01T18:39:00.000Z'],
  ['0 0 1 1 *', undefined],
])('the cron plan %s runs next at %s', (cron, at) => {
  expect(nextRun(cron, NOW)?.toISOString()).toBe(at)
})
