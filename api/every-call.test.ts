import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ErrorBody, FieldErrors } from '#contract/errors.ts'
import { type CallInput, describedCalls, type DescribedCall } from '#tests/support/described-calls.ts'
import { LIBRARY_TEXT } from '#tests/support/library-text.ts'
import { PROPERTY_RUNS } from '#tests/support/property-runs.ts'
import { departureAt, guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'
import { permissions } from './rules/access/permissions.ts'

let shop: TestApi
let calls: DescribedCall[]
let orderId: number
const tokens: Record<string, string> = {}
beforeAll(async () => {
  const opened = await openShop()
  shop = opened.shop
  const guest = await guestToken(shop)
  const order = await placeOrder(
    shop,
    guest,
    seatOrder(await departureAt(shop, 6, opened.nextDay(), '14:30'), 2),
  )
  orderId = order.id
  for (const who of ['admin', 'customer']) tokens[who] = await logIn(shop, `${who}@example.com`)
  tokens['guest'] = guest
  const { body } = await shop.call('GET', '/v1/openapi.json')
  calls = describedCalls(body, (path) => (path.startsWith('/v1/orders/') ? orderId : 1))
})
afterAll(() => shop.close())

/** What no column holds, or no calendar. */
const UNTEXT = ['\u0000', 'a\u0000b', '\u0007', 'a\u001bb', '\u009f']
const STRANGE: readonly unknown[] = [
  ...[2 ** 31, 2 ** 53, 2 ** 63, 1e300, -1, -(2 ** 31) - 1, 0.001, 1.005],
  ...['2147483648', '18446744073709551616', '9'.repeat(60), '-1', '1e400', 'NaN', '0x10'],
  ...UNTEXT,
  ...['\ud800', '\u202e', '𝕏'.repeat(300), 'x'.repeat(5000), '', ' ', '%', '../..', "'; --"],
  ...['0000-01-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '-271821-04-20T00:00:00Z'],
  ...['2026-02-30', '2026-02-30T10:00:00Z', '2027-13', '0000-12', '25:61', '2027-05-14T18:00:00+99:99'],
  ...[null, true, [], {}, [null], [[]], [{}], { a: { b: 1 } }, ['\u0000'], { '\u0000': 1 }],
]
const isUntext = ({ in: where }: CallInput, value: unknown) =>
  where === 'body' ? hasControls(value) : typeof value === 'string' && hasControls(value)
const hasControls = (value: unknown) =>
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(JSON.stringify(value) ?? '') ||
  /\\u00[01]/.test(JSON.stringify(value) ?? '')

/** Whoever gets furthest with a call. */
function callerOf({ method, path }: DescribedCall): string | undefined {
  const row = permissions[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
  if (!row) return undefined
  return (['admin', 'customer', 'guest'] as const).find((who) => row[who] !== 'no')
}

let sent = 0
async function send(call: DescribedCall, input: CallInput, value: unknown) {
  const { path, body } = call.request(input, value)
  const who = callerOf(call)
  const token = who === undefined ? undefined : tokens[who]
  sent += 1
  if (sent % 200 === 0) await shop.deps.database.query('delete from call_counts')
  return shop.call(call.method, path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const wrappersOf = (call: DescribedCall) =>
  call.inputs.flatMap(({ in: where, at: [first, second] }) =>
    where === 'body' &&
    first !== undefined &&
    second !== undefined &&
    second !== '0' &&
    !['items', 'proposal'].includes(first)
      ? [first]
      : [],
  )

/**
 * What is wrong with the answer to a strange value; undefined when it is refused in words, or
 * taken.
 */
async function findFault(call: DescribedCall, input: CallInput, value: unknown): Promise<string | undefined> {
  const { status, body } = await send(call, input, value)
  const fault = (why: string) =>
    `${why}: ${JSON.stringify({ call: `${call.method} ${call.path}`, input, value, status, body })}`.slice(
      0,
      500,
    )
  // The provider of the tests does not answer, which is said as 503.
  if (status >= 500 && status !== 503) return fault('a failure of ours')
  if (isUntext(input, value) && status < 400) return fault('control characters are taken')
  if (status < 400) return undefined
  if (status !== 422) return ErrorBody.safeParse(body).success ? undefined : fault('no error body')
  const fields = FieldErrors.safeParse(body).data
  if (!fields) return fault('no field errors')
  const wrapped = Object.keys(fields).some((name) => wrapperIn(name, wrappersOf(call)))
  if (wrapped) return fault('a wrapped name')
  return LIBRARY_TEXT.test(JSON.stringify(Object.values(fields))) ? fault('text of the library') : undefined
}

const wrapperIn = (name: string, wrappers: readonly string[]) => {
  const [first = '', second] = name.split('.')
  return second !== undefined && !/^\d+$/.test(second) && wrappers.includes(first)
}

test('the description of /v1 names every call of the permission table', () => {
  const named = calls.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
  const own = ['GET /v1/openapi.json', 'GET /v1/docs']
  expect(Object.keys(permissions).filter((call) => !named.includes(call) && !own.includes(call))).toEqual([])
})

/** Others each day, the same within one run. */
const SEED = Math.floor(Date.now() / 86_400_000)
const inputs = () => calls.flatMap((call) => call.inputs.map((input) => ({ call, input })))

test('no number, text or day in any path, query or body causes an internal error', async () => {
  const each = PROPERTY_RUNS > 1_000 ? 12 : 2
  const all = inputs()
  expect(all.length).toBeGreaterThan(1000)
  const faults: string[] = []
  for (const [at, { call, input }] of all.entries()) {
    const chosen = fc.shuffledSubarray([...STRANGE], { minLength: each, maxLength: each })
    const values = fc.sample(chosen, { numRuns: 1, seed: at + SEED })[0] ?? []
    for (const value of values) faults.push(...[(await findFault(call, input, value)) ?? []].flat())
  }
  expect(faults).toEqual([])
  expect((await shop.call('GET', '/v1/users/me', { token: tokens['admin'] ?? '' })).status).toBe(200)
}, 900_000)

test('text with a control character is refused in every path, query and body', async () => {
  const faults: string[] = []
  for (const [at, { call, input }] of inputs().entries()) {
    faults.push(...[(await findFault(call, input, UNTEXT[at % UNTEXT.length])) ?? []].flat())
  }
  expect(faults).toEqual([])
}, 900_000)
