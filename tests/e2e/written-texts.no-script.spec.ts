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
