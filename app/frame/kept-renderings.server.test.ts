import { expect, test } from 'vitest'
import { createKeptRenderings } from './kept-renderings.server.ts'

const pageOf = (text: string) => () => ({ html: new TextEncoder().encode(text), styleHash: undefined })
const never = () => {
  throw new Error('The page was rendered again')
}

test('a page that shows the same is not rendered again', () => {
  const keep = createKeptRenderings()
  const first = keep('/ {"price":1}', pageOf('one dollar'))
  expect(keep('/ {"price":1}', never)).toBe(first)
})

test('a page that shows something else is rendered', () => {
  const keep = createKeptRenderings()
  keep('/ {"price":1}', pageOf('one dollar'))
  const { html } = keep('/ {"price":2}', pageOf('two dollars'))
  expect(new TextDecoder().decode(html)).toBe('two dollars')
})

test('a page that fails is rendered at the next request', () => {
  const keep = createKeptRenderings()
  expect(() => keep('/', never)).toThrow('again')
  const { html } = keep('/', pageOf('fine'))
  expect(new TextDecoder().decode(html)).toBe('fine')
})

test('the least recently shown page leaves first', () => {
  const keep = createKeptRenderings({ mostBytes: 350 })
  const page = pageOf('x'.repeat(100))
  const home = keep('/', page)
  const product = keep('/product', page)
  expect(keep('/', never)).toBe(home)
  keep('/faq', page)
  expect(keep('/', never)).toBe(home)
  expect(keep('/product', page)).not.toBe(product)
})

test('pages with an age limit leave together', () => {
  let now = 0
  const keep = createKeptRenderings({ mostAge: 1000, now: () => now })
  const page = pageOf('x')
  const home = keep('/', page)
  now = 999
  expect(keep('/', never)).toBe(home)
  keep('/product', page)
  now = 1000
  const anew = keep('/', page)
  expect(anew).not.toBe(home)
  now = 1999
  expect(keep('/', never)).toBe(anew)
})
