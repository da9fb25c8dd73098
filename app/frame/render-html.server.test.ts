import { createElement, type ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import { renderHydratedHtml, renderPlainHtml } from './render-html.server.ts'

/** Many short texts with letters of several bytes, which end anywhere in React's buffers. */
const pageOf = (length: number) =>
  createElement(
    'p',
    null,
    'x'.repeat(length),
    ...Array.from({ length: 300 }, (_, key) => createElement('i', { key }, 'a · b')),
  )

const broken = () => {
  throw new Error('this part is broken')
}

describe.each<[name: string, render: (page: ReactElement) => Promise<string>]>([
  ['a page without the framework', (page) => Promise.resolve(renderPlainHtml(page))],
  ['a hydrated page', async (page) => (await renderHydratedHtml(page, 'nonce')).html],
])('%s', (_name, render) => {
  test('the HTML has every letter and no other, wherever the buffers end', async () => {
    for (let length = 0; length < 60; length++) {
      const html = await render(pageOf(length))
      expect(html).toBe(`<p>${'x'.repeat(length)}${'<i>a · b</i>'.repeat(300)}</p>`)
    }
  })

  test('rendering fails when a part throws', async () => {
    await expect((async () => render(createElement(broken)))()).rejects.toThrow('this part is broken')
  })
})
