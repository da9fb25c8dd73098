import { type Page } from 'playwright/test'
import { expect } from './browser.ts'
import { acceptTerms, CARD, fillParty, payOnHostedPage, pressBook, readOrderId } from './buyer.ts'

/** Returns the date `days` after today on New York's calendar. */
export function dayIn(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return at.toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
}

/** Types a product that flies every day at 5:05 am, as far as its last button. */
export async function typeProduct(page: Page, name: string): Promise<void> {
  await page.goto('/staff/products')
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('One line').fill('Out to the light and back.')
  await page.getByRole('radio', { name: 'New Jersey' }).check()
  await page.getByLabel('Seat, dollars').fill('150')
  await page.getByLabel('Minutes', { exact: true }).fill('15')
  await page.getByLabel('Leaves from').selectOption({ label: 'Kearny Heliport' })
  await page.getByLabel('Aircraft', { exact: true }).selectOption({ label: '4-seat' })
  await page.getByLabel('Another time').fill('05:05')
  await page.getByRole('main').getByRole('button', { name: 'Add this time', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: '5:05 am, Sunday' })).toBeChecked()
}

/** Presses the last button of a typed product, which puts it on sale. */
export async function putOnSale(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Save and put on sale', exact: true }).click()
  await expect(main.getByRole('status').first()).toContainText('Saved. It is in the shop.')
}

interface FirstSeat {
  /** The product's address, such as `harbor-light`. */
  product: string
  email: string
  name: string
  /** The price that the page must show. */
  price: string
}

/** A shopper buys the first seat of a product that `typeProduct` made; returns the order's id. */
export async function buyFirstSeat(page: Page, { product, email, name, price }: FirstSeat): Promise<number> {
  const main = page.getByRole('main')
  await page.goto(`/checkout/${product}?date=${dayIn(3)}&quantity=1`)
  await page.getByRole('radio', { name: /5:05/ }).check()
  await main.getByRole('button', { name: 'Continue to who and pay', exact: true }).click()
  await expect(main).toContainText(price)
  await fillParty(page, { email, names: [name], weights: ['140'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  return readOrderId(page)
}
