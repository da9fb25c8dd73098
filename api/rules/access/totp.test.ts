import { expect, test } from 'vitest'
import { matchTotp, stepAt, toBase32, totpCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at second %i is %s', (second, code) => {
  expect(totpCode(SECRET, stepAt(new Date(second * 1000)))).toBe(code)
})

test('a code is accepted half a minute early or late, and never twice', () => {
  const now = new Date(1_234_567_890_000)
  const step = stepAt(now)
  for (const drift of [-1, 0, 1]) {
    expect(matchTotp(SECRET, totpCode(SECRET, step + drift), { now, lastStep: 0 })).toBe(step + drift)
  }
  expect(matchTotp(SECRET, totpCode(SECRET, step + 2), { now, lastStep: 0 })).toBeUndefined()
  expect(matchTotp(SECRET, totpCode(SECRET, step - 2), { now, lastStep: 0 })).toBeUndefined()
  expect(matchTotp(SECRET, totpCode(SECRET, step), { now, lastStep: step })).toBeUndefined()
  expect(matchTotp(SECRET, '005 924', { now, lastStep: 0 })).toBe(step)
})

// RFC 4648, section 10.
test.each([
  ['f', 'MY'],
  ['foob', 'MZXW6YQ'],
  ['foobar', 'MZXW6YTBOI'],
])('the Base32 form of “%s” is %s', (text, letters) => {
  expect(toBase32(Buffer.from(text))).toBe(letters)
})
