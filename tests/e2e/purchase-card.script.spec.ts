import AxeBuilder from '@axe-core/playwright'
import { type Page } from 'playwright/test'
import { expect as expectSoon, type Owed, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  ASKED_CARD,
  CARD,
  DECLINED,
  DECLINED_CARD,
  fillParty,
  findFlight,
  type FoundFlight,
  orderIdOf,
  payOnHostedPage,
  payPath,
  pressBook,
  pressBookHere,
  seatsLeft,
  typeCard,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

// A purchase is three answers of the shop, each with calls of its own; a busy machine takes its time.
const expect = expectSoon.configure({ timeout: 45_000 })
test.describe.configure({ timeout: 180_000 })

interface Buyer {
  page: Page
  shop: RunningShop
  owed: Owed[]
}

/** Everything but the card. The e-mail is the buyer's alone, so that what they have can be counted. */
async function fillAll({ page, shop, owed }: Buyer, who: string, more: Partial<Owed> = {}) {
  const flight = await findFlight(shop)
  const email = `${who}@card.example.com`
  owed.push({ email, paid: 1, ...more })
  await page.goto(payPath(flight, 1))
  await fillParty(page, { email, names: ['Dana Whitlock'], weights: ['148'] })
  await acceptTerms(page)
  return { flight, email }
}

const ticketsTo = async (shop: RunningShop, email: string) =>
  (await shop.mails(email)).filter(({ subject }) => subject.includes('booked'))

/** On the ticket, with the seats sold once and one mail on its way. */
async function expectBooked({ page, shop }: Buyer, flight: FoundFlight, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/order-confirmation/)
  const id = await orderIdOf(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
  await expect.poll(async () => (await ticketsTo(shop, email)).length).toBe(1)
  expect(shop.log().filter((line) => line['msg'] === 'order paid' && line['order'] === id)).toHaveLength(1)
}

const bookButton = (page: Page) => page.getByRole('button', { name: /^Book Your Flight/ })
const cardError = (page: Page) => page.locator('#card-error')
const bank = (page: Page) => page.frameLocator('iframe[title="Confirm with your bank"]')
const isPost = (url: string) => url.includes('/pay.data')

test('a card in the page: one order, one charge, one mail', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'plain')
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
})

test('until the card form stands the page says where the card is entered, and nothing moves when it comes', async ({
  page,
  shop,
  owed,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let release = () => {}
  const held = new Promise<void>((settle) => (release = settle))
  await page.route('**/sandbox/stripe.js', async (route) => {
    await held
    await route.continue()
  })
  const { flight, email } = await fillAll({ page, shop, owed }, 'moves')
  const note = page.getByText('You enter your card on our payment provider’s secure page, next.')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: /^Book Your Flight/ }).scrollIntoViewIfNeeded()
  const button = page.getByRole('button', { name: /^Book Your Flight/ })
  const before = await button.boundingBox()
  release()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(note).toBeHidden()
  expect((await button.boundingBox())?.y).toBe(before?.y)
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0))).toBeLessThan(0.02) // prettier-ignore
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
})

test('a declined card, then another one, on the same order', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'declined')
  await typeCard(page, DECLINED_CARD)
  await pressBookHere(page)
  await expect(cardError(page)).toContainText(DECLINED)
  await expect(page.locator('#errors')).toBeFocused()
  await expect(page.getByText('You have not been charged. Your seats are still held.')).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Who is flying/)
  await expect(page.getByText(/^Held for you until \d{1,2}:\d\d [ap]m E[SD]T\.$/)).toBeVisible()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await page.locator('#errors').getByRole('link', { name: DECLINED }).click()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
})

test('fields and card are told together, and nothing is held for them', async ({ page, shop, owed }) => {
  const { flight } = await fillAll({ page, shop, owed }, 'wrong', { paid: 0 })
  await page.getByLabel('Email', { exact: true }).fill('dana.whitlock@')
  await page.getByLabel('Card number').fill('4242')
  await pressBookHere(page)
  await expect(page.locator('#errors').getByRole('link')).toHaveText([
    'Email: Please input correct email format (dana.whitlock@)',
    /card number/i,
  ])
  await expect(page.getByLabel('Card number')).toHaveValue('4242')
  await expect(page.getByLabel('I accept the Terms & Conditions')).toBeChecked()
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)
})

test('the bank asks in the page, and is satisfied', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'asked')
  await typeCard(page, ASKED_CARD)
  await pressBookHere(page)
  await expect(page.getByRole('button', { name: 'Waiting for your bank…' })).toHaveAttribute('aria-disabled')
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expectBooked({ page, shop, owed }, flight, email)
})

for (const { how, say } of [
  { how: 'fails', say: (page: Page) => bank(page).getByRole('button', { name: 'Fail' }).click() },
  {
    how: 'is closed',
    say: (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
  },
]) {
  test(`the bank’s question ${how}: a sentence, and another card pays the same order`, async ({
    page,
    shop,
    owed,
  }) => {
    const { flight, email } = await fillAll({ page, shop, owed }, how.replace(' ', '.'))
    await typeCard(page, ASKED_CARD)
    await pressBookHere(page)
    await expect(bank(page).getByRole('button', { name: 'Fail' })).toBeVisible()
    await say(page)
    await expect(cardError(page)).toContainText(/\w{4}/)
    await expect(page.locator('#errors')).toBeFocused()
    await typeCard(page, CARD)
    await pressBookHere(page)
    await expectBooked({ page, shop, owed }, flight, email)
  })
}

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
  test(`a double press, ${how}: one order, one charge, one mail`, async ({ page, shop, owed }) => {
    const { flight, email } = await fillAll({ page, shop, owed }, how.replaceAll(' ', '.').toLowerCase())
    await typeCard(page, CARD)
    await press(page)
    await expectBooked({ page, shop, owed }, flight, email)
  })
}

test('a second press while the first works is ignored', async ({ page, shop, owed }) => {
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
  await page.evaluate(() => {
    const book = [...document.querySelectorAll('button')].find((one) =>
      one.textContent.startsWith('Book Your'),
    )
    for (let press = 0; press < 5; press += 1) book?.click()
  })
  await expect(page.getByRole('button', { name: 'Booking your flight…' })).toBeVisible()
  await expectBooked({ page, shop, owed }, flight, email)
  expect(posts).toEqual(['place', 'purchase'])
})

/** The shop charges, the page never hears of it. @returns what lets the page hear again */
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

test('an answer that is lost: everything stays, and pressing again charges nothing more', async ({
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

test('an answer that is lost, then a reload: the ticket is there', async ({ page, shop, owed, trouble }) => {
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

for (const { what, block } of [
  { what: 'script', block: '**/sandbox/stripe.js' },
  { what: 'calls', block: '**/sandbox/stripe/v1/**' },
]) {
  test(`the provider’s ${what} do not come: the page says so, and the hosted page sells`, async ({
    page,
    shop,
    owed,
    trouble,
  }) => {
    await page.route(block, (route) => route.abort('failed'))
    const { flight, email } = await fillAll({ page, shop, owed }, `blocked.${what}`)
    await expect(page.getByText('Card form didn’t load.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Card form didn’t load.')).toBeVisible()
    await pressBookHere(page)
    await payOnHostedPage(page, CARD)
    await expectBooked({ page, shop, owed }, flight, email)
    trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_FAILED')))
  })
}

test('the file with the card form does not come: one reload at most, then the page says so and the hosted page sells', async ({
  page,
  shop,
  owed,
  trouble,
}) => {
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/pay?')) documents += 1
  })
  await page.route('**/assets/card-form-*.js', (route) => route.abort('failed'))
  const flight = await findFlight(shop)
  const email = 'no.chunk@card.example.com'
  owed.push({ email, paid: 1 })
  await page.goto(payPath(flight, 1))
  await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return entry?.type === 'reload'
  })
  await expect(page.getByText('Card form didn’t load.')).toBeVisible()
  await expect(
    page.getByText('You enter your card on our payment provider’s secure page, next.'),
  ).toBeVisible()
  await fillParty(page, { email, names: ['Dana Whitlock'], weights: ['148'] })
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Card form didn’t load.')).toBeVisible()
  expect(documents).toBe(2)
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await pressBookHere(page)
  await payOnHostedPage(page, CARD)
  await expectBooked({ page, shop, owed }, flight, email)
  trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_FAILED')))
})

test('the card form comes when it is asked for again', async ({ page, shop, owed, trouble }) => {
  await page.route('**/sandbox/stripe.js', (route) => route.abort('failed'), { times: 1 })
  const { flight, email } = await fillAll({ page, shop, owed }, 'again')
  await page.getByRole('button', { name: 'Try again' }).click()
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
  trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_FAILED')))
})

test('back from the hosted page: go on there, or pay here; never both', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'back')
  await pressBook(page)
  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
  const hosted = page.url()
  await page.goBack()
  await expect(page.getByText('Your payment on the secure page is not finished.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on to payment' })).toHaveAttribute('href', hosted)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await acceptTerms(page)
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
  // The page that was left takes no card any more.
  await page.goto(hosted)
  await expect(page.getByLabel('Card number')).toHaveCount(0)
})

test('another party after a decline: the first order gives way, nobody is in their own way', async ({
  page,
  shop,
  owed,
}) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'party', { unpaid: 1 })
  await typeCard(page, DECLINED_CARD)
  await pressBookHere(page)
  await expect(cardError(page)).toContainText(DECLINED)
  await page.getByRole('button', { name: 'One more seat' }).click()
  await expect(page.getByLabel('Full name')).toHaveCount(2)
  await expect(page.getByLabel('Full name').first()).toHaveValue('Dana Whitlock')
  await expect(cardError(page)).toBeHidden()
  await page.getByLabel('Full name').nth(1).fill('Priya Raman')
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expect(page).toHaveURL(/\/order-confirmation/)
  await orderIdOf(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
  await expect.poll(async () => (await ticketsTo(shop, email)).length).toBe(1)
})
