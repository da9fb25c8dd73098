import { findViolations } from '../support/accessibility-modes.ts'
import { expect, test } from '../support/browser.ts'
import { readAnnouncement, dayLinks, expectSameDocument, openWhen } from '../support/open-when.ts'

test('choosing a day in place updates address, focus and announcement, and Back returns', async ({
  page,
  shop,
}) => {
  const { flight } = await openWhen(page, shop)
  const other = dayLinks(page)
    .filter({ hasNot: page.locator('[aria-current]') })
    .and(page.locator(':not([aria-current]):not(.full)'))
    .first()
  const date = (await other.getAttribute('data-date')) ?? ''
  await other.click()
  await expect(page.locator('#departures legend')).toBeFocused()
  await expect(readAnnouncement(page)).toHaveText(/^\d+ departures? on \w+day \d+ \w+/)
  expect(new URL(page.url()).searchParams.get('date')).toBe(date)
  expect(new URL(page.url()).hash).toBe('')

  await page.goBack()
  await expect(page.locator('#departures legend')).toHaveText(flight.day)
  await page.goForward()
  await expect(page.locator(`[data-date="${date}"]`)).toHaveAttribute('aria-current', 'date')
  await expectSameDocument(page)
  // A shared address shows the same page.
  await page.reload()
  await expect(page.locator(`[data-date="${date}"]`)).toHaveAttribute('aria-current', 'date')
})

test('time, party and extras change the price in place, and Back restores the controls', async ({
  page,
  shop,
}) => {
  const { radio, flight } = await openWhen(page, shop)
  const rail = page.getByRole('complementary', { name: 'Your order' })
  const quantity = page.getByLabel('Quantity', { exact: true })
  const more = page.getByRole('button', { name: 'One more seat' })
  await radio.check()
  await expect(readAnnouncement(page)).toHaveText(/^Total \$\d+\.\d\d$/)
  await more.click()
  await more.click()
  await expect(more).toBeFocused()
  await expect(quantity).toHaveValue('3')
  await expect(rail).toContainText('3 seats')
  await quantity.fill('2')
  await expect(rail).toContainText('2 seats')
  await page.getByRole('checkbox', { name: 'Photo set' }).check()
  await expect(rail).toContainText('Photo set')
  await page.getByRole('radio', { name: 'Whole aircraft' }).check()
  await expect(page.getByRole('button', { name: 'One more guest' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('quantity_type')).toBe('flight')

  await dayLinks(page).and(page.locator(':not([aria-current]):not(.full)')).first().click()
  await expect(page.locator('#departures legend')).not.toHaveText(flight.day)
  await expect(page.locator('[name=departure]:checked')).toHaveCount(0)
  await page.goBack()
  await expect(page.locator('#departures legend')).toHaveText(flight.day)
  await expect(radio).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Whole aircraft' })).toBeChecked()
  await expect(quantity).toHaveValue('2')
  await expectSameDocument(page)
})

test('errors stand beside their fields without taking the focus, and Continue leads to them', async ({
  page,
  shop,
}) => {
  await openWhen(page, shop)
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.locator('#errors')).toBeVisible()
  await expect(page.locator('#departures input').first()).toBeFocused()
  const missing = page.locator('#departures-error')
  await expect(missing).toContainText('Please check you selected the date and time')
  await page.getByRole('button', { name: 'One more seat' }).click()
  await expect(page).toHaveURL(/quantity=2/)
  await expect(missing).toBeVisible()

  const quantity = page.getByLabel('Quantity', { exact: true })
  await quantity.fill('')
  await expect(page.locator('#quantity-error')).toHaveCount(0)
  await quantity.press('Tab')
  await expect(page.locator('#quantity-error')).toContainText('Please input a quantity')
  await expect(page.getByRole('button', { name: 'One more seat' })).toBeFocused()
  await expectSameDocument(page)
})

test('the calendar is one Tab stop with the keys of a date grid, and turns its pages', async ({
  page,
  shop,
}) => {
  const { flight } = await openWhen(page, shop)
  await expect(page.getByRole('grid').locator('[tabindex="0"]')).toHaveCount(1)
  const focusedDate = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['date'] ?? '')
  await page.locator(`[data-date="${flight.date}"]`).focus()
  await page.keyboard.press('ArrowLeft')
  expect((await focusedDate()) < flight.date).toBe(true)
  await page.keyboard.press('ArrowRight')
  expect(await focusedDate()).toBe(flight.date)
  await page.keyboard.press('PageDown')
  await expect(page.locator('#calendar')).not.toContainText(flight.day.split(' ')[2] ?? '')
  await expect.poll(async () => (await focusedDate()) > flight.date).toBe(true)
  await expect(readAnnouncement(page)).toHaveText(/^[A-Z][a-z]+ \d{4}$/)

  const previous = page.getByRole('link', { name: /^Previous month/ })
  await previous.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#calendar')).toContainText(flight.day.split(' ')[2] ?? '')
  await expect(previous).toBeFocused()
  await page.locator(`[data-date="${flight.date}"]`).press('Enter')
  await expect(page.locator('#departures legend')).toBeFocused()
  await expectSameDocument(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: the page passes axe after choosing in place`, async ({ page, shop }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { radio } = await openWhen(page, shop)
    await radio.check()
    await expect(readAnnouncement(page)).toHaveText(/^Total/)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const violations = await findViolations(page, {
        type: 'tag',
        values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      })
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
    }
  })
}
