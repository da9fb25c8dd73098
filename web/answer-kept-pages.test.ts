import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type ServerBuild } from '@remix-run/node'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testSettings } from '#tests/support/test-settings.ts'
import { answerKeptPages } from './answer-kept-pages.ts'
import { createWebServer } from './create-web-server.ts'

/** Long and varied enough that better compression shows. */
const PAGE = Array.from(
  { length: 400 },
  (_, at) => `<p class="f${String(at % 7)}">Flight ${String(at * 7919)} leaves.</p>`,
).join('\n')
let server: Server
let origin: string
let version: () => Promise<string>
let draining: boolean
let rendered: string[]
let lines: Record<string, unknown>[]

/** A shop whose only page is `/faq`. */
const build = (): ServerBuild => ({
  mode: 'production',
  entry: { module: { default: () => new Response() } },
  routes: {
    page: {
      id: 'page',
      path: 'faq',
      module: {
        default: undefined,
        loader: ({ request }) => {
          rendered.push(new URL(request.url).search)
          const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, no-cache' }
          return Promise.resolve(new Response(PAGE, { headers }))
        },
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {} as ServerBuild['future'],
  isSpaMode: false,
})

beforeEach(async () => {
  version = () => Promise.resolve('1')
  draining = false
  rendered = []
  lines = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const settings = testSettings()
  const web = createWebServer({
    ...{ settings, log, api: undefined, sandboxPages: undefined, clientFolder: undefined, health: {} },
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    version: {
      ask: () => version(),
      askNow: () => version(),
      forget: () => undefined,
      forgetSale: () => undefined,
    },
    build: () => Promise.resolve(build()),
    draining: () => draining,
  })
  const answer = getRequestListener(web.fetch, { overrideGlobalObjects: false })
  if (!web.cache) throw new Error('there is no cache')
  const kept = answerKeptPages({ cache: web.cache, settings, log, draining: () => draining })
  server = createServer((request, response) => {
    kept(request, response, () => void answer(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)),
  )

test('a kept page comes with the bytes and the headers of the one that was rendered', async () => {
  const first = await fetch(`${origin}/faq`)
  expect(await first.text()).toBe(PAGE)
  const again = await fetch(`${origin}/faq`)
  expect(await again.text()).toBe(PAGE)
  expect(headersOf(again)).toEqual(headersOf(first))
  expect(again.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
  expect(rendered).toHaveLength(1)
  const known = await fetch(`${origin}/faq`, {
    headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
  })
  expect([known.status, await known.text()]).toEqual([304, ''])
  const head = await fetch(`${origin}/faq`, { method: 'HEAD' })
  expect([head.status, await head.text(), headersOf(head)]).toEqual([200, '', headersOf(first)])
})

test('a campaign’s link gives the kept page with the visitor’s own cookie', async () => {
  const shown = await fetch(`${origin}/faq`)
  expect(shown.headers.get('Set-Cookie')).toBeNull()
  const [ada, ben] = [
    await fetch(`${origin}/faq?utm_source=ada`),
    await fetch(`${origin}/faq?utm_source=ben&code=FLY15`),
  ]
  expect(ada.headers.getSetCookie()).toHaveLength(1)
  expect(ada.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(ben.headers.get('Set-Cookie')).not.toBe(ada.headers.get('Set-Cookie'))
  // Who came before by another link keeps that as the first, although others ask for the same link.
  const Cookie = ada.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const [cleo, later] = [
    await fetch(`${origin}/faq?utm_source=cleo`),
    await fetch(`${origin}/faq?utm_source=cleo`, { headers: { Cookie } }),
  ]
  const first = (answer: Response) =>
    Buffer.from(
      /arrival=([^.;]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1] ?? '',
      'base64',
    ).toString()
  expect(first(cleo)).toContain('"first":["utm_source:cleo"]')
  expect(first(later)).toContain('"first":["utm_source:ada"]')
  const again = await fetch(`${origin}/faq`)
  expect(headersOf(again)).toEqual(headersOf(shown))
  expect(await ben.text()).toBe(PAGE)
  expect(rendered).toEqual([''])
})

test('each request is one line of the log, kept or rendered', async () => {
  await fetch(`${origin}/faq?utm_source=letter`)
  await fetch(`${origin}/faq?utm_source=letter`)
  expect(rendered).toEqual([''])
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).toMatchObject({ method: 'GET', path: '/faq', query: ['utm_source'], status: 200 })
    expect(line['ms']).toEqual(expect.any(Number))
  }
})

test('a campaign’s link gets its cookie beside the kept page', async () => {
  await fetch(`${origin}/faq`)
  const linked = await fetch(`${origin}/faq?utm_source=letter`)
  expect(await linked.text()).toBe(PAGE)
  expect(linked.headers.get('Set-Cookie')).toMatch(/^arrival=.*; HttpOnly/)
  expect(linked.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(rendered).toHaveLength(1)
})

test('a page is rendered again when the version has changed or is not told', async () => {
  await fetch(`${origin}/faq`)
  version = () => Promise.resolve('2')
  await fetch(`${origin}/faq`)
  expect(rendered).toHaveLength(2)
  version = () => Promise.reject(new Error('the database is away'))
  expect((await fetch(`${origin}/faq`)).status).toBe(200)
  expect(rendered).toHaveLength(3)
})

test('a server that stops closes the connections of kept pages too', async () => {
  await fetch(`${origin}/faq`)
  expect((await fetch(`${origin}/faq`)).headers.get('Connection')).not.toBe('close')
  draining = true
  expect((await fetch(`${origin}/faq`)).headers.get('Connection')).toBe('close')
})

test('a page that is asked for often is compressed as small as can be', async () => {
  const get = async () => {
    const answer = await fetch(`${origin}/faq`, { headers: { 'Accept-Encoding': 'br' } })
    expect(await answer.text()).toBe(PAGE)
    return Number(answer.headers.get('Content-Length'))
  }
  const first = await get()
  for (let times = 0; times < 20; times++) await get()
  await expect.poll(get).toBeLessThan(first)
})
