import { expectAccessibleInAllVariants } from '../support/by-keyboard.ts'
import { expect, test } from '../support/signed-in-staff.ts'

test('without a connection a staff page says so, sends nothing and keeps what was typed', async ({
  page,
  sell,
}) => {
  const { orderId } = await sell('away@example.com')
  await page.goto(`/staff/orders/${String(orderId)}`)
  await page.waitForLoadState('networkidle')
  const address = page.url()
  const line = page.getByText(/^No connection\./)
  await expect(line).toHaveCount(0)
  await page.context().setOffline(true)
  await expect(line).toBeVisible()
  const find = page.locator('#find')
  await find.fill('Lockwood')
  await find.press('Enter')
  await expect(find).toHaveValue('Lockwood')
  expect(page.url()).toBe(address)
  await expectAccessibleInAllVariants(page)
  await page.context().setOffline(false)
  await expect(line).toHaveCount(0)
  await find.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“Lockwood”')
})
