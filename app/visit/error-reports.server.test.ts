import { createServer } from 'node:http'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { PROPERTY_RUNS } from '#tests/support/property-runs.ts'
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

// Starting the library wraps the framework's handler for good, and test files of a thread share it.
const framework = createRequire(import.meta.url)('@remix-run/server-runtime') as {
  createRequestHandler: unknown
}
const { createRequestHandler } = framework
afterAll(() => {
  framework.createRequestHandler = createRequestHandler
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

const codes = fc
  .string({ unit: fc.constantFrom(...'ABCDEFGHJKMNPQRTUWXY23456789-_'), minLength: 3, maxLength: 40 })
  .filter((code) => /^[A-Z].*[A-Z\d]$/.test(code) && code !== 'JSON')

/** The message of the error that a body causes when it is read. */
function messageOfBody(body: string): string {
  try {
    return String(JSON.parse(body))
  } catch (error) {
    return (error as Error).message
  }
}

/** Where libraries, the database and our own code quote what a visitor sent. */
const quotingTexts: readonly ((code: string) => string)[] = [
  (code) => messageOfBody(code),
  (code) => messageOfBody(`{"code":"${code}",}`),
  (code) => `invalid input syntax for type integer: "${code}"`,
  (code) => `duplicate key value\nKey (code)=(${code}) already exists.`,
  (code) => `get http://localhost:3000/v1/discount_codes/${code} was answered with 500`,
  (code) => `cannot read https://shop.test/gifts/${code}?_data=root`,
  (code) => `Failed to fetch /checkout/12?seats=2&code=${code}`,
  (code) => `received {"gift_card":"${code}","party":2}`,
  (code) => `received { discount_code_code: '${code}' }`,
  (code) => `gift_codes: ["${code}", "${code}"]`,
  (code) => `No such voucher: ${code}`,
  (code) => `The code ${code} is used up`,
  (code) => `The code “${code}” is used up`,
  (code) => `token=${code}; path=/`,
]

test('a code of any length stays out of error texts, however they quote it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...quotingTexts), codes, (text, code) => {
      expect(redactPersonalData(text(code))).not.toContain(code)
    }),
    { numRuns: PROPERTY_RUNS },
  )
})

test('what helps to find a fault stays in error texts', () => {
  for (const text of [
    'relation "orders" does not exist',
    'Failed query: select "id" from "orders" where "orders"."number" = $1',
    'duplicate key value violates unique constraint "orders_number_key"',
    'the provider answered with status 402',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'Error: no flight\n    at readFlight (file:///srv/build/server.js:12:34)',
    'A code for the order is missing',
  ]) {
    expect(redactPersonalData(text)).toBe(text)
  }
})
