import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WRITTEN_TEXTS, writtenTextNames } from '#contract/written-text.ts'
import { findWordProblems, tidyBody } from './check-words.ts'

const words = (body: string) => ({ title: 'A title', summary: 'A summary', body })
const problemsOf = (name: (typeof writtenTextNames)[number], body: string) =>
  findWordProblems(name, words(body))['body'] ?? []
const faq = (more: string) => `## Before\n\n### Is it safe?\n\nYes.\n\n${more}`

const FILES: Readonly<Record<string, string>> = { waiver: 'waiver-2026-11', Disclaimed: 'disclaimed' }
const fileOf = (name: keyof typeof WRITTEN_TEXTS) => {
  const folder = WRITTEN_TEXTS[name].kind === 'page' ? 'pages/' : ''
  const path = join(import.meta.dirname, `../../../content/${folder}${FILES[name] ?? name}.md`)
  return readFileSync(path, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')
}

describe(findWordProblems, () => {
  test.each(writtenTextNames.filter((name) => WRITTEN_TEXTS[name].kind !== 'mail'))(
    'the words of %s that come with the shop are right',
    (name) => {
      expect(findWordProblems(name, words(tidyBody(fileOf(name))))).toEqual({})
    },
  )

  test('title, summary and text are needed, but in a mail', () => {
    const empty = { title: '', summary: '', body: '' }
    expect(Object.keys(findWordProblems('press', empty))).toEqual(['title', 'summary', 'body'])
    expect(findWordProblems('mail-after-flight', empty)).toEqual({})
  })

  test.each([
    ['HTML', 'Hello <b>you</b>', /^Write no HTML: <b>$/],
    ['a script', '<script>alert(1)</script>', /^Write no HTML/],
    ['a comment', 'a\n\n<!-- b -->', /^Write no HTML/],
    ['a picture', '![x](https://example.com/x.png)', /^Pictures cannot stand/],
    ['a title of its own', '# Press', /^The title is the only heading/],
    ['an address that runs', '[x](javascript:alert)', /not to javascript:alert/],
    ['another protocol', '[x](data:text/html,x)', /not to data:/],
    ['another host by two slashes', '[x](//example.com)', /not to \/\/example/],
    ['a plain web address', '[x](http://example.com)', /https/],
    [
      'a misspelled placeholder',
      'Fly with {{brnad}}',
      /^There is no \{\{brnad\}\}. You may write \{\{brand\}\}/,
    ],
    ['a gift placeholder on another page', 'It costs {{gift_fees}}', /^There is no \{\{gift_fees\}\}/],
    ['half a placeholder', 'Fly with {{brand', /^Curly brackets are only for/],
    ['a condition without an end', '{{if rescheduling}}Yes', /^Write \{\{if rescheduling\}\}, then/],
    ['a condition of another kind', '{{if sunny}}Yes{{end}}', /^Write \{\{if rescheduling\}\}, then/],
    ['a sign of control', 'a\u0007b', /a sign in it/],
  ])('refuses %s', (_, body, sentence) => {
    expect(problemsOf('press', body)[0]).toMatch(sentence)
  })

  test('takes headings, lists, links of the shop and both parts of a condition', () => {
    const body =
      '## A\n\n- [b](/faq)\n- <https://example.com>\n\n{{if rescheduling}}c{{else}}d{{end}} {{brand}}'
    expect(problemsOf('press', body)).toEqual([])
  })

  test('checks both readings of a condition', () => {
    const hidden = '{{if rescheduling}}fine{{else}}<i>not</i>{{end}}'
    expect(problemsOf('terms-conditions', hidden)[0]).toMatch(/^Write no HTML/)
  })

  test.each([
    ['text above the first question', 'Hello', /^This stands under no question/],
    ['a question without an answer', faq('### And dogs?'), /^This question has no answer: And dogs\?$/],
    ['a subject without a question', faq('## After'), /^This subject has no question: After$/],
    ['a table in an answer', faq('| a |\n|---|\n| b |'), /^An answer is made of paragraphs and lists/],
    ['a deeper heading', faq('#### Really?'), /^Subjects begin with ##/],
    ['no question at all', '## Before', /^This subject has no question/],
  ])('refuses questions with %s', (_, body, sentence) => {
    expect(problemsOf('faq', body)[0]).toMatch(sentence)
  })

  test('a mail has plain paragraphs of a few lines', () => {
    expect(problemsOf('mail-after-flight', 'Thank you.\n\nYour {{brand}} team')).toEqual([])
    expect(problemsOf('mail-after-flight', '{{late_fee}}')[0]).toMatch(/^There is no \{\{late_fee\}\}/)
    expect(problemsOf('mail-after-flight', 'a'.repeat(801))).toEqual(['Write at most 800 characters'])
  })
})

test('a body keeps its lines and loses the rest of a browser', () => {
  expect(tidyBody('\r\n\r\nOne  \r\ntwo\r\rthree\n\n')).toBe('One\ntwo\n\nthree')
})
