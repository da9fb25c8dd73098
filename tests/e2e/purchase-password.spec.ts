import { expect, test } from '../support/browser.ts'
import { acceptTerms, fillParty, findFlight, payPath, pressBook } from '../support/buyer.ts'

test('a guest sets a password with the mailed link, which opening does not use up and saving does', async ({
  page,
  shop,
}, { project }) => {
  const flight = await findFlight(shop)
  const email = `password.${project.name}@example.com`
  await page.goto(payPath(flight, 1))
  await fillParty(page, { email, names: ['Dana Whitlock'] })
  await acceptTerms(page)
  await pressBook(page)
  const findLink = async () =>
    (await shop.mails(email))
      .flatMap(({ links }) => links)
      .find((link) => link.includes('/account/password-confirm'))
  await expect.poll(findLink).toBeTruthy()
  const link = (await findLink()) ?? ''
  // A mail scanner opens the link before its reader does.
  await page.request.get(link)

  await page.goto(link)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('readonly', '')
  const password = page.getByLabel('New Password', { exact: true })
  const confirm = page.getByRole('button', { name: 'Confirm New Password' })
  await confirm.click()
  await expect(page.getByRole('alert')).toContainText('New Password: This field is required')
  await password.fill('short')
  await confirm.click()
  await expect(page.getByRole('alert')).toContainText('Length should be at least 6 characters')
  await expect(page).toHaveTitle(/^Error: /)
  await expect(password).toHaveValue('')
  await password.fill('long enough')
  await confirm.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password is saved.')
  expect(page.url()).not.toContain('token')

  expect((await page.goto(link))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your reset token is either expired or invalid.',
  )
  await expect(
    page.getByText('Please reset your password again or contact support for assistance.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to login' })).toBeVisible()
})
