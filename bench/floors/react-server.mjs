import { createServer } from 'node:http'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

// The baseline for rendered pages: only `renderToString` of a page with as many elements, sent as
// it is.
const wanted = Number(process.argv[2] ?? 300)
const card = (number) =>
  createElement(
    'article',
    { key: number, className: 'card', id: `card-${number}` },
    createElement('h3', null, `Flight ${number}`),
    createElement(
      'p',
      { className: 'lede' },
      'A helicopter over the city, ',
      createElement('b', null, number),
    ),
    createElement('a', { href: `/product/${number}`, className: 'btn' }, 'Choose'),
  )
const CARD = 5
const Page = () =>
  createElement(
    'html',
    { lang: 'en' },
    createElement('head', null, createElement('title', null, 'A page')),
    createElement(
      'body',
      null,
      Array.from({ length: Math.ceil((wanted - 4) / CARD) }, (_, number) => card(number)),
    ),
  )
const server = createServer((request, response) => {
  const page = Buffer.from(`<!doctype html>${renderToString(createElement(Page))}`)
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(page.length),
  })
  response.end(page)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`)
})
