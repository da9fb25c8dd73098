import { expect, test } from 'vitest'
import { describeDeadline } from './waitlist-text.ts'

const NEW_YORK = { timezone: 'America/New_York' }

test('the end of a hold is named in the time zone of that day', () => {
  const now = new Date('2027-01-12T14:00:00Z')
  expect(describeDeadline('2027-01-12T16:30:00Z', NEW_YORK, now)).toBe('11:30 am EST')
  expect(describeDeadline('2027-07-13T16:30:00Z', NEW_YORK, now)).toBe('Tuesday 13 July, 12:30 pm EDT')
})
