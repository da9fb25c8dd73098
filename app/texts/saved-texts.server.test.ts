import { describe, expect, test } from 'vitest'
import { findReadingPage, getQuestions } from './articles.server.ts'
import { getLegalDate, getLegalText } from './legal-text.server.ts'
import { asSavedTexts, loadSavedTexts, NO_SAVED_TEXTS } from './saved-texts.server.ts'

const brand = { id: 1, time_zone: 'America/New_York' }
const answering = (answer: unknown) => ({ brand, api: { get: () => Promise.resolve(answer) } as never })
const words = (body: string) => ({ title: 'Ours', summary: 'In short', body })
const text = { ...words('Body'), name: 'press', brand_id: 1, version: 3, saved_at: '2026-11-02T03:00:00Z' }

describe(loadSavedTexts, () => {
  test('reads the words of its own brand, with the day by the brand’s clock', async () => {
    const other = { ...text, brand_id: 2, name: 'faq' }
    const saved = await loadSavedTexts(answering({ ok: true, data: { written_texts: [text, other] } }))
    expect([...saved]).toEqual([['press', { ...words('Body'), version: 3, changed: '2026-11-01' }]])
  })

  test('finds nothing where the service has no such call', async () => {
    expect(await loadSavedTexts(answering({ ok: false, status: 404 }))).toBe(NO_SAVED_TEXTS)
  })
})

test('saved words are shown instead of those of the files, with the brand’s name', async () => {
  const faq = asSavedTexts('faq', words('## A\n\n### B?\n\nBy {{brand}}.'), '2026-11-01')
  expect(getQuestions('Up & Away', undefined, true, faq)).toMatchObject({
    title: 'Ours',
    groups: [{ title: 'A', questions: [{ question: 'B?', plain: 'By Up &amp; Away.' }] }],
  })
  const press = asSavedTexts('press', words('## A\n\nB'), '2026-11-01')
  expect(await findReadingPage('press', 'Any', undefined, true, press)).toMatchObject({
    title: 'Ours',
    place: 'manhattan',
    html: '<h2>A</h2>\n<p>B</p>\n',
  })
  const terms = asSavedTexts('terms-conditions', words('B'), '2026-11-20')
  expect(await getLegalText('terms-conditions', 'Any', true, terms)).toMatchObject({
    title: 'Ours',
    updated: '2026-11-20',
    html: '<p>B</p>\n',
  })
  expect(getLegalDate('terms-conditions', NO_SAVED_TEXTS)).not.toBe('2026-11-20')
})

test('no text runs anything, whatever a service sends', async () => {
  const body = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[one](javascript:alert(1)) [two](JaVaScRiPt:alert(1))',
    '[three](data:text/html,x) [four](//elsewhere.example)',
    '[five](/faq) [six](https://example.com)',
  ].join('\n\n')
  const page = await findReadingPage('press', 'Any', undefined, true, asSavedTexts('press', words(body), ''))
  expect(page?.html).not.toMatch(/<(?:script|img)|javascript:alert\(1\)"|href="(?:data|\/\/)/i)
  expect(page?.html).toContain('&lt;script>alert(1)&lt;/script>')
  expect([...(page?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/faq',
    'https://example.com',
  ])
})
