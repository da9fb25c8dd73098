import { type APIRequestContext, type Browser, expect, type Page, test } from 'playwright/test'
import { logIn, register, createPerson } from '../support/account-holder.ts'
import { acceptTerms, fillParty } from '../support/buyer.ts'
import { type SectionSevenStub, startSectionSevenStub } from '../support/section-seven-stub.ts'
import { type StandaloneShop, startStandaloneShop } from '../support/start-shop-alone.ts'

let stub: SectionSevenStub
let shop: StandaloneShop
test.beforeAll(async () => {
  stub = await startSectionSevenStub()
  const environment = { PAYMENTS: 'stripe', STRIPE_PUBLISHABLE_KEY: 'pk_test_stub' }
  shop = await startStandaloneShop('server.js', stub.origin, { environment })
})
test.afterAll(async () => {
  await shop.stop()
  await stub.stop()
})
test.afterEach(() => {
  // The page cache may ask for a version, and caches nothing when there is none.
  const strangers = stub.unexpectedCalls().filter((call) => call !== 'GET /v1/version')
  expect(strangers, 'calls that section 7 does not print').toEqual([])
})

/**
 * It is a Saturday two weeks ahead, whose sunset departure has the id 163 and leaves at 6:05 pm.
 */
const day = new Date(Date.now() + 14 * 86_400_000)
day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7))
// The demo shop is closed at Christmas, which may fall on a Saturday.
if (day.toISOString().slice(5, 10) === '12-25') day.setUTCDate(day.getUTCDate() + 7)
const DATE = day.toISOString().slice(0, 10)
const PAY = `/checkout/6/pay?date=${DATE}&departure=163&quantity_type=seat&quantity=2&upgrades=71`

const open = async (browser: Browser, javaScriptEnabled = true): Promise<Page> =>
  (await browser.newContext({ baseURL: shop.origin, javaScriptEnabled })).newPage()

test('the catalogue says what its prices include and states no free seats', async ({ browser }) => {
  const page = await open(browser)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See it from the air.')
  await expect(page.getByRole('link', { name: 'Harbor Classic' }).first()).toBeVisible()
  await expect(page.getByText('The price of one seat before fees and tax.')).toBeVisible()
  for (const path of ['/', '/product', '/product/6', '/product/statue-express', '/checkout', '/checkout/6']) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    const text = await page.locator('body').innerText()
    expect(text, path).not.toMatch(/seats? left|every fee|all fees|NaN|undefined|up to 0|\b0 seats/i)
  }
  await page.goto('/product/6')
  await expect(page.getByRole('group', { name: 'Departure' }).getByRole('radio')).toHaveCount(4)
  await expect(page.getByText('Availability is confirmed when you book.')).toBeVisible()
  expect((await page.goto('/product/14'))?.status()).toBe(404)
  await page.context().close()
})

test('a day is chosen from the weekly timetable', async ({ browser }) => {
  const page = await open(browser, false)
  await page.goto(`/checkout/6?date=${DATE}`)
  await page.getByRole('radio', { name: '6:05 pm', exact: true }).check()
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Update price' }).click()
  const order = page.getByRole('complementary', { name: 'Your order' })
  await expect(order).toContainText('Total before fees and tax')
  await expect(order).toContainText('$538.00')
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  await page.context().close()
})

test('without a script the page says so first, orders nothing and keeps what was typed', async ({
  browser,
}) => {
  const page = await open(browser, false)
  await page.goto(PAY)
  // Playwright's text locators skip text in a noscript element.
  const first = page.locator('noscript p')
  await expect(first).toBeVisible()
  expect(await first.innerText()).toContain('Paying here needs JavaScript, which is off in your browser.')
  await fillParty(page, { email: 'no.script@example.com', names: ['Dana Whitlock', 'Priya Raman'] })
  await page.getByRole('button', { name: 'One more seat' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('no.script@example.com')
  const third = page.getByRole('group', { name: 'Passenger 3' })
  await third.getByLabel('Full name', { exact: true }).fill('Lee Ono')
  await acceptTerms(page)
  const orders = stub.orders().length
  await page.getByRole('button', { name: /^Book Your Flight/ }).click()
  await expect(page.getByText('Please call us, and we book this flight for you.').first()).toBeVisible()
  await expect(third.getByLabel('Full name', { exact: true })).toHaveValue('Lee Ono')
  expect(stub.orders().length).toBe(orders)
  await page.context().close()
})

test('a guest sees the whole total, is declined and pays the same order with another card', async ({
  browser,
}) => {
  const page = await open(browser)
  const orders = stub.orders().length
  await page.goto(PAY)
  const first = await send(page, 'place')
  expect(first.status).toBe(409)
  expect(first.text).toContain('With fees and tax the total is $602.90')

  await page.goto(PAY)
  const order = page.getByRole('complementary', { name: 'Your order' })
  await expect(order).toContainText('Fees and tax')
  await expect(order).toContainText('$602.90')
  expect((await send(page, 'place')).status).toBe(200)

  const declined = await send(page, 'purchase', { card_token: 'ctoken_declined' })
  expect(declined.status).toBe(422)
  expect(declined.text).toContain('Your card was declined. try a different card or contact your bank.')
  await page.goto(PAY)
  await acceptTerms(page)
  await bookWith(page, 'ctoken_silent')
  await expect(page.locator('#errors').getByRole('link')).toHaveText(
    'Something went wrong, please check your order or contact support.',
  )
  const paid = await send(page, 'purchase', { card_token: 'ctoken_good' })
  expect(paid.location).toMatch(/^\/order-confirmation\?order_id=\d+$/)
  expect(stub.orders().slice(orders)).toMatchObject([{ status: 'completed', total: 602.9 }])

  await page.goto(paid.location)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re booked, Dana.')
  await expect(page.getByRole('article', { name: 'Your flight' })).toContainText('Priya Raman')
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0)
  await page.context().close()
})

test('a customer registers, logs out and logs in', async ({ browser }) => {
  const page = await open(browser)
  await page.goto('/account?tab=register#register')
  const person = createPerson('basic')
  await register(page, person)
  const name = page.getByRole('heading', { level: 1, name: 'Ida Lund' })
  await expect(name).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.goto('/account')
  await logIn(page, person)
  await expect(name).toBeVisible()

  // The service offers gift cards only by the calls and keys of section 7, which list them and send
  // them at once.
  await page.goto('/account/gift-cards')
  await page.getByRole('button', { name: 'Show More - 3 / 5' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Resend all my codes' })).toHaveCount(0)
  await page
    .getByRole('checkbox', { name: /^Select Harbor day/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Send As Gift' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Send on')).toHaveCount(0)
  await dialog.getByLabel('Recipient Email').fill('priya@example.com')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Emailed to priya@example.com')).toBeVisible()
  expect((await page.goto('/account/gift-cards/shares/1'))?.status()).toBe(404)
  expect((await page.goto('/gifts/a-secret-of-nobody-at-all'))?.status()).toBe(404)
  await page.goto('/account/credit')
  await expect(page.getByText('cannot be shown just now')).toBeVisible()
  await page.context().close()
})

test('the account names the status of each order by its word', async ({ browser }) => {
  const page = await open(browser)
  await page.goto('/account?tab=register#register')
  await register(page, createPerson('statuses'))
  await expect(page.getByRole('heading', { level: 1, name: 'Ida Lund' })).toBeVisible()
  await page.goto(PAY)
  expect((await send(page, 'place')).status).toBe(409)
  const order = stub.orders().at(-1)
  if (!order) throw new Error('nothing was ordered')
  const row = page.getByRole('listitem').filter({ hasText: `O-${String(order.id)}` })
  for (const [status, word] of [
    ['awaiting_payment', 'unpaid'],
    ['partially_paid', 'partial-p'],
    ['completed', 'paid'],
    ['partially_refunded', 'partial-r'],
    ['refunded', 'refunded'],
  ] as const) {
    order.status = status
    await page.goto('/account')
    await expect(row.getByText(word, { exact: true })).toBeVisible()
  }
  await page.context().close()
})

/**
 * Presses the button with a card of the provider, whose own script is not available in this test.
 */
async function bookWith(page: Page, cardToken: string): Promise<void> {
  await page.locator('input[name=form_key]').evaluate((input: HTMLInputElement, token) => {
    for (const [name, value] of [
      ['intent', 'purchase'],
      ['card_token', token],
    ] as const) {
      const field = document.createElement('input')
      field.type = 'hidden'
      Object.assign(field, { name, value })
      input.form?.append(field)
    }
    input.form?.submit()
  }, cardToken)
}

/**
 * Builds what the page's script sends for a card of the provider, whose own script is not available
 * in this test.
 */
async function send(page: Page, intent: string, more: Record<string, string> = {}) {
  const request: APIRequestContext = page.request
  const form = {
    ...{ intent, terms_and_conditions: 'on', email: 'dana@example.com' },
    ...{ 'passengers[0].full_name': 'Dana Whitlock', 'passengers[0].weight': '148' },
    'passengers[1].full_name': 'Priya Raman',
    form_key: await page.locator('input[name=form_key]').inputValue(),
    total: await page.locator('input[name=total]').inputValue(),
    ...more,
  }
  const answer = await request.post(PAY, { form, maxRedirects: 0, headers: { Origin: shop.origin } })
  return { status: answer.status(), location: answer.headers()['location'] ?? '', text: await answer.text() }
}
