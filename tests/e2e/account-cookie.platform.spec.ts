import { expect, test } from 'playwright/test'
import { copyDemoData } from '../support/prepare-shop.ts'
import { startShop } from '../support/start-shop.ts'

test('on https the session cookie is for https alone, and for this host', async () => {
  const shop = await startShop({
    dataDir: copyDemoData(),
    environment: { PUBLIC_URL: 'https://shop.example' },
  })
  try {
    const answer = await fetch(`${shop.origin}/account?tab=login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ intent: 'login', email: 'customer@example.com', password: 'fly-demo' }),
    })
    expect(answer.status).toBe(303)
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-session=/)
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Domain=')
  } finally {
    await shop.stop()
  }
})
