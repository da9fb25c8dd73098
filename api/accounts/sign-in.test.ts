import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

// The library still does its work; what it was asked is counted.
vi.mock('@node-rs/argon2', { spy: true })
// Test files share loaded modules: modules whose calls are counted here are loaded again, and once
// more for the following files.
vi.resetModules()
const { verify } = await import('@node-rs/argon2')
const { signIn } = await import('./sign-in.ts')

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(async () => {
  vi.resetModules()
  await shop.close()
})

const PARAMETERS = /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/

/**
 * What the work of one refused login was: how often a password was checked, and how dear each check
 * was.
 */
async function workOf(email: string): Promise<(string | undefined)[]> {
  vi.mocked(verify).mockClear()
  expect(await signIn(shop.deps, { email, password: 'not the password' })).toEqual({
    ok: false,
    reason: 'wrong_password',
  })
  return vi.mocked(verify).mock.calls.map(([hash]) => PARAMETERS.exec(String(hash))?.[0])
}

test('logging in with an unknown address takes as much work as with a known one', async () => {
  const known = await workOf('customer@example.com')
  expect(known).toEqual([expect.stringMatching(PARAMETERS)])
  expect(await workOf('nobody@example.com')).toEqual(known)
})

test('logging in with the address of a guest, who has no password, takes as much work', async () => {
  await shop.call('POST', '/v1/customers', { body: { customer: { email: 'plain@example.com' } } })
  expect(await workOf('plain@example.com')).toEqual(await workOf('customer@example.com'))
})
