import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveCode, groupCode, makeCode, normalizeCode, getCodeTail } from './tender-code.ts'

test('a code has sixteen letters with more than sixty bits, and no two letters look alike', () => {
  const seen = new Set<string>()
  const code = makeCode((below) => {
    seen.add(String(below))
    return below - 1
  })
  const [letters] = [...seen].map(Number)
  expect(code).toHaveLength(16)
  expect(16 * Math.log2(letters ?? 0)).toBeGreaterThan(60)
  const all = Array.from({ length: letters ?? 0 }, (_, at) => makeCode(() => at)[0])
  expect(all.filter((letter) => '0O1ILZSBV'.includes(letter ?? '0'))).toEqual([])
})

test('every way of typing a code leads to the same code', () => {
  const code = deriveCode(0x1234_5678_9abc_def0_1234_5678n)
  const grouped = groupCode(code)
  expect(grouped).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  for (const typed of [grouped, grouped.toLowerCase(), ` ${code} `, grouped.replaceAll('-', ' – ')]) {
    expect(normalizeCode(typed)).toBe(code)
  }
  expect(normalizeCode('zsbv-2222-2222-2222')).toBe('258U222222222222')
  expect(getCodeTail(code)).toBe(grouped.slice(-4))
})

test.each(['', 'FLY15', '0000-0000-0000-0000', '2222-2222-2222-222', '2222-2222-2222-22222', '💥'])(
  '%j cannot be a code',
  (typed) => {
    expect(normalizeCode(typed)).toBeUndefined()
  },
)

test('every number has one code, and the code leads back to the number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 76n }), (number) => {
      const code = deriveCode(number)
      expect(normalizeCode(groupCode(code))).toBe(code)
    }),
  )
})
