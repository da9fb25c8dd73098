import { createServer } from 'node:http'
import { once } from 'node:events'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createErrorReports, scrubEvent, redactPersonalData } from './error-reports.server.ts'

test('texts lose personal data', () => {
  expect(redactPersonalData('no seat for ada@example.com, card 4242 4242 4242 4242')).toBe(
    'no seat for [email], card [number]',
  )
  expect(redactPersonalData('call +1 (212) 555-0147 or x%40y.org')).toBe('call [number] or [email]')
  expect(redactPersonalData('pi_123_secret_456 and eyJhbGciOi.eyJzdWIi.sig')).toBe('[key] and [token]')
  expect(redactPersonalData('order 1042 on 2027-05-12')).toBe('order 1042 on 2027-05-12')
})

test('a failed query is reported without its parameters', () => {
  const query = 'Failed query: update "passengers" set "weight_lbs" = $1, "full_name" = $2'
  const message = `${query}\nparams: 237,Ada\nLind: the second,12`
  expect(redactPersonalData(message)).toBe(`${query}\nparams: [values]`)
  const cause = '\ncaused by: error: deadlock detected\n    at parse (parser.js:9:1)'
  const stack = `Error: ${message}\n    at run (session.js:41:11)${cause}`
  expect(redactPersonalData(stack)).toBe(
    `Error: ${query}\nparams: [values]\n    at run (session.js:41:11)${cause}`,
  )
})

test('events lose the request and the user', () => {
  const event = scrubEvent({
    request: { url: '/?email=ada@example.com' },
    user: { ip_address: '203.0.113.7' },
    server_name: 'host',
    message: 'ada@example.com',
    exception: { values: [{ value: 'for ada@example.com' }] },
  })
  expect(event).toEqual({ message: '[email]', exception: { values: [{ value: 'for [email]' }] } })
})

test('an error reaches the configured service without personal data', async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      bodies.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString())
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const reports = await createErrorReports(`http://key@127.0.0.1:${String(bound.port)}/1`, 'test')
  // Reports quote the source, so the address must not appear in one piece here.
  const address = ['ada', 'example.com'].join('@')
  reports.report(new Error(`mail to ${address} failed`), { requestId: 'abcdefgh' })
  await reports.flush()
  server.close()
  expect(bodies.join()).toContain('mail to [email] failed')
  expect(bodies.join()).toContain('abcdefgh')
  expect(bodies.join()).not.toContain(address)
})
