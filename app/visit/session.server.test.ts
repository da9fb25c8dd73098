import { expect, test } from 'vitest'
import { makeKeyRing } from '#settings/key-ring.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { commitSession, getSession, namesSession } from './session.server.ts'

const at = (publicUrl: string, session = 's'.repeat(40)) => {
  const settings = testSettings({ publicUrl })
  return { settings: { ...settings, secrets: { ...settings.secrets, session: makeKeyRing([session]) } } }
}
const ask = (cookie?: string) =>
  new Request('http://shop.test/', cookie ? { headers: { Cookie: cookie } } : {})

async function cookieFor(shop: ReturnType<typeof at>, token: string): Promise<string> {
  const session = await getSession(ask(), shop)
  session.set('token', token)
  return commitSession(session, shop)
}

test('scripts and forms of other sites cannot use the cookie, and https protects it', async () => {
  const plain = (await cookieFor(at('http://localhost:3000'), 'a')).split('; ')
  expect(plain).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']))
  expect(plain).not.toContain('Secure')
  const https = (await cookieFor(at('https://shop.test'), 'a')).split('; ')
  expect(https[0]).toMatch(/^__Host-session=/)
  expect(https).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']))
  expect(https.join()).not.toContain('Domain')
})

test('a cookie that was changed or signed by another key is no session', async () => {
  const shop = at('http://shop.test')
  const [cookie = ''] = (await cookieFor(shop, 'mine')).split('; ')
  expect((await getSession(ask(cookie), shop)).get('token')).toBe('mine')
  expect((await getSession(ask(cookie), at('http://shop.test', 'x'.repeat(40)))).has('token')).toBe(false)
  const changed = cookie.replace(/=(.)/, (_, first: string) => `=${first === 'e' ? 'f' : 'e'}`)
  expect((await getSession(ask(changed), shop)).has('token')).toBe(false)
})

test.each(['session=abc', 'arrival=x; session=abc', '__Host-session=abc', 'arrival=x;__Host-session='])(
  '%s names a session',
  (cookie) => {
    expect(namesSession(ask(cookie))).toBe(true)
  },
)

test.each([undefined, 'arrival=x', 'banner=hidden; mysession=1'])('%s names no session', (cookie) => {
  expect(namesSession(ask(cookie))).toBe(false)
})
