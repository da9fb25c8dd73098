import { type Page } from 'playwright/test'
import { press, register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  DECLINED_CARD,
  findFlight,
  type FoundFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
  pressHosted,
} from '../support/buyer.ts'

const chooseFlight = async (page: Page, flight: FoundFlight) => {
  if (flight.turnTo) await page.getByRole('link', { name: /^Next month/ }).click()
  await page.getByRole('link', { name: new RegExp(`^${flight.day}, `) }).click()
  await expect(page.getByRole('group', { name: flight.day })).toBeVisible()
  await page.getByRole('radio', { name: flight.time }).check()
  await page.getByRole('button', { name: 'See the price' }).click()
}

test('a party reschedules in two parts: one on the hosted page after a decline, one by mailed link', async ({
  page,
  shop,
}) => {
  const person = createPerson('mover')
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await page.goto(payPath(await findFlight(shop, 6, 'next', 'never'), 2))
  const second = page.getByRole('group', { name: 'Passenger 2' })
  await second.getByLabel('Full name', { exact: true }).fill('Bo Berg')
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)
  await page.goto(`/account/orders/${String(id)}`)
  await page.getByRole('link', { name: 'Reschedule', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your date')
  await expect(
    page.getByRole('heading', { name: /^The fee is \$50\.00 until \w+day \d+ \w+ \d{4}, .+ E[DS]T$/ }),
  ).toBeVisible()

  // One of two is rescheduled; unaccepted terms and a declined card lose nothing.
  await page.getByRole('checkbox', { name: 'Bo Berg' }).uncheck()
  const target = await findFlight(shop, 6, 'next', 'never')
  await press(page, 'See the price')
  await chooseFlight(page, target)
  const rail = page.getByRole('complementary', { name: 'To pay today' })
  await expect(rail).toContainText(/One passenger moves to .*Rescheduling fee/s)
  await press(page, /^Reschedule/)
  await expect(
    page.getByRole('link', { name: 'Please read and accept the terms & conditions' }),
  ).toBeVisible()
  await acceptTerms(page)
  await pressHosted(page, /^Reschedule/)
  await payOnHostedPage(page, DECLINED_CARD)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payOnHostedPage(page, CARD)
  await expect(page).toHaveURL(new RegExp(`/reschedule-flight-confirmation\\?order_id=${String(id)}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your flight is moved.')
  await expect(page.getByRole('article', { name: 'Your flight' })).toHaveCount(2)
  const mails = async () => (await shop.mails(person.email)).map(({ subject }) => subject)
  await expect.poll(mails).toContainEqual(expect.stringMatching(/^Your flight was moved: The New Yorker/))
  await page.goto(`/account/orders/${String(id)}`)
  await expect(page.getByText(/^You moved one passenger from /)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Reschedule \w+day/ })).toHaveCount(2)

  // Without an account every input gets the same answer, and a mailed link opens only by its
  // button.
  await page.context().clearCookies()
  await page.goto(`/R-${String(id)}`)
  await expect(page).toHaveURL(new RegExp(`/reschedule-flight\\?order=O-${String(id)}`))
  for (const email of ['nobody@example.com', person.email]) {
    await page.goto(`/reschedule-flight?order=O-${String(id)}`)
    await page.getByLabel('Email').fill(email)
    await press(page, 'Mail me the link')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look in your mail.')
  }
  await expect.poll(mails).toContain(`Move your flight (O-${String(id)})`)
  const mail = (await shop.mails(person.email)).find(({ subject }) => subject.startsWith('Move your flight'))
  const link = mail?.links.find((one) => one.includes('/reschedule-flight/')) ?? ''
  await page.goto(new URL(link).pathname)
  await press(page, 'Choose another date')
  await expect(page).toHaveURL(new RegExp(`/account/orders/${String(id)}$`))
  await page
    .getByRole('link', { name: /^Reschedule \w+day/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your date')
})
