import ICAL from 'ical.js'
import { OrderReply } from '#contract/order.ts'
import { expect, test } from '../support/browser.ts'
import { type RunningShop } from '../support/start-shop.ts'
import {
  acceptTerms,
  CARD,
  countViews,
  fillParty,
  findFlight,
  readOrderId,
  payOnHostedPage,
  pressBook,
  seatsLeft,
} from '../support/buyer.ts'

test('a shopper buys two seats from the product page to the ticket in five page views', async ({
  page,
  shop,
}, { project }) => {
  const flight = await findFlight(shop, 6, 'shown')
  const email = `dana.${project.name}@example.com`
  await page.goto('/product/6')
  const views = countViews(page)

  await page.getByRole('link', { name: 'See all dates' }).click()
  if (flight.turnTo) await page.getByRole('link', { name: flight.turnTo }).click()
  await page.getByRole('link', { name: new RegExp(`^${flight.day},`) }).click()
  await expect(page.locator('#departures legend')).toHaveText(flight.day)
  await page.getByRole('radio', { name: flight.time, exact: true }).check()
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  await fillParty(page, { email, names: ['Dana Whitlock', 'Priya Raman'], weights: ['148', '180 lbs'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)

  const id = await readOrderId(page)
  expect(views()).toBeLessThanOrEqual(flight.turnTo ? 6 : 5)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re booked, Dana.')
  await expect(page.getByRole('article', { name: 'Your flight' })).toContainText('Priya Raman')
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)

  const token = await page.context().cookies()
  expect(token.find((cookie) => cookie.name === 'session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re booked, Dana.')

  const calendar = await page.request.get(`/orders/${String(id)}/calendar.ics`)
  expect(calendar.headers()['content-type']).toContain('text/calendar')
  const event = new ICAL.Component(ICAL.parse(await calendar.text())).getFirstSubcomponent('vevent')
  expect(event?.getFirstPropertyValue('summary')).toContain('The New Yorker')

  await expect.poll(async () => (await ticketsTo(shop, email)).length).toBe(1)
  const [mailed] = (await ticketsTo(shop, email)).flatMap(({ attachments }) => attachments)
  expect(mailed?.contentType).toContain('text/calendar')
  const mailedEvent = new ICAL.Component(ICAL.parse(mailed?.content ?? '')).getFirstSubcomponent('vevent')
  expect(mailedEvent?.getFirstPropertyValue('uid')).toBe(event?.getFirstPropertyValue('uid'))
  expect(mailedEvent?.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('America/New_York')
})

const ticketsTo = async (shop: Pick<RunningShop, 'mails'>, email: string) =>
  (await shop.mails(email)).filter(({ subject }) => subject.includes('booked'))

test('a shopper buys a whole aircraft for a party', async ({ page, shop }, { project }) => {
  const flight = await findFlight(shop)
  await page.goto(`/checkout/6?date=${flight.date}&departure=${String(flight.departureId)}&quantity=3`)
  await page.getByRole('radio', { name: 'Whole aircraft' }).check()
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  const names = ['Ana Ruiz', 'Ben Ruiz', 'Cleo Ruiz']
  await fillParty(page, { email: `ruiz.${project.name}@example.com`, names })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(0)
})

test('somebody else’s order answers like an unknown one', async ({ page, browser, shop }, { project }) => {
  const flight = await findFlight(shop)
  await page.goto(`/checkout/6/pay?date=${flight.date}&departure=${String(flight.departureId)}`)
  await fillParty(page, { email: `own.${project.name}@example.com`, names: ['Own Er'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)

  const other = await browser.newContext({ baseURL: shop.origin })
  const foreign = await other.request.get(`/order-confirmation?order_id=${String(id)}`)
  const missing = await other.request.get('/order-confirmation?order_id=99999999')
  expect([foreign.status(), missing.status()]).toEqual([404, 404])
  const text = await foreign.text()
  expect(text).not.toContain('Own')
  expect(text).not.toContain('The New Yorker')
  expect((await other.request.get(`/orders/${String(id)}/calendar.ics`)).status()).toBe(404)
  expect((await other.request.get('/order-confirmation')).status()).toBe(404)
  const direct = await fetch(`${shop.origin}/v1/orders/${String(id)}`)
  expect(OrderReply.safeParse(await direct.json()).success).toBe(false)
  await other.close()
})

test('the other brand sells on its own host, and the payment page leads back there', async ({ page, shop }, {
  project,
}) => {
  const flight = await findFlight(shop, 12)
  const origin = shop.origin.replace('localhost', 'tidewater.localhost')
  await page.goto(`${origin}/checkout/12/pay?date=${flight.date}&departure=${String(flight.departureId)}`)
  await fillParty(page, { email: `tide.${project.name}@example.com`, names: ['Tess Marsh'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  await readOrderId(page)
  expect(new URL(page.url()).origin).toBe(origin)
  expect((await page.goto(`${origin}/checkout/6`))?.status()).toBe(404)
})
