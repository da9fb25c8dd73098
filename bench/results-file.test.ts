import { expect, test } from 'vitest'
import { replaceSection } from './results-file.ts'

const results = '# Measured\n\nold\n\n## The desk\n\ntable\n\n## Growth\n\nrows\n'

test('a section of the results is replaced and the others stay', () => {
  expect(replaceSection(results, '## The desk', 'new\n')).toBe(
    '# Measured\n\nold\n\n## The desk\n\nnew\n\n## Growth\n\nrows\n',
  )
  expect(replaceSection(results, '# Measured', 'new')).toBe(
    '# Measured\n\nnew\n\n## The desk\n\ntable\n\n## Growth\n\nrows\n',
  )
})

test('a new section is added at the end of the results', () => {
  expect(replaceSection(results, '## Soak', 'flat')).toBe(`${results}\n## Soak\n\nflat\n`)
})
