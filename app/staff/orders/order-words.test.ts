import { expect, it } from 'vitest'
import { countPeople, describeDays } from './order-words.ts'

it('counts those who fly once some of the party stay home, and the seats that were bought until then', () => {
  expect(countPeople({ quantity: 4, passengers: ['Ada', 'Bo', 'Cy'] })).toBe(3)
  expect(countPeople({ quantity: 4, passengers: [] })).toBe(4)
})

it('names each day on which a part of the party flies', () => {
  const flight = (local_date: string, local_time: string) => ({ local_date, local_time })
  const split = [flight('2026-12-06', '11:00'), flight('2026-12-06', '11:10'), flight('2026-12-13', '14:30')]
  expect(describeDays(split)).toBe('Sunday 6 December, 11:00 am and 11:10 am; Sunday 13 December, 2:30 pm')
})
