import { type Page } from 'playwright/test'
import { expect, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  bookButton,
  CARD,
  DECLINED_MESSAGE,
  DECLINED_CARD,
  fillParty,
  fillPayPageWithCard,
  findFlight,
  isAnswerToForm,
  readOrderId,
  payPath,
  pressBook,
  pressBookHere,
  seatsLeft,
  typeCard,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'
import { whileStopped } from '../support/while-stopped.ts'

// What changes while the page stands open: the shop is stopped, changed and started again at the
// same address.

const cardError = (page: Page) => page.locator('#card-error')

/** What the button says it will take, in cents. */
async function priceOf(page: Page): Promise<number> {
  const said = /\$([\d,]+\.\d\d)/.exec((await bookButton(page).textContent()) ?? '')?.[1] ?? ''
  return Math.round(Number(said.replaceAll(',', '')) * 100)
}

/**
 * Status and amount of each of a buyer's payments at the provider, in the order they were begun.
 */
const intentsOf = (shop: RunningShop, email: string) =>
  whileStopped(shop, async (database) => {
    const { rows } = await database.query<{ status: string; amount: number }>(
      `select intent.data->>'status' as status, (intent.data->>'amount')::int as amount
        from sandbox.objects intent
         join orders on orders.id = (intent.data->'metadata'->>'order_id')::int
         where intent.type = 'payment_intent' and orders.email = $1 order by orders.id, intent.id`,
      [email],
    )
    return rows
  })

test('a price that changed: the new total is named, one press accepts it, and it is what is charged', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'dearer@meanwhile.example.com'
  owed.push({ email, paid: 1 })
  const flight = await fillPayPageWithCard(page, shop, email, CARD)
  const before = await priceOf(page)
  await whileStopped(shop, (database) =>
    database.exec('update fees set price_cents = price_cents + 500 where price_cents is not null'),
  )
  const answered = page.waitForResponse(isAnswerToForm)
  await pressBookHere(page)
  expect((await answered).status()).toBe(409)
  await expect(page.locator('#errors')).toContainText('The price changed while you were here.')
  await expect.poll(() => priceOf(page)).toBeGreaterThan(before)
  const after = await priceOf(page)
  await expect(page.locator('#errors')).toContainText(`It is $${(after / 100).toFixed(2)} now.`)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)
  await expect(page.getByLabel('Card number')).toHaveValue(CARD)
  await expect(page.getByLabel('I accept the Terms & Conditions')).toBeChecked()
  await pressBookHere(page)
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
  expect(await intentsOf(shop, email)).toEqual([{ status: 'succeeded', amount: after }])
})

test('another time after a decline: the first order gives way, its payment is closed, one charge', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'another.time@meanwhile.example.com'
  owed.push({ email, paid: 1, unpaid: 1 })
  const flight = await fillPayPageWithCard(page, shop, email, DECLINED_CARD)
  await pressBookHere(page)
  await expect(cardError(page)).toContainText(DECLINED_MESSAGE)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('When would you like to fly?')
  const other = await findFlight(shop)
  await page.goto(payPath(other, 1))
  await expect(
    page.getByText(/^You still hold 1 seat on .* Booking this flight lets them go\.$/),
  ).toBeVisible()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await acceptTerms(page)
  await typeCard(page, CARD)
  await pressBookHere(page)
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)
  expect(await seatsLeft(shop, 6, other)).toBe(other.seatsLeft - 1)
  const intents = await intentsOf(shop, email)
  expect(intents.map(({ status }) => status)).toEqual(['canceled', 'succeeded'])
})

test('a hold that ends while the page stands: it says so, and the seats are asked for anew', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'lapsed@meanwhile.example.com'
  owed.push({ email, paid: 1 })
  await page.clock.install()
  const flight = await fillPayPageWithCard(page, shop, email, DECLINED_CARD)
  await pressBookHere(page)
  await expect(cardError(page)).toContainText(DECLINED_MESSAGE)
  await expect(page.getByText(/^Held for you until /)).toBeVisible()
  await expect(page.getByText('You have not been charged. Your seats are still held.')).toBeVisible()
  // The clock goes on for both: the service finds the hold over, the page its timer.
  await whileStopped(shop, (database) =>
    database.exec("update holds set expires_at = now() - interval '1 second' where state = 'held'"),
  )
  await page.clock.fastForward('40:00')
  await expect(
    page.getByText(/^Your seats are no longer held, and you have not been charged\./),
  ).toBeVisible()
  await expect(page.getByText('Your seats are still held.')).toBeHidden()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await typeCard(page, CARD)
  await pressBookHere(page)
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})

test('the last seats go to somebody else: the typed card stays for another time', async ({
  page,
  browser,
  shop,
  owed,
}) => {
  const [email, rivalsEmail] = ['late@meanwhile.example.com', 'rival@meanwhile.example.com']
  owed.push({ email, paid: 1 }, { email: rivalsEmail, paid: 0, unpaid: 1 })
  const flight = await fillPayPageWithCard(page, shop, email, CARD)
  const rival = await (await browser.newContext({ baseURL: shop.origin })).newPage()
  await rival.goto(payPath(flight, flight.seatsLeft))
  const names = Array.from({ length: flight.seatsLeft }, (_, index) => `Ana Ruiz ${'ABCDEFGH'[index] ?? ''}`)
  await fillParty(rival, { email: rivalsEmail, names })
  await acceptTerms(rival)
  await pressBook(rival)
  await expect(rival).toHaveURL(/\/sandbox\/checkout\//)
  await rival.context().close()

  await pressBookHere(page)
  await expect(page.locator('#errors')).toContainText(
    'These seats were just taken. You have not been charged.',
  )
  await expect(page.locator('#obstacle')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue(CARD)
  await page
    .getByRole('link', { name: /on the same day$/ })
    .first()
    .click()
  await expect(page.locator('#obstacle')).toBeHidden()
  await expect(page.getByLabel('Card number')).toHaveValue(CARD)
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await pressBookHere(page)
  await readOrderId(page)
})
