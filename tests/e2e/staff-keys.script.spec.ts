import { type Page } from 'playwright/test'
import { expect, test } from '../support/signed-in-staff.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const keysLoaded = (page: Page) => page.waitForLoadState('networkidle')

test('a caller’s order opens from any page by two presses and its number', async ({ page, sell }) => {
  const { orderId } = await sell('keys.caller@example.com')
  await page.goto('/staff/reports')
  await keysLoaded(page)
  await page.keyboard.press('/')
  await expect(page.locator('#find')).toBeFocused()
  await page.keyboard.type(`O-${String(orderId)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/staff/orders/${String(orderId)}$`))
})

test('a caller’s order is the first row of a search by name, which j and Enter open', async ({
  page,
  sell,
}) => {
  const { orderId } = await sell('keys.rows@example.com')
  await page.goto('/staff/reports')
  await keysLoaded(page)
  await page.keyboard.press('/')
  await page.keyboard.type('keys.rows@example.com')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('“keys.rows@example.com”')
  await keysLoaded(page)
  await page.keyboard.press('j')
  const row = page.locator('[data-row]').first()
  await expect(row).toBeFocused()
  await expect(row).toContainText(`O-${String(orderId)}`)
  await page.keyboard.press('j')
  await expect(row).not.toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/staff/orders/${String(orderId)}$`))
})

test('g and a letter open a place, and ? lists all keys', async ({ page }) => {
  await page.goto('/staff/office')
  await keysLoaded(page)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(heading(page)).toHaveText('Orders')
  await expect(page.getByLabel('Desk').getByRole('link', { name: 'Orders' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await keysLoaded(page)
  await page.keyboard.press('?')
  await expect(heading(page)).toHaveText('Keys')
})

test('keys do nothing while somebody types, with Ctrl, and after they were switched off', async ({
  page,
}) => {
  await page.goto('/staff/orders')
  await keysLoaded(page)
  await page.getByLabel('Number, name, e-mail, phone or code').fill('')
  await page.keyboard.type('g/?o')
  await expect(page.getByLabel('Number, name, e-mail, phone or code')).toHaveValue('g/?o')
  await page.keyboard.press('Escape')
  await page.goto('/staff/keys')
  await keysLoaded(page)
  await page.keyboard.press('Control+/')
  await expect(page.locator('#find')).not.toBeFocused()
  await page.keyboard.press('/')
  await expect(page.locator('#find')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('#find')).not.toBeFocused()
  await page.getByRole('button', { name: 'Switch the keys off' }).click()
  await expect(page.getByRole('status')).toContainText('switched off in this browser')
  await keysLoaded(page)
  await page.keyboard.press('/')
  await expect(page.locator('#find')).not.toBeFocused()
  await page.getByRole('button', { name: 'Switch the keys on' }).click()
  await expect(page.getByRole('status')).toContainText('The keys are on.')
  await keysLoaded(page)
  await page.keyboard.press('/')
  await expect(page.locator('#find')).toBeFocused()
})

test('on the page of a flight j goes through the passengers, and s and d open their acts', async ({
  page,
  sell,
}) => {
  const { flightId } = await sell('keys.flight@example.com')
  await page.goto(`/staff/flights/${String(flightId)}`)
  await keysLoaded(page)
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]').first()).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.locator('#swap')).toHaveAttribute('open', '')
  await page.keyboard.press('d')
  await expect(page.locator('#delay')).toHaveAttribute('open', '')
  await expect(page.locator('#swap')).not.toHaveAttribute('open', '')
})
