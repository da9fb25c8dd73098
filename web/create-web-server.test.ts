import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKeyRing } from '#settings/key-ring.ts'
import { type Settings } from '#settings/settings.ts'
import { testSettings } from '../tests/support/test-settings.ts'
import { createWebServer, type WebServerParts } from './create-web-server.ts'
import { signVisitor, VISITOR_HEADER } from './visitor-signature.ts'

let folder: string
let lines: Record<string, unknown>[] = []
const reported: unknown[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/site-abc.css'), 'a{}'.repeat(500))
  writeFileSync(join(folder, 'assets/site-abc.css.gz'), gzipSync('a{}'.repeat(500)))
  writeFileSync(join(folder, 'mark.svg'), '<svg/>')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  lines = []
  reported.length = 0
})

const api = {
  fetch: async (request: Request, facts: { requestId: string; visitorAddress: string }) =>
    Response.json({ ...facts, body: await request.text(), padding: 'x'.repeat(2000) }),
}

function server(given: Partial<WebServerParts> = {}, settings: Partial<Settings> = {}) {
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const web = createWebServer({
    settings: testSettings(settings),
    log,
    reports: { report: (error) => reported.push(error), flush: () => Promise.resolve() },
    api,
    sandboxPages: undefined,
    build: () => Promise.reject(new Error('the shop is not built here')),
    clientFolder: folder,
    health: { database: () => true },
    draining: () => false,
    ...given,
  })
  return { request: async (path: string, init?: RequestInit) => web.request(path, init, {}) }
}

/** A shop with one page, `/page`, without a theme. */
const shopOf = (loader: (args: LoaderFunctionArgs) => Promise<Response>): ServerBuild => ({
  mode: 'production',
  entry: { module: { default: () => new Response() } },
  routes: { page: { id: 'page', path: 'page', module: { default: undefined, loader } } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {} as ServerBuild['future'],
  isSpaMode: false,
})

test.each([
  ['PATCH', '/v1/fees/1', ['write']],
  ['POST', '/v1/orders', ['sale']],
  ['POST', '/v1/quotes', []],
  ['GET', '/v1/orders/1', []],
])('%s %s tells the held version: %j', async (method, path, expected) => {
  const heard: string[] = []
  const ask = () => Promise.resolve('1')
  const version = {
    ...{ ask, askNow: ask },
    forget: () => void heard.push('write'),
    forgetSale: () => void heard.push('sale'),
  }
  await server({ version }).request(`http://shop.test${path}`, { method })
  expect(heard).toEqual(expected)
})

test('every answer has headers that isolate its page from other sites', async () => {
  const { headers } = await server().request('http://shop.test/mark.svg')
  const policy = headers.get('Content-Security-Policy') ?? ''
  for (const part of [
    "default-src 'self'",
    "script-src 'self';",
    "style-src 'self';",
    "img-src 'self' data:",
    "form-action 'self' https://checkout.stripe.com",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-uri /csp-reports',
  ]) {
    expect(policy).toContain(part)
  }
  expect(policy).not.toContain('unsafe')
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
  expect(headers.get('Referrer-Policy')).toBe('same-origin')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Permissions-Policy')).toBe(
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
      'microphone=(), usb=()',
  )
  expect(headers.get('Strict-Transport-Security')).toBeNull()
})

/** A shop with one cacheable page, one private page and one missing page. */
function shopOfPages(): ServerBuild {
  const made = shopOf(() => Promise.resolve(new Response('page')))
  const add = (path: string, answer: () => Response) => {
    const loader = () => Promise.resolve(answer())
    made.routes[path] = { id: path, path, module: { default: undefined, loader } }
  }
  add('product', () => new Response('kept', { headers: { 'Cache-Control': 'public, no-cache' } }))
  add('gone', () => new Response('no such page', { status: 404 }))
  return made
}
const versioned = {
  fetch: () => Promise.resolve(Response.json({ version: '1', valid_until: '2100-01-01T00:00:00Z' })),
}

test.each([
  ['a page', '/page', {}, 200],
  ['a page that is kept, made and given again', '/product', {}, 200],
  ['a page that fails', '/page?failing', {}, 500],
  ['a page that is not there', '/gone', {}, 404],
  ['a built file', '/assets/site-abc.css', {}, 200],
  ['a built file that is gone', '/assets/gone.css', {}, 404],
  ['an answer of /v1', '/v1/products', {}, 200],
  ['a form from another site', '/page', { method: 'POST', headers: { Origin: 'http://evil.test' } }, 403],
  ['a body beyond the limit', '/v1/orders', { method: 'POST', body: 'x'.repeat(300 * 1024) }, 413],
  ['a page of a stand-in', '/sandbox/mail', {}, 200],
  ['what says that the process lives', '/healthz', {}, 200],
])('no site can frame %s', async (_, path, init, status) => {
  const sandboxPages = () => Promise.resolve(new Response('mail'))
  const broken = path.includes('failing') ? { build: () => Promise.reject(new Error('no')) } : {}
  const build = () => Promise.resolve(shopOfPages())
  const web = server({ api: versioned, sandboxPages, build, ...broken })
  const ask = () => web.request(`http://shop.test${path}`, init)
  for (const answer of [await ask(), await ask()]) {
    expect(answer.status).toBe(status)
    expect(answer.headers.get('X-Frame-Options')).toBe('DENY')
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  }
})

test('addresses that other programs look for are answered before the shop', async () => {
  const web = server({}, { publicUrl: 'https://shop.test', securityContacts: ['mailto:safe@shop.test'] })
  const file = await web.request('https://shop.test/.well-known/security.txt')
  expect(await file.text()).toContain('Contact: mailto:safe@shop.test')
  expect(file.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  const led = await web.request('https://shop.test/.well-known/change-password')
  expect(led.headers.get('Location')).toBe('/account/details#password')
})

test('a page of the sandbox has its own, narrower policy', async () => {
  const headers = { 'Content-Security-Policy': 'sandbox' }
  const web = server({ sandboxPages: () => Promise.resolve(new Response('mail', { headers })) })
  const answer = await web.request('http://shop.test/sandbox/mail/1/html')
  expect(answer.headers.get('Content-Security-Policy')).toBe('sandbox')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test('behind https browsers are told to use https only', async () => {
  const read = async (hsts: Settings['hsts']) => {
    const { headers } = await server({}, { publicUrl: 'https://shop.test', hsts }).request('/mark.svg')
    return headers.get('Strict-Transport-Security')
  }
  expect(await read('host')).toBe('max-age=31536000')
  expect(await read('subdomains')).toBe('max-age=63072000; includeSubDomains')
  expect(await read('preload')).toBe('max-age=63072000; includeSubDomains; preload')
})

test('the server makes the request id, passes it on, returns it and ignores a client’s id', async () => {
  const given = { headers: { 'X-Request-Id': 'chosen-by-a-visitor', 'X-Forwarded-For': '198.51.100.1' } }
  const answer = await server().request('/v1/products', given)
  const body: unknown = await answer.json()
  const id = answer.headers.get('X-Request-Id')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(body).toMatchObject({ requestId: id, visitorAddress: '' })
})

test('the id and client address of a trusted proxy are used', async () => {
  const headers = { 'X-Request-Id': 'from-the-proxy', 'X-Forwarded-For': '10.0.0.1, 198.51.100.1' }
  const answer = await server({}, { trustProxy: true }).request('/v1/products', { headers })
  expect(await answer.json()).toMatchObject({ requestId: 'from-the-proxy', visitorAddress: '198.51.100.1' })
  expect(answer.headers.get('X-Request-Id')).toBe('from-the-proxy')
})

test('behind a trusted proxy an invalid address is ignored', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.1, <script>' }
  const answer = await server({}, { trustProxy: true }).request('/v1/products', { headers })
  expect(await answer.json()).toMatchObject({ visitorAddress: '' })
})

describe('a shop alone names its visitor’s address to the service', () => {
  const visitorSecret = makeKeyRing(['shared by the shop and its service, nobody else'])
  const call = { method: 'GET', path: '/v1/products' }
  const vouched = (secret = visitorSecret) => ({
    headers: { [VISITOR_HEADER]: signVisitor(secret, '203.0.113.9', call, new Date()) },
  })
  const seen = async (settings: Partial<Settings>, init: RequestInit) =>
    (await (await server({}, settings).request('/v1/products', init)).json()) as { visitorAddress: string }

  test('the service accepts the address only with the shared secret', async () => {
    expect((await seen({ visitorSecret }, vouched())).visitorAddress).toBe('203.0.113.9')
    expect((await seen({ visitorSecret }, vouched(makeKeyRing(['x'.repeat(40)])))).visitorAddress).toBe('')
    expect((await seen({}, vouched())).visitorAddress).toBe('')
  })

  test('the service accepts what the shop sends', async () => {
    const service = createServer((request, response) => {
      const headers = new Headers({ [VISITOR_HEADER]: String(request.headers[VISITOR_HEADER.toLowerCase()]) })
      void seen({ visitorSecret }, { headers }).then(({ visitorAddress }) => {
        response.end(visitorAddress)
      })
    })
    await once(service.listen(0, '127.0.0.1'), 'listening')
    const apiUrl = `http://127.0.0.1:${String((service.address() as AddressInfo).port)}`
    const page = async ({ context }: LoaderFunctionArgs) => {
      const answer = await context.shop?.callApi(new Request(`${apiUrl}/v1/products?page=1`))
      return new Response(await answer?.text())
    }
    const build = () => Promise.resolve(shopOf(page))
    const shop = server({ api: undefined, build }, { visitorSecret, apiUrl, trustProxy: true })
    const answer = await shop.request('/page', { headers: { 'X-Forwarded-For': '203.0.113.9' } })
    expect(await answer.text()).toBe('203.0.113.9')
    service.close()
  })
})

describe('a page that failed because a call was rate limited', () => {
  const limited = {
    fetch: () => Promise.resolve(new Response('{}', { status: 429, headers: { 'Retry-After': '840' } })),
  }
  const pageOf = (status: number) => () =>
    Promise.resolve(
      shopOf(async ({ context }) => {
        await context.shop?.callApi(new Request('http://v1.internal/v1/users'))
        return new Response('page', { status })
      }),
    )

  test('a failed page has the Retry-After of the call', async () => {
    const answer = await server({ api: limited, build: pageOf(429) }).request('/page')
    expect(answer.headers.get('Retry-After')).toBe('840')
  })

  test('a page that is shown all the same has no Retry-After', async () => {
    const answer = await server({ api: limited, build: pageOf(200) }).request('/page')
    expect(answer.headers.get('Retry-After')).toBeNull()
  })
})

test('each request is logged in one line without query values and mailed tokens', async () => {
  await server().request('/v1/links/q1w2e3r4t5z6u7i8o9p0a1s2d3?email=ada@example.com&page=2')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    method: 'GET',
    path: '/v1/links/:token',
    query: ['email', 'page'],
    status: 200,
  })
  expect(JSON.stringify(lines)).not.toContain('ada@')
})

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.test' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ Origin: 'http://evil.test' }, 403],
  [{ Origin: 'null' }, 403],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://shop.test' }, 500],
  [{ Origin: 'https://shop.test' }, 500],
  [{}, 500],
])('a form sent with %o is answered with %i', async (headers, status) => {
  // A 500 means that the request passed and reached a shop that is missing in this test.
  const answer = await server().request('http://shop.test/checkout/6/pay', {
    method: 'POST',
    headers,
    body: 'a=1',
  })
  expect(answer.status).toBe(status)
})

test('calls of the service and of the payment provider need no origin', async () => {
  const headers = { Origin: 'http://elsewhere.test', 'Sec-Fetch-Site': 'cross-site' }
  const answer = await server().request('/v1/stripe/webhooks', { method: 'POST', headers, body: '{}' })
  expect(answer.status).toBe(200)
})

test('a body beyond the limit is refused before it is read', async () => {
  const answer = await server().request('/v1/orders', { method: 'POST', body: 'x'.repeat(300 * 1024) })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'too_large' })
})

test('answers are compressed in an encoding that the browser accepts', async () => {
  const read = async (accept: string) => {
    const answer = await server().request('/v1/products', { headers: { 'Accept-Encoding': accept } })
    return { encoding: answer.headers.get('Content-Encoding'), body: Buffer.from(await answer.arrayBuffer()) }
  }
  const [brotli, gzip, plain] = [await read('gzip, br'), await read('gzip'), await read('identity')]
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.body).toString()).toContain('xxx')
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toContain('xxx')
  expect(plain.encoding).toBeNull()
  expect(plain.body.toString()).toContain('xxx')
})

test('a shared answer of the service is sent in the bytes that it was first sent in', async () => {
  const ask = () => Promise.resolve('1')
  const version = { ask, askNow: ask, forget: () => undefined, forgetSale: () => undefined }
  const answer = { ok: true, status: 200, headers: [], body: '[1]'.repeat(500) }
  const texts = [answer.body, 'another text '.repeat(100)]
  const service: WebServerParts['api'] = {
    fetch: async (_, facts) => {
      await facts.keepAnswer?.('/v1/plans', () => Promise.resolve({ answer, size: 1500, parts: [] }))
      return new Response(texts.shift(), { headers: { 'Content-Type': 'application/json' } })
    },
  }
  const { request } = server({ api: service, version })
  expect(await (await request('http://shop.test/v1/plans')).text()).toBe(answer.body)
  expect(await (await request('http://shop.test/v1/plans')).text()).toBe(answer.body)
})

test('built files are cached for good, others for an hour, and missing ones answer at once', async () => {
  const hashed = await server().request('/assets/site-abc.css', { headers: { 'Accept-Encoding': 'gzip' } })
  expect(hashed.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(hashed.headers.get('Content-Type')).toContain('text/css')
  expect(gunzipSync(Buffer.from(await hashed.arrayBuffer())).toString()).toBe('a{}'.repeat(500))
  const named = await server().request('/mark.svg')
  expect(named.headers.get('Cache-Control')).toBe('public, max-age=3600')
  const etag = named.headers.get('ETag') ?? ''
  const again = await server().request('/mark.svg', { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  expect((await server().request('/assets/gone.css')).status).toBe(404)
  expect((await server().request('/assets/..%2f..%2fpackage.json')).status).toBe(404)
})

test('the process is ready only while every part works and no shutdown has begun', async () => {
  expect((await server().request('/readyz')).status).toBe(200)
  const broken = await server({
    health: { database: () => true, jobs: () => Promise.reject(new Error('gone')) },
  }).request('/readyz')
  expect(broken.status).toBe(503)
  expect(await broken.json()).toEqual({ status: 'not ready', parts: { database: 'ok', jobs: 'failed' } })
  const stopping = server({ draining: () => true })
  expect((await stopping.request('/readyz')).status).toBe(503)
  const alive = await stopping.request('/healthz')
  expect(alive.status).toBe(200)
  expect(alive.headers.get('Connection')).toBe('close')
})

test('browser reports are logged in short and without personal data', async () => {
  const web = server()
  const message = 'no seat for ada@example.com'
  const page = 'http://shop.test/checkout?email=ada@example.com'
  const answer = await web.request('/errors', { method: 'POST', body: JSON.stringify({ message, page }) })
  expect(answer.status).toBe(204)
  expect(reported).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    msg: 'browser error',
    message: 'no seat for [email]',
    page: 'http://shop.test/checkout',
  })
  for (let i = 0; i < 50; i++)
    await web.request('/errors', { method: 'POST', body: JSON.stringify({ message }) })
  expect(reported).toHaveLength(20)
})

test('refused content is logged and counted', async () => {
  const report = {
    'document-uri': 'http://shop.test/?a=b',
    'violated-directive': 'style-src',
    'blocked-uri': 'inline',
  }
  const body = JSON.stringify({ 'csp-report': report })
  await server().request('/csp-reports', { method: 'POST', body })
  expect(lines[0]).toMatchObject({
    msg: 'csp report',
    page: 'http://shop.test/',
    directive: 'style-src',
    count: 1,
  })
})
