import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'playwright/test'
import { type StandaloneShop, startStandaloneShop } from '../support/start-shop-alone.ts'

const SENTENCE = 'We cannot reach our booking service just now.'
const PAGES = ['/', '/product', '/product/6', '/checkout', '/checkout/6']

/** Each of these servers fails as a /v1 service in its own way. */
const services: Record<string, RequestListener> = {
  'never answers': () => undefined,
  'begins an answer and stops': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.write('{"products":[')
  },
  'sends a page': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end('<!doctype html><h1>Welcome</h1>')
  },
  'sends a page of an error': (_, response) => {
    response.writeHead(500, { 'Content-Type': 'text/html' })
    response.end('<h1>Internal Server Error</h1>')
  },
  'sends garbage': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{"products": "all", "brands": 7')
  },
  'asks everybody for a password': (_, response) => {
    response.writeHead(401, { 'Content-Type': 'application/json' })
    response.end('{}')
  },
}

/** This case takes as long as the one that never answers, so it runs only in the full run. */
const left = process.env['FULL'] === 'true' ? undefined : 'begins an answer and stops'

test('pages answer with a message and in time while the service fails', async () => {
  let answer: RequestListener = () => undefined
  const service = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const bound = service.address()
  const port = bound && typeof bound === 'object' ? bound.port : 0
  const shop = await startStandaloneShop('remix-serve', `http://127.0.0.1:${String(port)}`)
  for (const [trouble, listener] of Object.entries(services)) {
    if (trouble === left) continue
    await test.step(`the service ${trouble}`, async () => {
      answer = listener
      await Promise.all(PAGES.map((path) => expectSentence(shop, path)))
    })
  }
  service.closeAllConnections()
  service.close()
  await test.step('the service is stopped', () =>
    Promise.all(PAGES.map((path) => expectSentence(shop, path))))
  expect((await fetch(`${shop.origin}/terms-conditions`)).status).toBe(200)
  await shop.stop()
})

/** The shop's timeout for reads is 6 seconds, and a page reads its brands first. */
async function expectSentence(shop: StandaloneShop, path: string): Promise<void> {
  const answer = await fetch(`${shop.origin}${path}`, { signal: AbortSignal.timeout(120_000) })
  expect(answer.status, path).toBe(503)
  expect(await answer.text(), path).toContain(SENTENCE)
}
