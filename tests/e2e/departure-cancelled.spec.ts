import { type Page } from 'playwright/test'
import { expect } from '../support/audited-browser.ts'
import { findRebookingLink, cancelDepartureOfBuyer, test } from '../support/stranded-buyer.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const options = (page: Page) =>
  page.getByRole('group', { name: 'What would you like instead?' }).getByRole('radio')
const choose = (page: Page) => page.getByRole('button', { name: 'Choose this' }).click()

test('after a departure cancellation the buyer takes the voucher once, and the page keeps saying so', async ({
  page,
  shop,
}) => {
  const { email, order, link } = await cancelDepartureOfBuyer(shop)
  await page.goto(link)
  await expect(title(page)).toHaveText('Your flight is called off')
  await expect(page.getByRole('main')).toContainText(
    'The weather does not let us fly. We are sorry. Gusts over the harbor all day.',
  )
  // The page offers three other times and the voucher, as this fare is not refundable.
  await expect(options(page)).toHaveCount(4)
  await choose(page)
  await expect(page.getByRole('alert')).toContainText('Please choose what you would like')
  const before = await options(page).first().getAttribute('value')
  await page.getByRole('button', { name: 'Look for other times' }).click()
  await expect(options(page)).toHaveCount(4)
  expect(await options(page).first().getAttribute('value')).not.toBe(before)

  await page.getByRole('radio', { name: 'A re-schedule voucher' }).check()
  // Meanwhile another device has the same link open.
  const other = await page.context().newPage()
  await other.goto(link)
  await choose(page)
  await expect(title(page)).toHaveText('You have a voucher')
  await other.getByRole('radio', { name: 'A re-schedule voucher' }).check()
  await choose(other)
  await expect(title(other)).toHaveText('You have a voucher')
  await expect(other.getByRole('main')).toContainText('You have chosen already, here or on another device.')
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText(`a re-schedule voucher for $${order.total.toFixed(2)}`)
  const mail = async () =>
    (await shop.mails(email)).find(({ subject }) => subject.startsWith('Your re-schedule voucher'))?.text ??
    ''
  await expect.poll(mail, { timeout: 90_000 }).toMatch(/Code: \w{4}-\w{4}-\w{4}-\w{4}/)
  expect(
    (await page.goto('/reschedule-credits/0123456789abcdef0123456789abcdef0123456789abcdef/claim'))?.status(),
  ).toBe(404)
})

test('a buyer without the link gets it mailed again, and weather cover returns the money', async ({
  page,
  shop,
}) => {
  const { email, order } = await cancelDepartureOfBuyer(shop, {
    order_item_upgrades_attributes: [{ upgrade_id: 3 }],
  })
  await page.goto('/reschedule-credits/claim')
  await expect(title(page)).toHaveText('Your flight was called off?')
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('alert').getByRole('link').first()).toHaveText('This field is required')
  await page.getByLabel('Order number').fill(order.number)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(title(page)).toHaveText('Look into your mailbox')
  await page.goto(await findRebookingLink(shop, email, /^Your choice for order/))
  await page.getByRole('radio', { name: 'Your money back' }).check()
  await choose(page)
  await expect(title(page)).toHaveText('Your money is on its way back')
  await expect(page.getByRole('main')).toContainText(`$${order.total.toFixed(2)} is on its way back.`)
})
