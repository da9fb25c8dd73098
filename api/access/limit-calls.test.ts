import { OpenAPIHono } from '@hono/zod-openapi'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { guestToken } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { createCallCounters, limitCalls } from './limit-calls.ts'
import { limitRules } from '../rules/access/call-limits.ts'
import { type ApiEnv } from '../http/http.ts'

let first: TestApi
let shop: TestApi
beforeAll(async () => {
  first = await createTestApi({ seeded: true })
})
// Each test has its own service, which has counted nothing yet.
beforeEach(async () => {
  const { database } = first.deps
  shop = await createTestApi({ database, settings: testSettings({ limitFactor: 1 }) })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => first.close())

const logIn = (email: string, password: string, visitorAddress = '198.51.100.1') =>
  shop.call('POST', '/v1/user_token', { body: { auth: { email, password } }, bindings: { visitorAddress } })
const correctPassword = () => shop.deps.settings.demoPassword

const repeat = async <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = []
  for (let index = 0; index < times; index++) done.push(await work(index))
  return done
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

describe('logging in', () => {
  test('the eleventh wrong password for one e-mail answers 429 with a message and Retry-After', async () => {
    const wrong = await repeat(10, () => logIn('customer@example.com', 'wrong'))
    expect(statuses(wrong)).toEqual(Array(10).fill(401))
    const limited = await logIn('customer@example.com', correctPassword())
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(limited.body).toMatchObject({
      error: expect.stringMatching(
        /^Too many tries\. Please wait about 15 minutes and try again; nothing is lost\.$/,
      ) as string,
    })
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(800)
    expect(Number(limited.headers.get('Retry-After'))).toBeLessThanOrEqual(900)
  })

  test('case and spaces do not make an e-mail another one', async () => {
    await repeat(10, () => logIn('customer@example.com', 'wrong'))
    expect((await logIn('  CUSTOMER@example.com', 'wrong')).status).toBe(429)
  })

  test('the same e-mail from another network and another e-mail from this one are not limited', async () => {
    await repeat(10, () => logIn('customer@example.com', 'wrong'))
    expect((await logIn('customer@example.com', correctPassword(), '198.51.100.2')).status).toBe(201)
    expect((await logIn('staff@example.com', correctPassword())).status).toBe(201)
  })

  test('a correct password is not counted', async () => {
    expect(statuses(await repeat(15, () => logIn('customer@example.com', correctPassword())))).toEqual(
      Array(15).fill(201),
    )
    expect((await logIn('customer@example.com', 'wrong')).status).toBe(401)
  })

  test('one network may try the accounts of fifty people, an IPv6 network by its /64', async () => {
    const from = (index: number) => `2001:db8:7:7::${(index + 1).toString(16)}`
    const guess = (index: number) => logIn(`person${String(index)}@example.com`, 'wrong', from(index))
    expect(statuses(await repeat(50, guess))).toEqual(Array(50).fill(401))
    expect((await guess(50)).status).toBe(429)
    expect((await logIn('customer@example.com', correctPassword(), '2001:db8:7:8::1')).status).toBe(201)
  })

  test('all networks together may try one account a hundred times an hour', async () => {
    const guess = (index: number) => logIn('customer@example.com', 'wrong', `203.0.113.${String(index)}`)
    expect(statuses(await repeat(100, guess))).toEqual(Array(100).fill(401))
    expect((await guess(100)).status).toBe(429)
  })

  test('parallel tries count like consecutive ones', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => logIn('customer@example.com', 'wrong')),
    )
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(10)
  })

  test('logging in works again after the wait', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await repeat(10, () => logIn('customer@example.com', 'wrong'))
    vi.advanceTimersByTime(14 * 60_000)
    expect((await logIn('customer@example.com', correctPassword())).status).toBe(429)
    vi.advanceTimersByTime(60_000)
    expect((await logIn('customer@example.com', correctPassword())).status).toBe(201)
  })
})

test('guest tokens are limited per address and per e-mail', async () => {
  const ask = (email: string, visitorAddress: string) =>
    shop.call('POST', '/v1/customers', { body: { customer: { email } }, bindings: { visitorAddress } })
  const many = await repeat(61, (index) => ask(`guest${String(index)}@example.com`, '198.51.100.7'))
  expect(statuses(many)).toEqual([...Array<number>(60).fill(201), 429])
  const one = await repeat(31, (index) => ask('same@example.com', `203.0.113.${String(index)}`))
  expect(statuses(one)).toEqual([...Array<number>(30).fill(201), 429])
  expect((await ask('else@example.com', '198.51.100.8')).status).toBe(201)
})

test('tries of mailed links are limited', async () => {
  const look = (index: number) =>
    shop.call('GET', `/v1/password_resets/guess${String(index)}?email=customer@example.com`)
  expect(statuses(await repeat(31, look))).toEqual([...Array<number>(30).fill(404), 429])
})

test('paying calls for a foreign order do not use up its owner’s limit', async () => {
  const pay = async (token: string, visitorAddress: string) => {
    const body = { payment: { order_id: 4711, stripe_payment: { amount: 'all' } } }
    return (await shop.call('POST', '/v1/payments', { token, body, bindings: { visitorAddress } })).status
  }
  const [owner, stranger] = [await guestToken(shop), await guestToken(shop)]
  const tried = await repeat(13, () => pay(stranger, '203.0.113.66'))
  expect(tried).toEqual([...Array<number>(12).fill(422), 429])
  expect(await pay(owner, '198.51.100.1')).toBe(422)
})

test('callers without a known address share one limit', async () => {
  const nowhere = () => logIn(`x${crypto.randomUUID()}@example.com`, 'wrong', '')
  expect(statuses(await repeat(51, nowhere)).at(-1)).toBe(429)
})

test('the provider’s events are never limited', async () => {
  const event = () => shop.call('POST', '/v1/stripe/webhooks', { body: '{}' })
  expect(new Set(statuses(await repeat(650, event)))).toEqual(new Set([400]))
})

/** The limit of codes is tested on a call that exists only here. */
describe('the limit of codes', () => {
  const router = (reply: () => Response) => {
    const app = new OpenAPIHono<ApiEnv>()
    app.use(async (c, next) => {
      c.set('deps', shop.deps)
      c.set('caller', {
        kind: 'guest',
        sessionId: c.req.header('session') ?? '',
        userId: 1,
        emailProven: false,
        roles: [],
      })
      await next()
    })
    app.use(
      limitCalls(
        createCallCounters(shop.deps.database, shop.deps.log),
        () => undefined,
        () => limitRules.codes,
      ),
    )
    app.post('/v1/codes', reply)
    return (session: string, visitorAddress: string) =>
      app.request(
        '/v1/codes',
        { method: 'POST', headers: { session }, body: '{"code":"x"}' },
        { visitorAddress },
      )
  }

  test('refuses a session after ten wrong codes and a network after thirty', async () => {
    const tryCode = router(() => new Response(null, { status: 422 }))
    const one = await repeat(11, () => Promise.resolve(tryCode('one', '198.51.100.1')))
    expect(statuses(one)).toEqual([...Array<number>(10).fill(422), 429])
    const many = await repeat(21, (index) =>
      Promise.resolve(tryCode(`session ${String(index)}`, '198.51.100.1')),
    )
    expect(statuses(many)).toEqual([...Array<number>(20).fill(422), 429])
    expect((await tryCode('elsewhere', '198.51.100.2')).status).toBe(422)
  })

  test('does not count correct codes and replayed answers', async () => {
    const good = router(() => new Response(null, { status: 200 }))
    expect(new Set(statuses(await repeat(40, () => Promise.resolve(good('one', '198.51.100.1')))))).toEqual(
      new Set([200]),
    )
    const again = router(
      () => new Response(null, { status: 422, headers: { 'Idempotent-Replayed': 'true' } }),
    )
    expect(new Set(statuses(await repeat(40, () => Promise.resolve(again('one', '198.51.100.1')))))).toEqual(
      new Set([422]),
    )
  })
})
