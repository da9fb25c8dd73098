import { expect, test } from '../support/browser.ts'

test('the home page opens without a browser error', async ({ page }) => {
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a missing page says that it is not found', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('every page sends its security headers', async ({ page }) => {
  const answer = await page.goto('/product/6')
  const headers = answer?.headers() ?? {}
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('content pages load no framework and at most one small script', async ({ page }) => {
  for (const path of ['/', '/product/6', '/terms-conditions']) {
    await page.goto(path)
    const scripts = await page.locator('script:not([type="application/ld+json"])').count()
    expect(scripts, path).toBeLessThanOrEqual(1)
    expect(await page.content(), path).not.toContain('__remixContext')
  }
})
