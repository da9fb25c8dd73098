import { expect, test } from 'vitest'
import { listLeavingTimes } from '../../format/leaving-times.ts'
import { nearTimes } from './near-days.ts'

const leaves = (local_date: string, local_time: string) => ({ local_date, local_time })
const alone = leaves('2027-05-14', '10:00')
const pair = [alone, leaves('2027-05-14', '10:15')]

test('lists of orders name each time of a party on two aircraft', () => {
  expect(nearTimes(pair, '2027-05-14')).toBe('today 10:00 am and 10:15 am')
  expect(nearTimes([alone], '2027-05-12')).toBe('Fri 14 May, 10:00 am')
  expect(nearTimes([], '2027-05-12')).toBeUndefined()
})

test('files of orders have each time of the day of the first flight', () => {
  expect(listLeavingTimes(pair)).toEqual(['10:00', '10:15'])
  expect(listLeavingTimes([alone, alone])).toEqual(['10:00'])
  expect(listLeavingTimes([alone, leaves('2027-05-15', '09:00')])).toEqual(['10:00'])
  expect(listLeavingTimes([])).toEqual([])
})
