import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readTestSource } from '../support/test-source.ts'
import { readTestTitles } from '../support/test-titles.ts'
import { type Sentence, sentences } from '../suites/sentences.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/sentences.md'), 'utf8')

const quoted = page
  .split(/^## Section /m)
  .slice(1)
  .flatMap((part) =>
    [...part.matchAll(/^- (.+?): “(.+?)”(?: becomes “(.+)”)?$/gm)].map(([, where, sentence, becomes]) => ({
      section: Number.parseInt(part, 10),
      where,
      sentence,
      becomes,
    })),
  )

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/**
 * Matches a sentence with anything typed in its gaps, as whole words, so that “unpaid” does not
 * match “paid”.
 */
const pattern = (sentence: string) =>
  new RegExp(`(?<![\\w-])${escaped(sentence).replaceAll(/\\\{\w+\\\}/g, '\\S+')}(?![\\w-])`)

const shown = sentences.map(({ sentence, becomes = sentence, shown }: Sentence) => ({
  words: becomes,
  ...shown,
  said: becomes,
}))

test('the table lists all sentences of the page in their order', () => {
  expect(quoted.length).toBeGreaterThan(40)
  expect(quoted).toHaveLength(page.match(/^- /gm)?.length ?? 0)
  const rows = sentences.map(({ section, where, sentence, becomes }) => ({
    section,
    where,
    sentence,
    becomes,
  }))
  expect(rows).toEqual(quoted)
})

test.each(shown)('the named test expects “$words”: $file, “$title”', ({ file, title, said, words }) => {
  expect(file).toMatch(/^tests\/e2e\/.*\.spec\.ts$/)
  expect(readTestTitles(file)).toContain(title)
  expect(words).toMatch(pattern(said))
  expect(readTestSource(file, title)).toMatch(pattern(words))
})

test('a sentence in a comment, beside the test or expected to be absent does not count as shown', () => {
  const file = 'tests/e2e/account.spec.ts'
  const title = 'each tab of the account panel has its address, and everything typed but passwords is kept'
  const source = readTestSource(file, title)
  expect(source).toContain('Welcome back')
  expect(source).not.toContain('Make an account')
  expect(source).not.toContain("name: 'Reset'")
  expect(
    readTestSource(
      'tests/e2e/account-flags.spec.ts',
      'the refusal of a taken e-mail disappears when it changes: at once, or when it is sent',
    ),
  ).not.toContain('Password Expired')
  expect(readTestSource(file, 'no such test')).toBeUndefined()
})
