import { type Page } from 'playwright/test'
import { expect, test as base } from '../support/audited-browser.ts'
import { enterStaffArea } from '../support/staff-journey.ts'

// A shop that nobody else uses: the account of this test has a second factor by its end.
const test = base.extend({
  // Playwright requires a destructured first argument even when it is empty.
  furnish: [async ({}, use) => use(() => Promise.resolve()), { scope: 'worker' }],
})

/** Gives the browser an authenticator whose owner's finger is always there. */
async function plugIn(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click()

test('staff add a passkey, prove themselves with it, and sign in with it alone', async ({
  page,
  context,
}) => {
  await enterStaffArea(page, 'staff@example.com', '/staff/security')
  await plugIn(page)
  await expect(page.getByText('You have none yet.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Desk laptop')
  await press(page, 'Add a passkey')
  await expect(page.getByText('The passkey is added, and a mail says so.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Desk laptop' })).toBeVisible()

  await context.clearCookies()
  await page.goto('/staff/orders')
  await page.getByLabel('Email', { exact: true }).fill('staff@example.com')
  await page.getByLabel('Password', { exact: true }).fill('fly-demo')
  await press(page, 'Log In')
  await expect(heading(page)).toHaveText('Sign in to the desk')
  await press(page, 'Use a passkey')
  await expect(page).toHaveURL((url) => url.pathname === '/staff/orders')

  await context.clearCookies()
  await page.goto('/staff/orders')
  await page.getByRole('link', { name: 'Sign in with a passkey' }).click()
  await expect(heading(page)).toHaveText('Sign in with a passkey')
  await press(page, 'Use a passkey')
  await expect(page).toHaveURL((url) => url.pathname === '/staff/orders')

  await page.goto('/staff/security')
  await press(page, 'Remove: Desk laptop')
  await expect(page.getByText('The passkey is removed. It opens nothing any more.')).toBeVisible()
  await context.clearCookies()
  await page.goto('/staff/passkey')
  await press(page, 'Use a passkey')
  await expect(page.getByText('This passkey was not recognized. Please try again.').first()).toBeVisible()
})
