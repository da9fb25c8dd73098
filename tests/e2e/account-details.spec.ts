import { type Page } from 'playwright/test'
import { AccountExport } from '#contract/account.ts'
import { logIn, mailedLink, press, register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const personBox = (page: Page) => page.getByRole('region', { name: 'Name and phone' })
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)

test('customers change their details, end sessions, export their data and erase the account', async ({
  page,
  shop,
  browser,
}) => {
  const person = createPerson('details')
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Details' }).click()
  await expect(heading(page)).toHaveText('Ida Lund')
  await expect(page.getByText('is not confirmed yet')).toBeVisible()
  await page.goto(await mailedLink(shop, person.email, '/account/prove-email'))
  await press(page, 'Confirm this e-mail')

  // An error stands beside its field, and all other fields keep what was typed.
  await page.goto('/account/details')
  await fill(page, 'First name', 'R2D2')
  await fill(page, 'Last name', 'Lund Berg')
  await personBox(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('First name: Must be letters only')
  await expect(page.getByLabel('Last name')).toHaveValue('Lund Berg')
  await fill(page, 'First name', 'Åsa')
  await personBox(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Your name and phone are saved.')
  await expect(heading(page)).toHaveText('Åsa Lund Berg')

  // Another browser is in the list of sessions and is logged out by a button.
  const context = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })
  const other = await context.newPage()
  await other.goto('/account')
  await logIn(other, person)
  await expect(heading(other)).toHaveText('Åsa Lund Berg')
  await page.reload()
  const devices = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: 'This one' })).toHaveCount(1)
  await expect(devices.first()).toContainText('Chrome on ')
  await press(page, /^Log out Chrome/)
  await expect(page.getByRole('status')).toHaveText('That device is logged out.')
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

  await fill(page, 'Old password', 'not this one')
  await fill(page, 'New password', 'rotorblade')
  await press(page, 'Change password')
  await expect(page.getByRole('alert')).toContainText(
    'Old password: This is not the password of this account',
  )
  await fill(page, 'Old password', person.password)
  await fill(page, 'New password', 'rotorblade')
  await press(page, 'Change password')
  await expect(page.getByRole('status')).toContainText('Your password is changed.')

  // The link in the new mailbox opens first, in a browser that asks for the password; then the old
  // address is notified.
  const next = createPerson('moved').email
  await fill(page, 'New e-mail', next)
  await fill(page, 'Your password', 'rotorblade')
  await press(page, 'Send the link')
  await expect(page.getByRole('status')).toContainText('We sent a link to the new address.')
  await other.goto(await mailedLink(shop, next, '/account/prove-email'))
  await expect(other.getByText('Then you log in with this address')).toBeVisible()
  await fill(other, 'Password', 'rotorblade')
  await press(other, 'Confirm this e-mail')
  await expect(other).toHaveURL(/\/account\?proven=1/)
  await context.close()
  // Confirming with the password proves who asks, so every browser has to log in again.
  await page.goto('/account')
  await logIn(page, { email: next, password: 'rotorblade' })
  await expect(page.getByText(next)).toBeVisible()
  await expect.poll(async () => (await shop.mails(person.email))[0]?.subject).toContain('was changed')

  const file = await page.request.get('/account/details/export')
  expect(file.headers()['content-disposition']).toBe('attachment; filename="my-data.json"')
  expect(AccountExport.parse(await file.json()).user).toMatchObject({ email: next, first_name: 'Åsa' })

  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Erase my data' }).click()
  await press(page, 'Erase my data')
  await expect(page.getByRole('alert')).toContainText('Your password: This field is required')
  await fill(page, 'Your password', 'rotorblade')
  await press(page, 'Erase my data')
  await expect(page.getByRole('status')).toHaveText('Your data is erased, and you are logged out everywhere.')
  await logIn(page, { email: next, password: 'rotorblade' })
  await expect(page.getByRole('alert')).toContainText('Password Expired. Please reset using the link below.')
})

test('an account without a name shows its number; logging out everywhere includes this browser', async ({
  page,
}) => {
  await page.goto('/account')
  await logIn(page, { email: 'customer@example.com', password: 'fly-demo' })
  await page.goto('/account/details')
  await press(page, 'Log out everywhere')
  await expect(page.getByRole('status')).toHaveText('You are logged out everywhere.')
  await page.goto('/account/details')
  await expect(page).toHaveURL(/\/account\?next=%2Faccount%2Fdetails/)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
