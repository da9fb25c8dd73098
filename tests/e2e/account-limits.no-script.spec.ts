import { type Browser, expect, type Page } from 'playwright/test'
import { logIn, press, register, createPerson } from '../support/account-holder.ts'
import { test } from '../support/limited-browser.ts'
import { PUBLIC_DEMO, type RunningShop } from '../support/start-shop.ts'

const SENTENCE = /^Too many tries\. Please wait about \d+ minutes and try again; nothing is lost\.$/

const from = (browser: Browser, shop: RunningShop, address: string): Promise<Page> =>
  browser.newPage({
    baseURL: shop.origin,
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'X-Forwarded-For': address },
  })

/** Presses a button and returns the status and the Retry-After header of the response. */
async function pressed(page: Page, send: () => Promise<void>) {
  const answered = page.waitForResponse((one) => one.request().method() === 'POST')
  await send()
  const answer = await answered
  return { status: answer.status(), wait: Number(await answer.headerValue('Retry-After')) }
}

test('after ten wrong passwords the form says how long to wait and keeps the e-mail', async ({
  browser,
  shop,
}) => {
  const page = await from(browser, shop, '198.51.100.20')
  await page.goto('/account')
  const guess = { email: 'customer@example.com', password: 'not this one' }
  for (let tries = 0; tries < 10; tries++) {
    expect((await pressed(page, () => logIn(page, guess))).status).toBe(422)
  }
  const limited = await pressed(page, () => logIn(page, guess))
  expect(limited.status).toBe(429)
  expect(limited.wait).toBeGreaterThan(600)
  expect(limited.wait).toBeLessThanOrEqual(900)
  await expect(page.getByRole('alert').getByText(SENTENCE)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('customer@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.close()

  const elsewhere = await from(browser, shop, '203.0.113.20')
  await elsewhere.goto('/account')
  await logIn(elsewhere, { email: 'customer@example.com', password: PUBLIC_DEMO.DEMO_PASSWORD })
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Nora Adler')
  await elsewhere.close()
})

test('registering one address too often keeps everything typed except the password', async ({
  browser,
  shop,
}) => {
  const page = await from(browser, shop, '198.51.100.21')
  await page.goto('/account?tab=register#register')
  const person = { ...createPerson('often'), email: 'customer@example.com' }
  for (let tries = 0; tries < 5; tries++) {
    expect((await pressed(page, () => register(page, person))).status).toBe(422)
    await expect(page.locator('#register-email-error')).toContainText('This email already exists')
  }
  const limited = await pressed(page, () => register(page, person))
  expect(limited.status).toBe(429)
  expect(limited.wait).toBeGreaterThan(0)
  await expect(page.getByRole('alert').getByText(SENTENCE)).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Ida')
  await expect(page.getByLabel('Phone')).toHaveValue(person.phone)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('customer@example.com')
  await page.close()
})

test('requesting links too often is refused, also for an unknown address', async ({ browser, shop }) => {
  for (const [address, email] of [
    ['198.51.100.22', 'customer@example.com'],
    ['198.51.100.23', 'nobody.at.all@example.com'],
  ] as const) {
    const page = await from(browser, shop, address)
    const ask = async () => {
      await page.goto('/account?tab=reset#reset')
      await page.getByLabel('Email', { exact: true }).fill(email)
      return pressed(page, () => press(page, 'Reset Your Password'))
    }
    for (let tries = 0; tries < 3; tries++) expect((await ask()).status).toBe(303)
    expect((await ask()).status).toBe(429)
    await expect(page.getByRole('alert').getByText(SENTENCE)).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await page.close()
  }
})
