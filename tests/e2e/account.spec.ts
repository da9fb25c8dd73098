import {
  logIn,
  mailedLink,
  orderAsGuest,
  press,
  register,
  sessionToken,
  createPerson,
  isTokenAccepted,
} from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'

const heading = { level: 1 } as const

test('each tab of the account panel has its address, and everything typed but passwords is kept', async ({
  page,
}) => {
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reset', exact: true })).toHaveCount(0)
  await page.goto('/account?tab=register&next=%2Fproduct#register')
  const onShow = page.locator('[data-tab][aria-current], [data-tab][aria-selected=true]')
  await expect(onShow).toHaveText('Register')
  await register(page, { first: 'R2D2', last: 'Lund', phone: '555', email: 'ida@', password: 'short' })
  const summary = page.getByRole('alert')
  for (const text of [
    'First name: Must be letters only',
    'Phone: Length should be at least 10 characters',
    'Email: Please input correct email format (ida@)',
    'Password: Length should be at least 6 characters',
  ]) {
    await expect(summary.getByRole('link', { name: text })).toBeVisible()
  }
  await expect(page).toHaveTitle(/^Error: Register/)
  await expect(page).toHaveURL(/\/account\?tab=register&next=%2Fproduct(#register)?$/)
  await expect(page.getByLabel('First name')).toHaveValue('R2D2')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ida@')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('an address with a fragment alone opens its panel', async ({ page, javaScriptEnabled }) => {
  await page.goto('/account#register')
  if (!javaScriptEnabled) {
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeHidden()
    const tabs = page.getByRole('navigation', { name: 'Account options' })
    await expect(tabs).toHaveCount(1)
    await expect(tabs.locator('[aria-current]')).toHaveText('Register')
    await expect(page.getByRole('heading', { name: 'Make an account' })).toBeVisible()
    await page.getByRole('link', { name: 'Register with your name and e-mail' }).click()
  }
  await expect(page.getByRole('heading', { name: 'Make an account' })).toBeVisible()
  await expect(page.getByLabel('First name')).toBeVisible()
})

test('a guest’s order appears in the account only after the e-mail is confirmed', async ({ page, shop }) => {
  const person = createPerson('guest')
  const order = await orderAsGuest(shop, person.email)
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(page.getByRole('heading', heading)).toHaveText('Ida Lund')
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing booked yet.' })).toBeVisible()
  expect((await page.goto(`/order-confirmation?order_id=${String(order)}`))?.status()).toBe(404)

  await page.goto('/account')
  await press(page, 'Send the link again')
  await expect(page.getByRole('status')).toContainText(`We sent a link to ${person.email}`)
  const link = await mailedLink(shop, person.email, '/account/prove-email')
  // A mail scanner opens the link before its reader does.
  await page.request.get(link)
  await page.goto(link)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await press(page, 'Confirm this e-mail')
  await expect(page.getByRole('status')).toHaveText('Your e-mail is confirmed.')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'The New Yorker' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/orders/${String(order)}$`))
  await expect(page.getByRole('heading', heading)).not.toHaveText('Look in your mail.')
  expect((await page.goto(link))?.status()).toBe(404)
  await expect(page.getByRole('heading', heading)).toHaveText('This link is used up or too old.')
})

test('a link opened in another browser asks for the password', async ({ page, shop }) => {
  const person = createPerson('elsewhere')
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(page.getByRole('heading', heading)).toHaveText('Ida Lund')
  const link = await mailedLink(shop, person.email, '/account/prove-email')
  await page.context().clearCookies()
  await page.goto(link)
  await press(page, 'Confirm this e-mail')
  await expect(page.getByRole('alert')).toContainText('Password: This field is required')
  await page.getByLabel('Password', { exact: true }).fill('a guess')
  await press(page, 'Confirm this e-mail')
  await expect(page.getByRole('alert')).toContainText('Password: This is not the password of this account')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Confirm this e-mail')
  await expect(page).toHaveURL(/\/account\?proven=1/)
  await logIn(page, person)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('a wrong password is refused, a right one logs in, and logout ends the session at the service', async ({
  page,
  shop,
}) => {
  await page.goto('/account')
  await logIn(page, { email: 'customer@example.com', password: 'not this one' })
  const refused = 'Password Expired. Please reset using the link below.'
  await expect(page.getByRole('alert')).toContainText(refused)
  await expect(page.locator('#login-password-error')).toContainText(refused)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('customer@example.com')
  await page.getByLabel('Password', { exact: true }).fill('fly-demo')
  await press(page, 'Log In')
  await expect(page.getByRole('heading', heading)).toHaveText('Nora Adler')
  const token = (await sessionToken(page)) ?? ''
  expect(await isTokenAccepted(shop, token)).toBe(true)
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false, path: '/' })

  await press(page, 'Log out')
  await expect(page).toHaveURL(/\/(#main)?$/)
  expect(await sessionToken(page)).toBeUndefined()
  expect(await isTokenAccepted(shop, token)).toBe(false)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('an invalid token is removed from the cookie, and the page still loads', async ({ page, shop }) => {
  for (const path of ['/account', '/checkout', '/checkout/6', '/order-confirmation?order_id=1']) {
    await page.goto('/account')
    await logIn(page, { email: 'customer@example.com', password: 'fly-demo' })
    await expect(page.getByRole('heading', heading)).toHaveText('Nora Adler')
    const token = (await sessionToken(page)) ?? ''
    await fetch(`${shop.origin}/v1/user_token`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    })
    await page.goto(path)
    expect(await sessionToken(page)).toBeUndefined()
    await expect(page.getByRole('heading', heading)).not.toHaveText(/Whoops/)
  }
})

test('a reset answers the same for every address, and its link logs in', async ({ page, shop }) => {
  const person = createPerson('forgetful')
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await press(page, 'Log out')
  await expect(page).toHaveURL(/\/(#main)?$/)
  const ask = async (email: string) => {
    await page.goto('/account')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await press(page, 'Reset Your Password')
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await expect(page).toHaveURL(/\/account\?tab=reset#reset$/)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await press(page, 'Reset Your Password')
    await expect(page.locator('#main')).toContainText('If we know this address')
    await page.waitForLoadState()
    return page.locator('#main').innerText()
  }
  const unknown = await ask(createPerson('nobody').email)
  expect(unknown).toContain('If we know this address')
  expect(await ask(person.email)).toBe(unknown)

  await page.goto(await mailedLink(shop, person.email, '/account/password-confirm'))
  await page.getByLabel('New Password', { exact: true }).fill('another one')
  await press(page, 'Confirm New Password')
  await expect(page.getByRole('heading', heading)).toHaveText('Your password is saved.')
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByRole('heading', heading)).toHaveText('Ida Lund')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('nobody is redirected off the shop after logging in', async ({ page, shop }) => {
  for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example/']) {
    await page.context().clearCookies()
    await page.goto(`/account?next=${encodeURIComponent(next)}`)
    await logIn(page, { email: 'customer@example.com', password: 'fly-demo' })
    await expect(page.getByRole('heading', heading)).toHaveText('Nora Adler')
    expect(new URL(page.url()).origin).toBe(shop.origin)
  }
})
