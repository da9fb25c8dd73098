import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
} from '../support/buyer.ts'
import { expectAccessibleInAllVariants, tabTo } from '../support/by-keyboard.ts'
import { getAppCode } from '../support/authenticator-code.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('staff go from the sign-in over the order search to a refund by keyboard alone', async ({
  page,
  shop,
}) => {
  test.slow()
  await page.goto(payPath(await findFlight(shop), 1))
  await fillParty(page, { email: 'keys.at.the.desk@example.com', names: ['Ada Byron'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const order = `O-${String(await readOrderId(page))}`

  await page.context().clearCookies()
  await page.goto('/staff/orders')
  await tabTo(page, 'Email')
  await page.keyboard.type('staff@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('fly-demo')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Sign in to the desk')
  await expectAccessibleInAllVariants(page)
  await tabTo(page, 'Show me the key')
  await page.keyboard.press('Enter')
  await expect(page.locator('.secret')).toBeVisible()
  await expectAccessibleInAllVariants(page)
  await tabTo(page, 'Code')
  await page.keyboard.type(await getAppCode(page))
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Orders')
  await expectAccessibleInAllVariants(page)
  await tabTo(page, 'Number, name, e-mail, phone or code')
  await page.keyboard.type('keys.at.the.desk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').first()).toContainText('keys.at.the.desk')
  await expectAccessibleInAllVariants(page)
  await tabTo(page, 'Ada Byron')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/staff/orders/${order.slice(2)}$`))
  await expect(page.getByText('This would come back')).toHaveCount(0)
  await expectAccessibleInAllVariants(page)

  await tabTo(page, 'Everything that is left')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('An amount')).toBeChecked()
  await tabTo(page, 'Amount in dollars')
  await page.keyboard.type('10')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // A refund needs a reason.
  await expect(page.locator('#refund').getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Refund \$/ })).toHaveCount(0)
  await tabTo(page, 'Reason')
  await page.keyboard.type('Cold coffee')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This would come back')).toBeVisible()
  await expectAccessibleInAllVariants(page)
  await tabTo(page, 'Refund $10.00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('$10.00').first()).toBeVisible()
  await tabTo(page, /^Ledger, /)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /^refunded .* refunds \$10\.00/ })).toBeVisible()
  await expectAccessibleInAllVariants(page)
})
