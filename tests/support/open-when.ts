import { type Page } from 'playwright/test'
import { expect } from './browser.ts'
import { findFlight } from './buyer.ts'
import { untilHydrated } from './hold-scripts.ts'
import { type RunningShop } from './start-shop.ts'

/** Opens a day of next month on a hydrated page; any reload after this is noticed. */
export async function openWhen(page: Page, shop: RunningShop) {
  const flight = await findFlight(shop)
  await page.goto(`/checkout/6?date=${flight.date}`)
  await untilHydrated(page)
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''))
  return { flight, radio: page.getByRole('radio', { name: flight.time, exact: true }) }
}

export const expectSameDocument = (page: Page) =>
  expect(page.locator('body[data-same-document]'), 'no page was loaded').toHaveCount(1)

/** Reads what the page announces to screen readers. */
export const readAnnouncement = (page: Page) => page.locator('#when').getByRole('status')

export const dayLinks = (page: Page) => page.getByRole('grid').getByRole('link')
