import { expect, test } from 'vitest'
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
])(
  'the path %s leads nowhere: the token goes to the service that is set and to nobody else',
  async (path) => {
    await expect(client.get(path, z.unknown())).rejects.toThrow(TypeError)
    expect(asked).toEqual([])
  },
)

test('what a visitor types stays below /v1 of that service', async () => {
  for (const typed of ['//evil.example', '..%2f..', '../orders/1', '@evil.example', '?x=1#y']) {
    await client.get(`/v1/products/${encodeURIComponent(typed)}`, z.unknown())
  }
  expect(asked).toHaveLength(5)
  for (const url of asked) expect(url).toMatch(/^https:\/\/service\.test\/v1\/products\/[^/?#]+$/)
})
