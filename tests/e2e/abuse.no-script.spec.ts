import { type Browser, expect, type Page } from 'playwright/test'
import { JwtReply } from '#contract/people.ts'
import { acceptTerms, fillParty, findFlight, type FoundFlight, payPath, pressBook } from '../support/buyer.ts'
import { test } from '../support/limited-browser.ts'
import { type RunningShop } from '../support/start-shop.ts'

function callFrom(shop: RunningShop, address: string) {
  return (path: string, body: unknown, token?: string) =>
    fetch(`${shop.origin}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
}

/**
 * A script that wants seats without paying uses a new session and e-mail address for every order.
 */
async function hold(shop: RunningShop, address: string, flight: FoundFlight, seats: number): Promise<number> {
  const call = callFrom(shop, address)
  const made = await call('/v1/customers', { customer: { email: `${crypto.randomUUID()}@example.com` } })
  const { jwt } = JwtReply.parse(await made.json())
  const day = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${flight.date}`)
  const { availability } = (await day.json()) as {
    availability: { departures: { departure_id: number; depart_at: string }[] }
  }
  const one = availability.departures.find((each) => each.departure_id === flight.departureId)
  const wanted = { departure_id: one?.departure_id, depart_at: one?.depart_at, quantity: seats }
  return (await call('/v1/orders', { brand_id: 1, order_item_seats_attributes: [wanted] }, jwt)).status
}

async function bookFrom(browser: Browser, shop: RunningShop, address: string, flight: FoundFlight) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'X-Forwarded-For': address },
  })
  const page: Page = await context.newPage()
  await page.goto(`${shop.origin}${payPath(flight, 2)}`)
  await fillParty(page, {
    email: 'dana@example.com',
    names: ['Dana Whitlock', 'Priya Raman'],
    weights: ['150', '140'],
  })
  await acceptTerms(page)
  await pressBook(page)
  return page
}

test('a script with many sessions reaches the hold limit, and people on other networks still book', async ({
  browser,
  shop,
}) => {
  const flights: FoundFlight[] = []
  for (let found = 0; found < 7; found++) flights.push(await findFlight(shop))
  const answers: number[] = []
  for (const flight of flights.slice(0, 6)) {
    for (const seats of [3, 3, 3, 1]) answers.push(await hold(shop, '198.51.100.1', flight, seats))
  }
  expect(answers.filter((status) => status === 201).length).toBeLessThanOrEqual(8)
  expect(answers.filter((status) => status === 409).length).toBeGreaterThanOrEqual(16)

  const [first, , , , , , last] = flights
  if (!first || !last) throw new Error('There are too few flights')
  const refused = await bookFrom(browser, shop, '198.51.100.1', last)
  await expect(refused.getByText(/unpaid seats are being held from your network right now/)).toBeVisible()
  await expect(refused.getByText(/try again in about \d+ minutes/)).toBeVisible()
  await expect(refused.getByLabel('Email', { exact: true })).toHaveValue('dana@example.com')
  await expect(refused.getByLabel('Full name', { exact: true }).nth(1)).toHaveValue('Priya Raman')
  await refused.context().close()

  const elsewhere = await bookFrom(browser, shop, '203.0.113.5', last)
  await expect(elsewhere).toHaveURL(/\/sandbox\/checkout\//)
  await elsewhere.context().close()
})

test('a rate-limited form says how long to wait and keeps what was typed', async ({ browser, shop }) => {
  const flight = await findFlight(shop)
  const call = callFrom(shop, '198.51.100.2')
  const statuses: number[] = []
  for (let asked = 0; asked < 61; asked++) {
    const email = `${crypto.randomUUID()}@example.com`
    const answer = await call('/v1/customers', { customer: { email } })
    statuses.push(answer.status)
    if (answer.status === 429) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(60)
  const page = await bookFrom(browser, shop, '198.51.100.2', flight)
  await expect(
    page.getByText(/^Too many tries\. Please wait about \d+ minutes and try again; nothing is lost\.$/),
  ).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('dana@example.com')
  await page.context().close()
  const elsewhere = await bookFrom(browser, shop, '203.0.113.6', flight)
  await expect(elsewhere).toHaveURL(/\/sandbox\/checkout\//)
  await elsewhere.context().close()
})
