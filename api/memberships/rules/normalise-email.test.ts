import { describe, expect, it } from 'vitest'
import { normaliseEmail } from './normalise-email.ts'

describe('normaliseEmail', () => {
  it.each([
    ['Ada.Lind@Example.com ', 'ada.lind@example.com'],
    ['ada+fly@example.com', 'ada@example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['A.d.a+one@googlemail.com', 'ada@gmail.com'],
    ['ada@gmail.com', 'ada@gmail.com'],
    ['a.da@outlook.com', 'a.da@outlook.com'],
  ])('normalises %s to %s', (typed, name) => {
    expect(normaliseEmail(typed)).toBe(name)
  })
})
