import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { beginIdempotentCall, finishIdempotentCall, type IdempotencyKey } from '../access/idempotent.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi()
})
afterAll(() => shop.close())
let once: IdempotencyKey
let calls = 0
beforeEach(() => {
  shop.clock.set(TEST_NOW)
  once = { scope: 'session:a POST /v1/orders', key: `key-${String((calls += 1))}`, body: '{}' }
})

async function claim(key = once) {
  const claimed = await beginIdempotentCall(shop.deps, key)
  if (claimed.kind !== 'claimed') throw new Error(`not claimed: ${claimed.kind}`)
  return claimed
}

test('an answer is stored and repeated', async () => {
  const { lockedUntil } = await claim()
  await finishIdempotentCall(shop.deps, once, lockedUntil, { status: 201, body: { id: 1 } })
  expect(await beginIdempotentCall(shop.deps, once)).toEqual({ kind: 'replay', status: 201, body: { id: 1 } })
})

test('a stored answer cannot be read in the database', async () => {
  const { lockedUntil } = await claim()
  await finishIdempotentCall(shop.deps, once, lockedUntil, {
    status: 201,
    body: { reference: 'pi_1_secret_2' },
  })
  const { rows } = await shop.deps.database.query('select body from idempotency_keys where key = $1', [
    once.key,
  ])
  const stored = Buffer.from(rows[0]?.['body'] as Uint8Array)
  expect(stored.byteLength).toBeGreaterThan(20)
  expect(stored.includes('secret')).toBe(false)
})

test('a parallel duplicate waits for the first answer', async () => {
  const { lockedUntil } = await claim()
  const duplicate = beginIdempotentCall(shop.deps, once)
  await finishIdempotentCall(shop.deps, once, lockedUntil, { status: 409, body: { code: 'sold_out' } })
  expect(await duplicate).toEqual({ kind: 'replay', status: 409, body: { code: 'sold_out' } })
})

test('a failed call frees the key', async () => {
  const { lockedUntil } = await claim()
  await finishIdempotentCall(shop.deps, once, lockedUntil, undefined)
  expect((await beginIdempotentCall(shop.deps, once)).kind).toBe('claimed')
})

test('another body under the key is refused, also while the first call is running', async () => {
  await claim()
  expect(await beginIdempotentCall(shop.deps, { ...once, body: '{"other":1}' })).toEqual({ kind: 'mismatch' })
})

test('the same key in another scope is independent', async () => {
  await claim()
  await claim({ ...once, scope: 'session:b POST /v1/orders' })
})

test('a call that outlives its lock is taken over and cannot overwrite the new answer', async () => {
  const dead = await claim()
  shop.clock.advance(2)
  const successor = await claim()
  await finishIdempotentCall(shop.deps, once, dead.lockedUntil, { status: 201, body: 'from the dead' })
  await finishIdempotentCall(shop.deps, once, successor.lockedUntil, { status: 201, body: 'successor' })
  expect(await beginIdempotentCall(shop.deps, once)).toMatchObject({ kind: 'replay', body: 'successor' })
})

test('a key can be used again after 24 hours', async () => {
  const { lockedUntil } = await claim()
  await finishIdempotentCall(shop.deps, once, lockedUntil, { status: 201, body: {} })
  shop.clock.advance(24 * 60)
  expect((await beginIdempotentCall(shop.deps, { ...once, body: '{"new":1}' })).kind).toBe('claimed')
})
