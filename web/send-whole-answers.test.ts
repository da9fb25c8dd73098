import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listenWith, noteWholeBody } from './send-whole-answers.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Asks a server that answers with this response. */
async function ask(answer: () => Response, method = 'GET'): Promise<Response> {
  const listener = listenWith(answer)
  server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  return fetch(`http://127.0.0.1:${String(address.port)}/`, { method })
}

/** A stream that never ends, so whoever reads it waits for good. */
const endless = () => new ReadableStream()

test('a response whose bytes are known is sent with its status and headers, without its stream', async () => {
  const body = Buffer.from('{"là":1}')
  const sent = await ask(() => {
    const headers = new Headers({ 'Content-Type': 'application/json', 'Content-Length': '9' })
    for (const name of ['one', 'two']) headers.append('Set-Cookie', `${name}=1`)
    const response = new Response(endless(), { status: 201, headers })
    noteWholeBody(response, body)
    return response
  })
  expect([sent.status, await sent.text()]).toEqual([201, '{"là":1}'])
  expect(sent.headers.get('Content-Type')).toBe('application/json')
  expect(sent.headers.get('Content-Length')).toBe('9')
  expect(sent.headers.getSetCookie()).toEqual(['one=1', 'two=1'])
})

test('a response of which nothing is known is sent from its stream', async () => {
  const sent = await ask(() => new Response('streamed', { status: 404 }))
  expect([sent.status, await sent.text()]).toEqual([404, 'streamed'])
})
