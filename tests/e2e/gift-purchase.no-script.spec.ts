import { expect, test } from '../support/browser.ts'
import { acceptTerms, CARD, payOnHostedPage } from '../support/buyer.ts'

test('two gift cards are bought, their codes go to the buyer and the gift to the recipient', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/checkout/6?gift_card=1`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give The New Yorker')
  const total = page.locator('.rail output')
  const single = (await total.textContent()) ?? ''
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Update the price' }).click()
  await expect(total).not.toHaveText(single)
  const price = (await total.textContent()) ?? ''

  await page.getByLabel('Recipient Email').fill('nobody')
  await page.getByLabel('Message').fill('Happy <birthday>')
  await page.getByLabel('Email', { exact: true }).fill('gita@example.com')
  const purchase = page.getByRole('button', { name: /^Purchase/ })
  await purchase.click()
  await expect(page.getByLabel('Recipient Email')).toHaveAccessibleDescription(
    /Please input correct email format/,
  )
  await expect(page.getByRole('alert')).toContainText('terms & conditions')
  await expect(page.getByLabel('Message')).toHaveValue('Happy <birthday>')
  await expect(page.getByLabel('Quantity')).toHaveValue('2')
  await expect(total).toHaveText(price)

  await page.getByLabel('Recipient Email').fill('friend-of-gita@example.com')
  await acceptTerms(page)
  await purchase.click()
  await payOnHostedPage(page, CARD)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Here are your gift cards.')
  await expect(page.getByText('Sent to friend-of-gita@example.com.')).toBeVisible()
  await expect(page.getByText(price).first()).toBeVisible()
  const codes = await page.locator('code').allInnerTexts()
  expect(codes).toHaveLength(2)
  expect(codes[0]).toMatch(/^(\w{4}-){3}\w{4}$/)

  const told = async () =>
    (await shop.mails('gita@example.com')).filter(({ text }) => codes.every((code) => text.includes(code)))
  await expect.poll(async () => (await told()).length).toBe(1)
  // The gift opens at a link of its own, so a forwarded mail does not reveal the code.
  const given = async () => (await shop.mails('friend-of-gita@example.com')).length
  await expect.poll(given).toBe(1)
  const [gift] = await shop.mails('friend-of-gita@example.com')
  expect(gift?.subject).toBe('A gift for you: The New Yorker')
  expect(gift?.html).toContain('Happy &lt;birthday&gt;')
  expect(gift?.links.filter((link) => link.includes('/gifts/'))).not.toEqual([])
  expect(codes.filter((code) => gift?.text.includes(code))).toEqual([])
})
