import { type APIRequestContext, type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  type FoundFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
  seatsLeft,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

/**
 * Lists the order numbers of the mailed tickets; a shopper who was charged twice would have two.
 */
async function tickets(shop: RunningShop, email: string): Promise<string[]> {
  const mails = await shop.mails(email)
  return mails.flatMap(({ subject }) =>
    subject.includes('booked') ? (/O-\d+/.exec(subject) ?? ['none']) : [],
  )
}

/** Checks that two seats are gone and that one ticket came for this order. */
async function expectOnce(shop: RunningShop, flight: FoundFlight, email: string, id: number) {
  await expect.poll(() => tickets(shop, email)).toEqual([`O-${String(id)}`])
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
}

async function fillForm(page: Page, shop: RunningShop, email: string): Promise<FoundFlight> {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 2))
  await fillParty(page, { email, names: ['Dana Whitlock', 'Priya Raman'] })
  await acceptTerms(page)
  return flight
}

const toHostedPage = (page: Page) => expect(page).toHaveURL(/\/sandbox\/checkout\//)

test('pressing the payment page’s button twice, reloading and going back pays once', async ({ page, shop }, {
  project,
}) => {
  const email = `once.${project.name}@example.com`
  const flight = await fillForm(page, shop, email)
  await pressBook(page)
  await toHostedPage(page)
  const hosted = page.url()
  await page.getByLabel('Card number').fill(CARD)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).dblclick()
  const id = await readOrderId(page)
  await page.reload()
  expect(await readOrderId(page)).toBe(id)
  // The payment page, opened again after payment, does not accept a card.
  await page.goto(hosted)
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await expectOnce(shop, flight, email, id)
})

test('going back from the payment page and forward again keeps the same order and page', async ({
  page,
  shop,
}, { project }) => {
  const email = `back.${project.name}@example.com`
  const flight = await fillForm(page, shop, email)
  await pressBook(page)
  await toHostedPage(page)
  const hosted = page.url()
  await page.goto(payPath(flight, 2))
  await fillParty(page, { email, names: ['Dana Whitlock', 'Priya Raman'] })
  await acceptTerms(page)
  await pressBook(page)
  await expect(page).toHaveURL(hosted)
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)
  await expectOnce(shop, flight, email, id)
})

/** Reads what the form would send now. */
async function formOf(page: Page): Promise<Record<string, string>> {
  const fields: Record<string, string> = { intent: 'purchase', terms_and_conditions: 'on' }
  for (const input of await page.locator('form[method=post] input[name]').all()) {
    const name = await input.getAttribute('name')
    if (name && (await input.getAttribute('type')) !== 'checkbox') fields[name] = await input.inputValue()
  }
  return fields
}

const send = (request: APIRequestContext, url: string, form: Record<string, string>) =>
  request.post(url, { form, maxRedirects: 0, headers: { Origin: new URL(url).origin } })

test('the same form sent ten times at once makes one order, one page, one charge and one mail', async ({
  page,
  shop,
}, { project }) => {
  const email = `ten.${project.name}@example.com`
  const flight = await fillForm(page, shop, email)
  const form = await formOf(page)
  const url = `${shop.origin}${payPath(flight, 2)}`
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(page.request, url, form)))
  expect(answers.map((answer) => answer.status())).toEqual(Array(10).fill(303))
  const pages = new Set(answers.map((answer) => answer.headers()['location']))
  expect(pages.size).toBe(1)
  await page.goto([...pages][0] ?? '')
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)
  // The same form, sent again after payment, leads to the same ticket.
  const again = await send(page.request, url, form)
  expect(again.headers()['location']).toContain(`/order-confirmation?order_id=${String(id)}`)
  await expectOnce(shop, flight, email, id)
})
