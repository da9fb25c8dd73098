import { expect, test } from 'vitest'
import { makeKeyRing } from '#settings/key-ring.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { readDevice } from './known-device.server.ts'

const shop = { settings: testSettings() }
const asked = (cookie?: string) =>
  new Request('http://shop.test/account', cookie === undefined ? {} : { headers: { Cookie: cookie } })
const valueOf = (cookie: string) => cookie.split(';')[0] ?? ''

test('a browser keeps its name for its next log-in', async () => {
  const first = await readDevice(asked(), shop)
  expect(first.cookie).toMatch(/^device=.*; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect((await readDevice(asked(valueOf(first.cookie)), shop)).token).toBe(first.token)
  expect((await readDevice(asked(), shop)).token).not.toBe(first.token)
})

test('a name that the shop did not sign is replaced', async () => {
  const foreign = await readDevice(asked(), {
    settings: testSettings({ secrets: { ...shop.settings.secrets, session: makeKeyRing(['x'.repeat(40)]) } }),
  })
  expect((await readDevice(asked(valueOf(foreign.cookie)), shop)).token).not.toBe(foreign.token)
  expect((await readDevice(asked('device=anything'), shop)).token).toMatch(/^[\da-f-]{36}$/)
})

test('behind https only this host gets it', async () => {
  const settings = testSettings({ publicUrl: 'https://shop.test' })
  expect((await readDevice(asked(), { settings })).cookie).toMatch(/^__Host-device=.*; Secure/)
})
