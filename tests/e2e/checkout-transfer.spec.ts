import { type Browser, type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
  seatsLeft,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

const linkIn = (text = '') => /\/resume\/[\w-]{43}/.exec(text)?.[0] ?? ''

/** The second device shares nothing with the first one. */
async function anotherDevice(browser: Browser, shop: RunningShop): Promise<Page> {
  const { javaScriptEnabled } = test.info().project.use
  const context = await browser.newContext({
    baseURL: shop.origin,
    ...(javaScriptEnabled === undefined ? {} : { javaScriptEnabled }),
  })
  return context.newPage()
}

test('a purchase continues on another device by a code, is paid once, and its mail can be corrected', async ({
  page,
  browser,
  shop,
}, { project }) => {
  test.slow()
  const flight = await findFlight(shop)
  const mistyped = `dana.${project.name}@gmial.com`
  const right = mistyped.replace('gmial', 'gmail')
  await page.goto(payPath(flight, 2))
  await fillParty(page, {
    email: mistyped,
    names: ['Dana Whitlock', 'Priya Raman'],
    weights: ['148', '180'],
  })
  await page.getByRole('button', { name: 'Continue on another device' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Continue on another device')
  await page.getByRole('button', { name: 'Get a code' }).click()
  const code = (await page.getByTestId('resume-code').textContent()) ?? ''
  expect(code).toMatch(/^[2-9A-Y]{4}-[2-9A-Y]{4}$/)

  const phone = await anotherDevice(browser, shop)
  await phone.goto('/resume')
  await phone.getByLabel('Code').fill('2222-3333')
  await phone.getByRole('button', { name: 'Go on' }).click()
  await expect(phone.getByRole('alert')).toContainText('This code is not right')
  await phone.getByLabel('Code').fill(code.toLowerCase())
  await phone.getByRole('button', { name: 'Go on' }).click()
  await expect(phone).toHaveURL(new RegExp(`date=${flight.date}.*quantity=2`))
  await expect(phone.getByLabel('Email', { exact: true })).toHaveValue(mistyped)
  await expect(phone.getByLabel(/^Weight/).nth(1)).toHaveValue('180')
  await acceptTerms(phone)
  await pressBook(phone)
  await payOnHostedPage(phone, CARD)
  const id = await readOrderId(phone)

  // The first device keeps nothing that was typed, and its form buys nothing when it is filled in
  // again.
  await page.goto(payPath(flight, 2))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')
  await fillParty(page, { email: mistyped, names: ['Dana Whitlock', 'Priya Raman'] })
  await acceptTerms(page)
  await pressBook(page)
  await expect(page.getByRole('alert')).toContainText('finished on your other device')
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)

  await phone.getByText('Wrong e-mail address?').click()
  await phone.getByLabel('Email', { exact: true }).fill('dana@')
  await phone.getByRole('button', { name: 'Send my ticket there', exact: true }).click()
  await expect(phone.getByRole('alert')).toContainText('Please input correct email format (dana@)')
  await phone.getByRole('link', { name: 'Back to your order' }).click()
  await phone.getByRole('button', { name: 'Yes, send my ticket there' }).click()
  await expect(phone.getByRole('status').first()).toContainText(right)
  const tickets = async () => (await shop.mails(right)).filter(({ subject }) => subject.includes('booked'))
  await expect.poll(async () => (await tickets()).length).toBe(1)

  await phone.getByRole('link', { name: 'Receipt' }).click()
  await expect(phone.getByRole('article', { name: 'Receipt' })).toContainText(`R-${String(id)}`)
  await phone.getByLabel('Company name').fill('Whitlock & Raman, Inc.')
  await phone.getByRole('button', { name: 'Put it on the receipt' }).click()
  await expect(phone.getByRole('article', { name: 'Receipt' })).toContainText('Whitlock & Raman, Inc.')
  await phone.emulateMedia({ media: 'print' })
  await expect(phone.getByRole('article', { name: 'Receipt' })).toBeVisible()
  await expect(phone.getByLabel('Company name')).toBeHidden()
  const closed = await page.request.get(`/orders/${String(id)}/receipt`)
  expect(closed.url()).toContain('/account?next=')
  await phone.context().close()
})

test('a mailed link continues the checkout once, by its button, and opening it uses up nothing', async ({
  page,
  browser,
  shop,
}, { project }) => {
  test.slow()
  const flight = await findFlight(shop)
  const email = `link.${project.name}@example.com`
  await page.goto(payPath(flight, 1))
  await fillParty(page, { email, names: ['Dana Whitlock'] })
  await page.getByRole('button', { name: 'Continue on another device' }).click()
  const remind = page.getByLabel('Remind me by mail if I do not finish')
  await expect(remind).not.toBeChecked()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await remind.check()
  await page.getByRole('button', { name: 'Mail me the link' }).click()
  await expect(page.getByRole('status')).toContainText('one reminder follows')
  await expect.poll(async () => (await shop.mails(email)).length).toBe(1)
  const link = linkIn((await shop.mails(email))[0]?.text)

  for (const method of ['GET', 'HEAD'])
    expect((await page.request.fetch(link, { method })).status()).toBe(200)
  const phone = await anotherDevice(browser, shop)
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Continue here' }).click()
  await expect(phone.getByRole('group', { name: 'Passenger 1' }).getByLabel('Full name')).toHaveValue(
    'Dana Whitlock',
  )
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Continue here' }).click()
  await expect(phone.getByRole('alert')).toHaveText('This link was used already, or is older than a day.')
  await phone.goto(`${link}/stop`)
  await phone.getByRole('button', { name: 'Send me no reminders' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('No more reminders')
  await phone.context().close()
})
