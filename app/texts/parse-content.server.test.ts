import { describe, expect, test } from 'vitest'
import { LegalFrontMatter } from './legal-text.server.ts'
import { parseContent } from './parse-content.server.ts'

describe(parseContent, () => {
  test('keeps a colon inside a value', () => {
    const { matter, text } = parseContent(
      LegalFrontMatter,
      '---\ntitle: A: B\nsummary: s\nupdated: 2026-11-01\n---\nText',
    )
    expect(matter.title).toBe('A: B')
    expect(text).toBe('Text')
  })

  test.each([
    'no front matter',
    '---\ntitle: A\nsummary: s\n---\n',
    '---\ntitle: A\nsummary: s\nupdated: soon\n---\n',
  ])('refuses a file with invalid front matter (case %#)', (file) => {
    expect(() => parseContent(LegalFrontMatter, file)).toThrow('invalid_')
  })
})
