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

// The shop is stopped, changed and started again at the same address while the page stands open.

const cardError = (page: Page) => page.locator('#card-error')

/** Reads the amount that the button announces, in cents. */
async function priceOf(page: Page): Promise<number> {
  const said = /\$([\d,]+\.\d\d)/.exec((await bookButton(page).textContent()) ?? '')?.[1] ?? ''
  return Math.round(Number(said.replaceAll(',', '')) * 100)
}

/** Lists status and amount of each of a buyer's payments at the provider, oldest first. */
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

const raiseFees = (shop: RunningShop, cents: number) =>
  whileStopped(shop, (database) =>
    database.query('update fees set price_cents = price_cents + $1 where price_cents is not null', [cents]),
  )

test('a changed price shows the new total, and one press accepts and charges it', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'dearer@meanwhile.example.com'
  owed.push({ email, paid: 1 })
  const flight = await fillPayPageWithCard(page, shop, email, CARD)
  const before = await priceOf(page)
  await raiseFees(shop, 500)
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
  // Restores the fees, because other tests of this shop expect the prices of the demo.
  await raiseFees(shop, -500)
})

test('another time after a decline replaces the first order, closes its payment and charges once', async ({
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

test('a page whose hold expires says so, and the shopper requests the seats again', async ({
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
  // The clock advances for both: the service finds the hold expired, and so does the page's timer.
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

test('when somebody else takes the last seats, the typed card stays for another time', async ({
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
