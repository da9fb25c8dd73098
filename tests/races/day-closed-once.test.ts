import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { openStaffMember } from '../support/staff-member.ts'

let racing: RacingShop
beforeAll(async () => {
  racing = await openRacingShop()
})
afterAll(() => racing.close())

test('several simultaneous closings of a day make one closing, and the others are refused', async () => {
  const { shop } = racing
  const people = await Promise.all(Array.from({ length: 5 }, () => openStaffMember(shop.deps)))
  const day = shop.clock.now().toISOString().slice(0, 10)
  const close = (token: string) =>
    shop.call('POST', '/v1/day_closings', { token, body: { day_closing: { day, note: '' } } })
  const answers = await Promise.all(people.map(({ token }) => close(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  expect(await shop.count('select count(*) from day_closings')).toBe(1)
  expect(await shop.count("select count(*) from audit_log where resource = 'day_closings'")).toBe(1)
})
