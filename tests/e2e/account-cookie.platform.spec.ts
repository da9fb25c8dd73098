import { expect, test } from 'playwright/test'
import { copyDemoData } from '../support/prepare-shop.ts'
import { PUBLIC_DEMO, startShop } from '../support/start-shop.ts'

test('on https the session cookie is Secure and bound to this host', async () => {
  const shop = await startShop({
    dataDir: copyDemoData(),
    environment: { PUBLIC_URL: 'https://shop.example', ...PUBLIC_DEMO },
  })
  try {
    const answer = await fetch(`${shop.origin}/account?tab=login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        intent: 'login',
        email: 'customer@example.com',
        password: PUBLIC_DEMO.DEMO_PASSWORD,
      }),
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

test('a demo shop under a public address refuses the publicly known logins', async () => {
  const shop = await startShop({
    dataDir: copyDemoData(),
    environment: { PUBLIC_URL: 'https://shop.example', ...PUBLIC_DEMO },
  })
  try {
    const logIn = (password: string) =>
      fetch(`${shop.origin}/v1/user_token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ auth: { email: 'admin@example.com', password } }),
      })
    expect((await logIn('fly-demo')).status).toBe(401)
    expect((await logIn(PUBLIC_DEMO.DEMO_PASSWORD)).status).toBe(201)
    for (const path of ['mail', 'mail.json', 'mail/1', 'authenticator', 'control', 'anything']) {
      const answer = await fetch(`${shop.origin}/sandbox/${path}`)
      expect(answer.status, path).toBe(401)
      expect(await answer.text()).toContain('SANDBOX_PASSWORD')
    }
    expect(await shop.mails('nobody@example.com')).toEqual([])
    // The endpoints that a shopper needs to pay stay open.
    for (const path of ['stripe.js', 'sandbox.css']) {
      expect((await fetch(`${shop.origin}/sandbox/${path}`)).status, path).toBe(200)
    }
    expect((await fetch(`${shop.origin}/sandbox/checkout/cs_none`)).status).toBe(404)
    expect(shop.output()).toContain('SANDBOX_PASSWORD')
    expect(shop.output()).not.toContain(PUBLIC_DEMO.DEMO_PASSWORD)
  } finally {
    await shop.stop()
  }
})
