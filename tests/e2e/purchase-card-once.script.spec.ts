import { type Page } from 'playwright/test'
import { expect, test } from '../support/audited-browser.ts'
import { bookButton, CARD, pressBookHere, typeCard } from '../support/buyer.ts'
import { expectBooked, fillAll } from '../support/card-buyer.ts'

// Repeated presses and lost answers lead to one order and one charge.

const isPost = (url: string) => url.includes('/pay.data')

for (const { how, press } of [
  { how: 'two clicks', press: (page: Page) => bookButton(page).dblclick() },
  {
    how: 'Enter and a click',
    press: async (page: Page) => {
      await bookButton(page).scrollIntoViewIfNeeded()
      const box = await bookButton(page).boundingBox()
      if (!box) throw new Error('The button is not in the page')
      await page.getByLabel('Full name', { exact: true }).evaluate((field: HTMLElement) => {
        field.focus({ preventScroll: true })
      })
      await page.keyboard.press('Enter')
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    },
  },
]) {
  test(`a double press (${how}) makes one order, one charge and one mail`, async ({ page, shop, owed }) => {
    const { flight, email } = await fillAll({ page, shop, owed }, how.replaceAll(' ', '.').toLowerCase())
    await typeCard(page, CARD)
    await press(page)
    await expectBooked({ page, shop, owed }, flight, email)
  })
}

test('a second press is ignored while the first one is being processed', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'double')
  await typeCard(page, CARD)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !isPost(request.url())) return
    posts.push(
      /name="intent"\r\n\r\n(\w+)|intent=(\w+)/
        .exec(request.postData() ?? '')
        ?.slice(1)
        .join('') ?? '',
    )
  })
  // The first press stays busy until the test has seen the page in that state.
  let answer: () => void = () => undefined
  const seen = new Promise<void>((go) => (answer = go))
  await page.route('**/pay.data*', async (route) => {
    await seen
    await route.continue()
  })
  await page.evaluate(() => {
    const book = [...document.querySelectorAll('button')].find((one) =>
      one.textContent.startsWith('Book Your'),
    )
    for (let press = 0; press < 5; press += 1) book?.click()
  })
  await expect(page.getByRole('button', { name: 'Booking your flight…' })).toBeVisible()
  answer()
  await expectBooked({ page, shop, owed }, flight, email)
  expect(posts).toEqual(['place', 'purchase'])
})

/**
 * Lets the shop charge while the page never gets the answer.
 * @returns what lets the page get answers again
 */
async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  let deaf = false
  await page.route('**/pay.data*', async (route) => {
    const charges = (route.request().postData() ?? '').includes('card_token')
    if (!charges && !deaf) return route.continue()
    deaf = true
    if (charges) await route.fetch()
    return route.abort('connectionreset')
  })
  return () => page.unroute('**/pay.data*')
}

test('a lost answer keeps the form, and pressing again charges nothing more', async ({
  page,
  shop,
  owed,
  trouble,
}) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'lost')
  await typeCard(page, CARD)
  const hearAgain = await loseAnswers(page)
  await pressBookHere(page)
  await expect(page.getByRole('alert').first()).toContainText('you will not be charged twice')
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await expect(page.getByLabel('Card number')).toHaveValue(CARD)
  await hearAgain()
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
  trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_CONNECTION_RESET')))
})

test('a reload after a lost answer shows the ticket', async ({ page, shop, owed, trouble }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'reload')
  await typeCard(page, CARD)
  const hearAgain = await loseAnswers(page)
  await pressBookHere(page)
  await expect(page.getByRole('alert').first()).toContainText('you will not be charged twice')
  await hearAgain()
  await page.reload()
  await expectBooked({ page, shop, owed }, flight, email)
  trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_CONNECTION_RESET')))
})
