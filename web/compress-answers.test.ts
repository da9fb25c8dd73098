import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressAnswers, shareBody } from './compress-answers.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text.repeat(2000))

/** Answers with these bodies in turn, all shared as the one page. */
function serverOf(page: { html: Uint8Array<ArrayBuffer> }, bodies: Uint8Array<ArrayBuffer>[]) {
  const server = new Hono()
  server.use(compressAnswers())
  server.get('/', () => {
    const response = new Response(bodies.shift(), { headers: { 'Content-Type': 'text/html' } })
    shareBody(response, page, () => Buffer.from(page.html.buffer))
    return response
  })
  return async (accepted?: string) => {
    const response = await server.request('/', accepted ? { headers: { 'Accept-Encoding': accepted } } : {})
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    const body = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('Content-Length')).toBe(String(body.byteLength))
    return { encoding: response.headers.get('Content-Encoding'), body }
  }
}

test('a shared body is sent in each encoding', async () => {
  const page = { html: bytesOf('page ') }
  const ask = serverOf(page, [page.html, page.html, page.html])
  const [brotli, gzip, plain] = [await ask('gzip, br'), await ask('gzip'), await ask()]
  expect([brotli.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', null])
  expect(brotliDecompressSync(brotli.body)).toEqual(Buffer.from(page.html))
  expect(gunzipSync(gzip.body)).toEqual(Buffer.from(page.html))
  expect(plain.body).toEqual(Buffer.from(page.html))
})

test('a response that names the encoding already does not name it twice', async () => {
  const server = new Hono()
  server.use(compressAnswers())
  server.get('/', (c) => c.text('page '.repeat(2000), 200, { Vary: 'Cookie, Accept-Encoding' }))
  const response = await server.request('/', { headers: { 'Accept-Encoding': 'gzip' } })
  expect(response.headers.get('Content-Encoding')).toBe('gzip')
  expect(response.headers.get('Vary')).toBe('Cookie, Accept-Encoding')
})

test('a shared body is compressed once', async () => {
  const page = { html: bytesOf('page ') }
  const ask = serverOf(page, [page.html, page.html])
  const { body } = await ask('br')
  page.html.fill(0)
  expect((await ask('br')).body).toEqual(body)
})
