import { expect, test } from '../support/browser.ts'
import { logIn, press } from '../support/account-holder.ts'

const CUSTOMER = { email: 'customer@example.com', password: 'fly-demo' }

test('a printed or unopened gift is taken back, and the credit lists its entries', async ({ page, shop }) => {
  await page.goto('/account?next=/account/gift-cards')
  await logIn(page, CUSTOMER)
  await page
    .getByRole('checkbox', { name: /^Select Voucher/ })
    .first()
    .check()
  await press(page, 'Send As Gift')
  await page.getByLabel('Message').fill('From us all')
  await press(page, 'Print at home')
  await expect(page.getByText('From us all')).toBeVisible()
  const code = (await page.locator('article code').textContent()) ?? ''
  expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
  await page.getByRole('link', { name: 'Back to your gift', exact: true }).click()
  await press(page, 'Take it back')
  await expect(page.getByRole('status')).toContainText('yours again, under a new code')
  await expect(page.getByText(code)).toHaveCount(0)
  await page.goto('/redeem-voucher')
  await page.getByLabel('Code').fill(code)
  await press(page, 'Redeem')
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/./)
  await expect(page).toHaveURL(/redeem-voucher/)

  await page.goto('/account/gift-cards')
  await press(page, 'Resend all my codes')
  await expect(page.getByRole('status')).toContainText('a mail with your codes is on its way')
  const told = async () => (await shop.mails(CUSTOMER.email)).some(({ subject }) => subject === 'Your codes')
  await expect.poll(told).toBe(true)
  await page.goto('/account/credit')
  await expect(page.getByRole('row', { name: /Thank you for waiting|Used for/ }).first()).toContainText(
    '$60.00',
  )
  await expect(page.getByText('You have $60.00')).toBeVisible()
})
