import { type AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitBody } from './limit-body.ts'

let server: ReturnType<typeof serve>
let origin: string
beforeAll(async () => {
  const web = new Hono()
  web.use(limitBody(10))
  web.all('/', async (c) => c.text(`${c.req.method} ${await c.req.text()}`))
  await new Promise<void>((ready) => {
    server = serve({ fetch: web.fetch, port: 0, hostname: '127.0.0.1' }, () => ready())
  })
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterAll(() => server.close())

const chunks = (text: string) => new Blob([text]).stream()
const streamed = (text: string): RequestInit => ({ method: 'POST', body: chunks(text), duplex: 'half' })

test.each<[name: string, init: RequestInit, status: number, text: string]>([
  ['a DELETE without a body', { method: 'DELETE' }, 200, 'DELETE '],
  ['a small body', { method: 'POST', body: 'ten bytes!' }, 200, 'POST ten bytes!'],
  ['a large body', { method: 'POST', body: 'eleven byte' }, 413, 'too large'],
  ['a small body that does not tell its length', streamed('ten bytes!'), 200, 'POST ten bytes!'],
  ['a large body that does not tell its length', streamed('eleven byte'), 413, 'too large'],
])('%s is answered as expected', async (_name, init, status, text) => {
  const answer = await fetch(origin, init)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(text)
})
