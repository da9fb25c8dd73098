import { expect, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  fillPayPageWithCard,
  findFlight,
  readOrderId,
  payPath,
  pressBook,
  pressBookHere,
  seatsLeft,
  typeCard,
} from '../support/buyer.ts'

// The shopper returns to the payment page after its form was sent.

test('a page that the browser cached while busy can be used again and sells once', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'kept@return.example.com'
  owed.push({ email, paid: 1 })
  const flight = await fillPayPageWithCard(page, shop, email, CARD)
  // The hosted page never loads, so this page stays as the browser's back-forward cache would keep
  // it.
  await page.route('**/sandbox/checkout/**', (route) => route.abort('aborted'))
  const left = page.waitForRequest('**/sandbox/checkout/**')
  await pressBook(page)
  await left
  await expect(page.locator('form[aria-busy]')).toHaveCount(1)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('form[aria-busy]')).toHaveCount(0)
  await expect(page.getByText('Your payment on the secure page is not finished.')).toBeVisible()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await expect(page.getByLabel('Card number')).toHaveValue(CARD)
  await pressBookHere(page)
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})

test('going back from the ticket shows what was booked, and the page books again on request', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'again@return.example.com'
  owed.push({ email, paid: 2 })
  const flight = await findFlight(shop)
  const buy = async () => {
    await fillParty(page, { email, names: ['Dana Whitlock'] })
    await acceptTerms(page)
    await typeCard(page, CARD)
    await pressBookHere(page)
    return readOrderId(page)
  }
  await page.goto(payPath(flight, 1))
  await expect(page.getByText('You have booked this flight')).toHaveCount(0)
  const first = await buy()
  await page.goBack()
  const note = page.getByText(`You have booked this flight: O-${String(first)}.`)
  await expect(note).toBeVisible()
  await note.getByRole('link', { name: 'See your ticket' }).click()
  expect(await readOrderId(page)).toBe(first)
  // Another flight is not affected.
  await page.goto(payPath(await findFlight(shop), 1))
  await expect(page.getByText('You have booked this flight')).toHaveCount(0)
  await page.goto(payPath(flight, 1))
  expect(await buy()).not.toBe(first)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
})
