import { createRequestHandler } from '@remix-run/express'
import { Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration } from '@remix-run/react'
import express from 'express'
import { createElement as h } from 'react'
import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'

// The baseline for pages made anew: the smallest app of the same framework, as its template has it.
// Two routes, a loader, no database.
const Root = () =>
  h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h(Meta),
      h(Links),
    ),
    h('body', null, h(Outlet), h(ScrollRestoration), h(Scripts)),
  )
const Page = () =>
  h(
    'main',
    null,
    h('h1', null, 'Welcome'),
    h(
      'ul',
      null,
      [1, 2, 3].map((n) => h('li', { key: n }, n)),
    ),
  )

function render(_request, status, headers, context) {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(h(RemixServer, { context, url: _request.url }), {
      onShellReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html; charset=utf-8')
        const chunks = []
        body.on('data', (chunk) => chunks.push(chunk))
        body.on('end', () => resolve(new Response(Buffer.concat(chunks), { headers, status })))
        pipe(body)
      },
      onShellError: reject,
    })
  })
}

const route = (id, more) => ({ id, module: `/assets/${id}.js`, imports: [], css: [], ...more })
const build = {
  mode: 'production',
  entry: { module: { default: render } },
  routes: {
    root: { id: 'root', path: '', module: { default: Root } },
    page: {
      id: 'page',
      parentId: 'root',
      index: true,
      module: { default: Page, loader: () => ({}), meta: () => [{ title: 'A page' }] },
    },
  },
  assets: {
    entry: { imports: [], module: '/assets/entry.js' },
    routes: {
      root: route('root', { path: '', hasLoader: false }),
      page: route('page', { parentId: 'root', index: true, hasLoader: true }),
    },
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v3_singleFetch: true, v3_fetcherPersist: true, v3_relativeSplatPath: true },
  isSpaMode: false,
}

const app = express()
app.disable('x-powered-by')
app.all('*', createRequestHandler({ build, mode: 'production' }))
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`)
})
