import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readTestTitles } from '../support/test-titles.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8')

const threats = page
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const text = part.split(/^## /m)[0] ?? ''
    const where = /^- \*\*Where\.\*\* (.*)$/m.exec(text)?.[1] ?? ''
    return {
      threat: text.split('\n')[0] ?? '',
      defence: /^- \*\*Defence\.\*\* (.+)$/m.exec(text)?.[1] ?? '',
      files: [...where.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
      tests: [...text.matchAll(/^ {2}- `([^`]+)`: “(.+)”$/gm)].map(([, file = '', title = '']) => ({
        file,
        title,
      })),
      lines: text.match(/^ {2}- /gm)?.length ?? 0,
    }
  })

test('the page covers its subjects', () => {
  expect(threats.length).toBeGreaterThan(25)
})

test.each(threats)('$threat has a defence, its place and tests', ({ defence, files, tests, lines }) => {
  expect(defence.length).toBeGreaterThan(20)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(existsSync(resolve(root, file)), file).toBe(true)
  expect(tests.length).toBeGreaterThan(0)
  expect(tests).toHaveLength(lines)
})

test.each(threats.flatMap(({ tests }) => tests))(
  'the page names an existing test: $file, “$title”',
  ({ file, title }) => {
    expect(readTestTitles(file)).toContain(title)
  },
)
