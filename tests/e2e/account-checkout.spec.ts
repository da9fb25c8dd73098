import { type Page } from 'playwright/test'
import {
  logIn,
  orderAsGuest,
  press,
  register,
  sessionToken,
  createPerson,
} from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import { fillParty, findFlight, payPath } from '../support/buyer.ts'

const name = (page: Page, passenger: number) =>
  page.getByRole('group', { name: `Passenger ${String(passenger)}` }).getByLabel('Full name', { exact: true })

test('logging in during checkout leads back with everything typed', async ({ page, shop }) => {
  const path = payPath(await findFlight(shop), 2)
  await page.goto(path)
  await fillParty(page, {
    email: 'wrong@example.com',
    names: ['Ben Adler', 'Lia Adler'],
    weights: ['180', '120'],
  })
  await press(page, 'Log in')
  await expect(page).toHaveURL(/\/account\?tab=login&next=/)
  await expect(page.getByRole('link', { name: 'Continue as a guest' })).toHaveAttribute(
    'href',
    /^\/checkout\/6\/pay/,
  )
  await logIn(page, { email: 'customer@example.com', password: 'a slip' })
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('fly-demo')
  await press(page, 'Log In')

  await expect(page).toHaveURL(/\/checkout\/6\/pay\?.*#details$/)
  await expect(page.getByText('customer@example.com')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0)
  await expect(page.getByLabel('Phone', { exact: true })).toHaveCount(0)
  await expect(name(page, 1)).toHaveValue('Ben Adler')
  await expect(name(page, 2)).toHaveValue('Lia Adler')
  await expect(page.getByLabel(/^Weight/).first()).toHaveValue('180')

  await press(page, 'Log out')
  await expect(page).toHaveURL(new RegExp('/checkout/6/pay'))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')
  await expect(name(page, 1)).toHaveValue('')
  expect(await sessionToken(page)).toBeUndefined()
})

test('a person who registers during checkout is the first passenger and buys with the account', async ({
  page,
  shop,
}) => {
  const person = createPerson('onway')
  const path = payPath(await findFlight(shop), 1)
  await page.goto(path)
  await press(page, 'Log in')
  // With scripts it is a tab.
  await page.locator('[data-tab=register]').click()
  await register(page, person)
  await expect(page).toHaveURL(/\/checkout\/6\/pay\?.*#details$/)
  await expect(name(page, 1)).toHaveValue('Ida Lund')
  const token = (await sessionToken(page)) ?? ''
  // The service knows the owner of an order, whatever the form claims.
  const form = new URLSearchParams({
    intent: 'place',
    form_key: crypto.randomUUID(),
    total: (await page.locator('input[name=total]').inputValue()) || '',
    'passengers[0].full_name': 'Ida Lund',
    email: 'somebody.else@example.com',
    terms_and_conditions: 'on',
  })
  const sent = await page.request.post(path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shop.origin },
    data: form.toString(),
  })
  expect(sent.status()).toBe(200)
  const answer = await fetch(`${shop.origin}/v1/orders`, { headers: { Authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({
    orders: [{ status: 'awaiting_payment', quantity: 1 }],
    meta: { pagination: { total_count: 1 } },
  })
  await page.goto('/account')
  await expect(page.getByRole('link', { name: 'The New Yorker' })).toBeVisible()
  await expect(page.getByText('unpaid')).toBeVisible()
})

test('somebody else’s order is not found', async ({ page, shop }) => {
  const order = await orderAsGuest(shop, createPerson('other').email)
  await page.goto('/account')
  await logIn(page, { email: 'customer@example.com', password: 'fly-demo' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nora Adler')
  expect((await page.goto(`/order-confirmation?order_id=${String(order)}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look in your mail.')
})
