import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  type FoundFlight,
  fillParty,
  findFlight,
  readOrderId,
  payOnHostedPage,
  pressBook,
  pressBookHere,
  seatsLeft,
  typeCard,
} from '../support/buyer.ts'
import { blockScripts, holdScripts, isHydrated, untilHydrated } from '../support/hold-scripts.ts'
import { type RunningShop } from '../support/start-shop.ts'

const NAMES = ['Dana Whitlock', 'Priya Raman']

const chooseTwoSeats = async (page: Page, flight: FoundFlight) => {
  await page.getByRole('radio', { name: flight.time, exact: true }).check()
  await page.getByLabel('Quantity', { exact: true }).fill('2')
}

const goOn = async (page: Page) => {
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
}

/** Checks that one order, its two seats and one mail exist, and that nothing else was sold. */
async function expectOneOrder(page: Page, shop: RunningShop, flight: FoundFlight, email: string) {
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
  const tickets = async () =>
    (await shop.mails(email)).filter(({ subject }) => subject.includes('booked')).length
  await expect.poll(tickets).toBe(1)
}

test.describe('with JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false })

  test('a shopper buys without any script', async ({ page, shop }) => {
    const flight = await findFlight(shop)
    await page.goto(`/checkout/6?date=${flight.date}`)
    await chooseTwoSeats(page, flight)
    await goOn(page)
    await fillParty(page, { email: 'mode.none@example.com', names: NAMES })
    await acceptTerms(page)
    await pressBookHere(page)
    await payOnHostedPage(page, CARD)
    await expectOneOrder(page, shop, flight, 'mode.none@example.com')
  })
})

for (const [way, pay] of [
  [
    'the card typed into the page',
    async (page: Page) => {
      await typeCard(page, CARD)
      await pressBookHere(page)
    },
  ],
  [
    'the card typed on the secure page',
    async (page: Page) => {
      await pressBook(page)
      await payOnHostedPage(page, CARD)
    },
  ],
] as const) {
  test(`a shopper buys with every script loaded in time, ${way}`, async ({ page, shop }) => {
    const flight = await findFlight(shop)
    const email = `mode.${way.replaceAll(' ', '.')}@example.com`
    await page.goto(`/checkout/6?date=${flight.date}`)
    await untilHydrated(page)
    await chooseTwoSeats(page, flight)
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('2 seats')
    await goOn(page)
    await untilHydrated(page)
    await fillParty(page, { email, names: NAMES })
    await acceptTerms(page)
    await pay(page)
    await expectOneOrder(page, shop, flight, email)
  })
}

test('when no script file ever loads, the page retries once and sells as plain HTML', async ({
  page,
  shop,
}) => {
  const flight = await findFlight(shop)
  await blockScripts(page)
  const documents: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.isNavigationRequest() && !search.includes('intent=')) documents.push(pathname)
  })
  await page.goto(`/checkout/6?date=${flight.date}`)
  await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return entry?.type === 'reload'
  })
  await chooseTwoSeats(page, flight)
  await goOn(page)
  expect(await isHydrated(page)).toBe(false)
  await fillParty(page, { email: 'mode.blocked@example.com', names: NAMES })
  await acceptTerms(page)
  await pressBookHere(page)
  await payOnHostedPage(page, CARD)
  await expectOneOrder(page, shop, flight, 'mode.blocked@example.com')
  expect(documents.filter((path) => path === '/checkout/6')).toHaveLength(2)
  expect(documents.filter((path) => path === '/checkout/6/pay').length).toBeLessThanOrEqual(2)
})

test('a shopper buys when the scripts load late, in the middle of typing', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  const releaseWhen = await holdScripts(page)
  await page.goto(`/checkout/6?date=${flight.date}`, { waitUntil: 'commit' })
  await chooseTwoSeats(page, flight)
  await page.getByRole('checkbox', { name: 'Photo set' }).check()
  expect(await isHydrated(page)).toBe(false)
  releaseWhen()
  await untilHydrated(page)
  // A choice made before hydration counts like one made after it: the price shows without a press.
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('2 seats')
  await expect(page.getByRole('radio', { name: flight.time, exact: true })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Photo set' })).toBeChecked()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('2')

  const releasePay = await holdScripts(page)
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await page.getByLabel('Email', { exact: true }).fill('mode.late@example.com')
  await page.getByLabel('Full name').nth(0).fill('Dana Whitlock')
  const second = page.getByLabel('Full name').nth(1)
  await second.focus()
  await page.keyboard.type('Priya ')
  expect(await isHydrated(page)).toBe(false)
  releasePay()
  await page.keyboard.type('Ra', { delay: 40 })
  await untilHydrated(page)
  await page.keyboard.type('man')
  await expect(second).toHaveValue('Priya Raman')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('mode.late@example.com')
  await expect(page.getByLabel('Full name').nth(0)).toHaveValue('Dana Whitlock')
  await acceptTerms(page)
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectOneOrder(page, shop, flight, 'mode.late@example.com')
})
