import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CORE_JOURNEYS, CORE_RACES, LONG_UNIT } from '../../scripts/short-tests.mjs'

const root = resolve(import.meta.dirname, '../..')

test('what npm test runs, and leaves to the longer run, is there', () => {
  const journeys = new Set(Object.values(CORE_JOURNEYS).flat())
  const named = [...LONG_UNIT, ...CORE_RACES, ...Array.from(journeys, (name) => `tests/e2e/${name}`)]
  expect(named.filter((file) => !existsSync(resolve(root, file)))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})
