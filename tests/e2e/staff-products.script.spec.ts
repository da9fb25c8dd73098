import { type Page } from 'playwright/test'
import { buyFirstSeat, putOnSale, typeProduct } from '../support/new-product.ts'
import { openVisitor } from '../support/pay-by-link.ts'
import { expect, test } from '../support/signed-in-staff.ts'

const PRODUCT = 'Harbor Light'
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

test('a new product goes from nothing to its first sale', async ({ page, browser, shop, owed }) => {
  test.slow()
  const email = 'first.seat@example.com'
  owed.push({ email, paid: 1 })
  await typeProduct(page, PRODUCT)
  const card = page.getByRole('complementary', { name: 'As shoppers see it' })
  await expect(card.getByRole('heading', { name: PRODUCT })).toBeVisible()
  const price =
    (
      await card
        .getByText(/^from \$|^\$/)
        .first()
        .innerText()
    ).match(/\$[\d.,]+/)?.[0] ?? ''
  await expect(page.getByRole('main')).toContainText('Saving adds 7 departures a week')
  await putOnSale(page)
  const shopper = await openVisitor(browser, shop)
  await buyFirstSeat(shopper, { product: 'harbor-light', email, name: 'Ada Lind', price })
  await shopper.context().close()

  await page
    .getByRole('checkbox', { name: /^5:05 am, / })
    .first()
    .uncheck()
  await expect(page.getByRole('main')).toContainText('Saving ends 1 departure a week')
  await press(page, 'Hide from the shop')
  await expect(page.getByRole('status').first()).toContainText('What you changed below is not saved yet.')
  await expect(page.getByRole('checkbox', { name: '5:05 am, Sunday' })).not.toBeChecked()
})

test('the preview follows what is typed and leaves the field alone', async ({ page }) => {
  await page.goto('/staff/products/6')
  await page.waitForLoadState('networkidle')
  const line = page.getByLabel('One line')
  await line.fill('The whole harbor at once.')
  const card = page.getByRole('complementary', { name: 'As shoppers see it' })
  await expect(card).toContainText('The whole harbor at once.')
  await expect(line).toBeFocused()
  await page.getByLabel('Seat, dollars').fill('240')
  await expect(page.locator('#product-price')).toContainText(/Shoppers see \$\d+\.\d\d: 240\.00 \+ /)
  await expect(page.locator('[aria-live=polite]')).toContainText('Saving changes no departures.')
})
