import { type APIRequestContext, type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import { fillParty, findFlight, payPath, seatsLeft } from '../support/buyer.ts'

/** Reads what the page's form would send now. */
async function formOf(page: Page): Promise<Record<string, string>> {
  const inputs = await page.locator('form[method=post] input').all()
  const fields: Record<string, string> = { intent: 'purchase', terms_and_conditions: 'on' }
  for (const input of inputs) {
    const name = await input.getAttribute('name')
    if (name && (await input.getAttribute('type')) !== 'checkbox') fields[name] = await input.inputValue()
  }
  return fields
}

const send = (request: APIRequestContext, url: string, form: Record<string, string>) =>
  request.post(url, { form, maxRedirects: 0, headers: { Origin: new URL(url).origin } })

test('an order with a changed total is refused with the right one, and no seats are held', async ({
  page,
  shop,
}) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 2))
  await fillParty(page, { email: 'tamper@example.com', names: ['Dana Whitlock', 'Priya Raman'] })
  const form = await formOf(page)
  const url = `${shop.origin}${payPath(flight, 2)}`
  for (const total of ['1.00', '-1', 'free', '']) {
    const answer = await send(page.request, url, { ...form, total, form_key: `tampered ${total}` })
    expect(answer.status()).toBe(409)
    const html = await answer.text()
    expect(html).toContain('The price changed while you were here.')
    expect(html).toContain('Priya Raman')
    expect(html).toContain(`name="total" value="${form['total'] ?? ''}"`)
  }
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)
})

test('unknown hidden fields change nothing', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 1))
  await fillParty(page, { email: 'hidden@example.com', names: ['Dana Whitlock'] })
  const form = await formOf(page)
  const answer = await send(page.request, `${shop.origin}${payPath(flight, 1)}`, {
    ...form,
    price: '1',
    user_id: '3',
    quantity: '9',
    return_url: 'https://evil.example/',
    'passengers[1].full_name': 'Stow Away',
    supersedes_order_id: '1',
  })
  expect(answer.status()).toBe(303)
  expect(answer.headers()['location']).toMatch(new RegExp(`^${shop.origin}/sandbox/checkout/`))
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})

test('the same form sent twice at once without a session makes one order', async ({
  browser,
  page,
  shop,
}) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 2))
  await fillParty(page, { email: 'twice@example.com', names: ['Dana Whitlock', 'Priya Raman'] })
  const form = await formOf(page)
  const stranger = await browser.newContext()
  const url = `${shop.origin}${payPath(flight, 2)}`
  const twins = await Promise.all([0, 1].map(() => send(stranger.request, url, form)))
  expect(twins.map((answer) => answer.status())).toEqual([303, 303])
  const [first, second] = twins.map((answer) => answer.headers()['location'])
  expect(second).toBe(first)
  const again = await send(stranger.request, url, form)
  expect(again.headers()['location']).toBe(first)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
  await stranger.close()
})

test('a form sent from another site is refused', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 1))
  await fillParty(page, { email: 'cross@example.com', names: ['Dana Whitlock'] })
  const form = await formOf(page)
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  const answer = await page.request.post(payPath(flight, 1), { form, maxRedirects: 0, headers })
  expect(answer.status()).toBe(403)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)
})

test('pages of one visitor are never cached', async ({ request, shop }) => {
  const flight = await findFlight(shop)
  for (const path of [
    '/checkout',
    '/checkout/6',
    payPath(flight, 1),
    '/order-confirmation?order_id=1',
    '/account/password-confirm',
  ]) {
    const answer = await request.get(path)
    expect(answer.headers()['cache-control'], path).toBe('private, no-store')
  }
})
