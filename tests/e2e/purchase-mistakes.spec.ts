import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  DECLINED_CARD,
  fillParty,
  findFlight,
  isAnswerToForm,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
  seatsLeft,
} from '../support/buyer.ts'

test('wrong input is named, linked and answered 422, and everything typed stays', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 2))
  const party = {
    email: 'dana.whitlock@',
    phone: '555',
    names: ['Dana Whitlock', ''],
    weights: ['148 lbs', 'quite'],
  }
  await fillParty(page, party)
  const answered = page.waitForResponse(isAnswerToForm)
  await pressBook(page)
  expect((await answered).status()).toBe(422)

  await expect(page).toHaveTitle(/^Error: Who is flying/)
  const problems = page.getByRole('alert').getByRole('link')
  await expect(problems).toHaveText([
    'Email: Please input correct email format (dana.whitlock@)',
    'Phone: Length should be at least 10 characters',
    'Passenger 2, full name: This field is required',
    'Passenger 2, weight: Write a weight in pounds, like 180, or leave it empty',
    'Please read and accept the terms & conditions',
  ])
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription(/Please input correct email format/)
  const kept = async () =>
    Promise.all([
      email.inputValue(),
      page.getByLabel('Phone', { exact: true }).inputValue(),
      ...[0, 1].map((index) => page.getByLabel('Full name').nth(index).inputValue()),
      ...[0, 1].map((index) =>
        page
          .getByLabel(/^Weight/)
          .nth(index)
          .inputValue(),
      ),
    ])
  const typed = ['dana.whitlock@', '555', 'Dana Whitlock', '', '148 lbs', 'quite']
  expect(await kept()).toEqual(typed)

  // What was typed survives a visit to another day, and never appears in the address.
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('When would you like to fly?')
  await expect(page.getByRole('radio', { name: flight.time, exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  expect(await kept()).toEqual(typed)
  const { pathname, search } = new URL(page.url())
  expect(`${pathname}${search}`).not.toMatch(/dana|148|555/i)
})

test('the first step says what is missing and keeps what was typed', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  await page.goto(`/checkout/6?date=${flight.date}`)
  await page.getByLabel('Quantity', { exact: true }).fill('0')
  await page.getByRole('checkbox', { name: 'Photo set' }).check()
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Please check you selected the date and time',
    'Quantity: Please input a quantity',
  ])
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('0')
  await expect(page.getByRole('checkbox', { name: 'Photo set' })).toBeChecked()
  await page.getByRole('radio', { name: flight.time, exact: true }).check()
  await page.getByRole('button', { name: 'One more seat' }).click()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('1')
  await expect(page.getByRole('radio', { name: flight.time, exact: true })).toBeChecked()
})

test('invalid parameters in the address cause no error page', async ({ page }) => {
  for (const search of [
    'quantity=abc',
    'quantity=-1',
    'departure=999999',
    'date=2026-02-31',
    'date=1999-01-01',
    'month=0000-01',
  ]) {
    const answer = await page.goto(`/checkout/6?${search}`)
    expect([200, 422], search).toContain(answer?.status())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('When would you like to fly?')
  }
})

test('after a declined card another one pays', async ({ page, shop }, { project }) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 1))
  await fillParty(page, { email: `declined.${project.name}@example.com`, names: ['Dana Whitlock'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, DECLINED_CARD)
  await expect(page.getByText(/declined/i).first()).toBeVisible()
  await payOnHostedPage(page, CARD)
  await readOrderId(page)
})

test('returning from the hosted page shows everything typed and the hold, and the party can change', async ({
  page,
  shop,
}, { project }) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 2))
  const email = `back.${project.name}@example.com`
  await fillParty(page, { email, names: ['Dana Whitlock', 'Priya Raman'], weights: ['148', '131'] })
  await acceptTerms(page)
  await pressBook(page)
  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
  const first = page.url()

  await page.goto(payPath(flight, 2))
  await expect(page.getByText(/^Held for you until \d{1,2}:\d\d [ap]m/)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await acceptTerms(page)
  await pressBook(page)
  await expect(page).toHaveURL(first)

  await page.goto(payPath(flight, 2))
  await page.getByRole('button', { name: 'One more seat' }).click()
  await expect(page.getByLabel('Full name')).toHaveCount(3)
  await expect(page.getByLabel('Full name').nth(1)).toHaveValue('Priya Raman')
  await expect(page.getByLabel(/^Weight/).nth(1)).toHaveValue('131')
  await page.getByLabel('Full name').nth(2).fill('Sam Ortega')
  await page.getByLabel('Email', { exact: true }).fill(`corrected.${project.name}@example.com`)
  await acceptTerms(page)
  await pressBook(page)
  await expect(page).not.toHaveURL(first)
  await payOnHostedPage(page, CARD)
  await readOrderId(page)
  // The first order returned its two seats, so three seats are taken, not five.
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 3)
})

test('when the seats are taken meanwhile, a message offers other times and nothing typed is lost', async ({
  page,
  browser,
  shop,
}, { project }) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 2))
  const email = `late.${project.name}@example.com`
  await fillParty(page, { email, names: ['Dana Whitlock', 'Priya Raman'], weights: ['148'] })

  const rival = await (await browser.newContext({ baseURL: shop.origin })).newPage()
  await rival.goto(payPath(flight, 3))
  const names = ['Ana Ruiz', 'Ben Ruiz', 'Cleo Ruiz']
  await fillParty(rival, { email: `first.${project.name}@example.com`, names })
  await acceptTerms(rival)
  await pressBook(rival)
  await expect(rival).toHaveURL(/\/sandbox\/checkout\//)
  await rival.context().close()

  await acceptTerms(page)
  const answered = page.waitForResponse(isAnswerToForm)
  await pressBook(page)
  expect((await answered).status()).toBe(409)
  await expect(page.getByRole('alert')).toContainText(
    'These seats were just taken. You have not been charged.',
  )
  await expect(page.getByText(`The ${flight.time} flight has 1 seat left.`)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel(/^Weight/).first()).toHaveValue('148')
  await page
    .getByRole('link', { name: /on the same day$/ })
    .first()
    .click()
  await expect(page.getByLabel('Full name').nth(1)).toHaveValue('Priya Raman')
})
