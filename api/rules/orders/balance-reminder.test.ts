import { describe, expect, test } from 'vitest'
import { isBalanceReminderDue } from './balance-reminder.ts'

const dueAt = new Date('2027-05-14T18:00:00Z')
const at = (text: string) => new Date(`2027-05-${text}:00Z`)
const soldLongAgo = { dueAt, toldAt: at('01T12:00') }

describe('the reminder of the rest of an order', () => {
  test.each([
    ['a minute before the last day', '13T17:59', false],
    ['when the last day begins', '13T18:00', true],
    ['a minute before it is due', '14T17:59', true],
    ['once it is due, when it is a task of the desk', '14T18:00', false],
  ])('%s', (_, now, expected) => {
    expect(isBalanceReminderDue(soldLongAgo, at(now))).toBe(expected)
  })

  test('does not come after the customer was told within the last day', () => {
    expect(isBalanceReminderDue({ dueAt, toldAt: at('13T18:00') }, at('14T12:00'))).toBe(false)
    expect(isBalanceReminderDue({ dueAt, toldAt: at('13T17:59') }, at('14T12:00'))).toBe(true)
  })
})
