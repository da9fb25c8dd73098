import { logIn, register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import { expectAccessible } from '../support/by-keyboard.ts'

const everywhere = process.env['FULL'] === 'true'
for (const { host, usual } of [
  { host: 'localhost', usual: 'dark 320' },
  { host: 'tidewater.localhost', usual: undefined },
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      if (!everywhere && usual !== `${colorScheme} ${String(width)}`) continue
      test(`account at ${host}, ${colorScheme}, ${String(width)} px: every page passes axe and fits`, async ({
        page,
        shop,
      }) => {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const origin = `http://${host}:${String(shop.port)}`
        for (const tab of ['login', 'register', 'reset']) {
          await page.goto(`${origin}/account?tab=${tab}&next=%2Fcheckout%2F6%2Fpay#${tab}`)
          await expectAccessible(page)
          await page
            .getByRole('button', { name: /^(Log In|Register|Reset Your Password)$/ })
            .first()
            .click()
          await expect(page.getByRole('alert')).toBeVisible()
          await expectAccessible(page)
        }
        await page.goto(`${origin}/account/prove-email?token=spent`)
        await expectAccessible(page)
        await page.goto(`${origin}/account`)
        await logIn(page, { email: 'customer@example.com', password: 'fly-demo' })
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nora Adler')
        await expectAccessible(page)
        for (const path of [
          'details',
          'details/erase',
          'details/sign-in',
          'gift-cards',
          'gift-cards/share',
          'credit',
        ]) {
          await page.goto(`${origin}/account/${path}`)
          await expectAccessible(page)
        }
      })
    }
  }
}

test('the pages of an unconfirmed account with a long e-mail pass axe and do not scroll sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/account?tab=register#register')
  await register(page, createPerson('a.first.and.a.second.name.and.a.surname'))
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await expectAccessible(page)
})

test('a password is shown on request and hidden again before it is sent', async ({ page }) => {
  await page.goto('/account')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('fly-demo')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})
