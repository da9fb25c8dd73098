import { expect, test } from 'vitest'
import { findWideCharacter } from './refuse-wide-text.mjs'

test('a character beyond Latin 1 is found with what stands around it', () => {
  expect(findWideCharacter('const a = "caf\u00e9 \u00b7 \u00ff"')).toBeUndefined()
  expect(findWideCharacter('replace(/[\'\u2019]/g, "")')).toBe('replace(/[\'\u2019]/g, "")')
})
