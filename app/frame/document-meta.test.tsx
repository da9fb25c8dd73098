import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withErrorTitle } from './document-meta.tsx'

const head = (
  <>
    <meta name="description" content="Error-free" />
    <title>Who is flying? · Loft &amp; Rotor</title>
    <link rel="canonical" href="/checkout" />
  </>
)

test('the title of a refused form begins with "Error", and nothing else in the head changes', () => {
  expect(renderToStaticMarkup(<>{withErrorTitle(head)}</>)).toBe(
    '<meta name="description" content="Error-free"/>' +
      '<title>Error: Who is flying? · Loft &amp; Rotor</title>' +
      '<link rel="canonical" href="/checkout"/>',
  )
})

test('a head without a title stays unchanged', () => {
  expect(renderToStaticMarkup(<>{withErrorTitle(<meta name="robots" content="noindex" />)}</>)).toBe(
    '<meta name="robots" content="noindex"/>',
  )
})
