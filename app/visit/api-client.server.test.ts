import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testSettings } from '#tests/support/test-settings.ts'
import { createDirectClient } from './api-client.server.ts'

const asked: string[] = []
const client = createDirectClient({
  settings: testSettings({ apiUrl: 'https://service.test' }),
  requestId: 'a request of the tests',
  callApi: (request) => {
    asked.push(request.url)
    return Promise.resolve(Response.json({}))
  },
})

test.each([
  '@evil.example/v1/orders',
  '//evil.example/v1/',
  'https://evil.example/v1/a',
  '.evil.example/v1/a',
])('the path %s is refused, so that the token goes to the configured service only', async (path) => {
  await expect(client.get(path, z.unknown())).rejects.toThrow(TypeError)
  expect(asked).toEqual([])
})

test('typed values stay below /v1 of the configured service', async () => {
  for (const typed of ['//evil.example', '..%2f..', '../orders/1', '@evil.example', '?x=1#y']) {
    await client.get(`/v1/products/${encodeURIComponent(typed)}`, z.unknown())
  }
  expect(asked).toHaveLength(5)
  for (const url of asked) expect(url).toMatch(/^https:\/\/service\.test\/v1\/products\/[^/?#]+$/)
})

test('what this process gives is copied and checked, unless the page sends no data', async () => {
  const given = { product: { id: 6, secret: 'inner' } }
  const schema = z.object({ product: z.object({ id: z.number() }) })
  const unchecked: unknown[] = []
  const ask = async (sendsNoData: boolean, value: unknown) => {
    const client = createDirectClient({
      settings: testSettings(),
      requestId: 'a request of the tests',
      sendsNoData,
      onUnchecked: (...told) => unchecked.push(told),
      callApi: (_, takeAnswer) => {
        takeAnswer?.(value)
        return Promise.resolve(new Response())
      },
    })
    const read = await client.get('/v1/products/6', schema)
    return read.ok ? read.data : read.code
  }
  expect(await ask(false, given)).toEqual({ product: { id: 6 } })
  expect(await ask(false, { product: null })).toBe('unreachable')
  expect(unchecked).toEqual([])
  expect(await ask(true, given)).toBe(given)
  expect(unchecked).toEqual([[given, schema]])
})

describe('remote service that does not answer', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** The time limits end at once; the test records how long they would have been. */
  function silentService(settings: { apiUrl?: string }) {
    const patience: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const over = new AbortController()
      patience.push(ms)
      setImmediate(() => {
        over.abort()
      })
      return over.signal
    })
    const callApi = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('timed out'))
        })
      })
    const silent = createDirectClient({ settings: testSettings(settings), requestId: 'test', callApi })
    return { silent, patience }
  }
  const unreachable = { ok: false, status: 502, code: 'unreachable' }

  test('gets six seconds for a read and twenty-five for a write', async () => {
    const { silent, patience } = silentService({ apiUrl: 'https://service.test' })
    expect(await silent.get('/v1/products', z.unknown())).toMatchObject(unreachable)
    expect(await silent.post('/v1/orders', z.unknown(), { body: {} })).toMatchObject(unreachable)
    expect(await silent.put('/v1/drafts/1', z.unknown(), { body: {} })).toMatchObject(unreachable)
    expect(await silent.delete('/v1/user_token')).toMatchObject(unreachable)
    expect(patience).toEqual([6000, 25_000, 25_000, 25_000])
  })
})
