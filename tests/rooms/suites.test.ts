import { expect, test } from 'vitest'
import { allSuites } from '../suites/all-suites.ts'
import { readTestTitles } from '../support/test-titles.ts'

const named = allSuites.flatMap(({ name, criteria }) =>
  criteria.flatMap(({ tests }) =>
    Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => ({ name, file, title }))),
  ),
)

test.each(named)('the suite $name names an existing test: $file, “$title”', ({ file, title }) => {
  expect(readTestTitles(file)).toContain(title)
})

test('a suite’s statement needs at least one test', () => {
  const empty = allSuites.flatMap(({ criteria }) =>
    criteria.filter(({ tests }) => Object.values(tests).flat().length === 0),
  )
  expect(empty).toEqual([])
})

test('a missing file has no titles', () => {
  expect(readTestTitles('tests/e2e/no-such.spec.ts')).toBeUndefined()
})
