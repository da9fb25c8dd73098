import { expect, test } from '../support/signed-in-staff.ts'

test('an admin rewrites a question, looks at it, saves it and brings the old words back', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const question = page.locator('summary', { hasText: 'Is it the price I pay, truly?' })

  await page.goto('/staff/office')
  await main.getByRole('link', { name: 'Content', exact: true }).click()
  await main.getByRole('link', { name: 'Questions and answers' }).click()
  const field = page.getByRole('textbox', { name: /^Text/ })
  const former = await field.inputValue()
  const body = former.replace('### Is the price I see the price I pay?', '### Is it the price I pay, truly?')
  expect(body).not.toBe(former)
  await field.fill(body)

  // What changed is asked for, and the typed text stays.
  await press('Save')
  await expect(main.getByRole('alert')).toContainText('Say in a few words what changed')
  await expect(field).toHaveValue(body)
  await press('Preview')
  await expect(main).toContainText('So it would look; nothing is saved yet')
  await expect(question).toBeVisible()
  await expect(main.locator('ins').first()).toContainText('it')
  await page.getByRole('textbox', { name: /^What changed/ }).fill('In the words of a guest')
  await press('Save')
  await expect(main).toContainText('Version 1 is saved and shown.')

  await main.getByRole('link', { name: 'The page in the shop' }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(question).toBeVisible()

  await page.goto('/staff/content')
  await expect(main.getByRole('row', { name: /Questions and answers/ })).toContainText(
    'In the words of a guest',
  )
  await main.getByRole('link', { name: 'Questions and answers' }).click()
  await main.getByRole('link', { name: /Bring it back.*version 0/ }).click()
  await expect(field).toHaveValue(former)
  await press('Save')
  await expect(main).toContainText('Version 2 is saved and shown.')
  await page.goto('/faq')
  await expect(page.locator('summary', { hasText: 'Is the price I see the price I pay?' })).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('an admin keeps a draft, plans it for a day ahead and throws it away', async ({ page }) => {
  const main = page.getByRole('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const field = page.getByRole('textbox', { name: /^Text/ })
  const row = main.getByRole('row', { name: /^Press/ })

  await page.goto('/staff/content')
  await main.getByRole('link', { name: 'Press', exact: true }).click()
  const former = await field.inputValue()
  await field.fill('We are in the {{news')
  await main.getByRole('radio', { name: /Keep as draft/ }).check()
  await press('Save')
  await expect(main).toContainText('The draft is kept. Nobody but staff sees it.')
  await page.goto('/press')
  await expect(main).not.toContainText('We are in the')

  await page.goto('/staff/content')
  await expect(row).toContainText('Draft, nobody sees it')
  await row.getByRole('link').click()
  await expect(field).toHaveValue('We are in the {{news')
  await field.fill('We are in the news.')
  await page.getByRole('textbox', { name: /^What changed/ }).fill('Of the paper')
  await main.getByRole('radio', { name: /At a time/ }).check()
  // The time is asked for, and what was typed stays.
  await press('Save')
  await expect(main.getByRole('alert')).toContainText('Choose a day and a time')
  await expect(main.getByRole('radio', { name: /At a time/ })).toBeChecked()
  const day = new Date(Date.now() + 9 * 24 * 3_600_000).toISOString().slice(0, 10)
  await page.getByLabel('Public from').fill(`${day}T00:00`)
  await press('Save')
  await expect(main).toContainText(/It becomes public by itself: \w{3} \d+ \w{3}, 12:00 am\./)
  await page.goto('/staff/content')
  await expect(row).toContainText(/Public from \w{3} \d+ \w{3}, 12:00 am/)
  await row.getByRole('link').click()
  await press('Throw the draft away')
  await expect(main).toContainText('The draft is thrown away.')
  await expect(field).toHaveValue(former)
})
