import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import { type RunningShop } from '../support/start-shop.ts'

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/**
 * Presses the button until the form is accepted. A form that is sent faster than a person can read
 * is refused with a message, and keeps its values.
 */
async function pressUntilRead(page: Page, button: string, before = () => Promise.resolve()) {
  const tooQuick = page.getByText('That was quicker than we can read.')
  do {
    await before()
    await page.waitForLoadState()
    const answered = page.waitForEvent('load')
    await press(page, button)
    await answered
  } while ((await tooQuick.count()) > 0)
}

async function send(page: Page, button: string, thanks: string) {
  await pressUntilRead(page, button)
  await expect(heading(page)).toHaveText(thanks)
}

async function mailTo(shop: RunningShop, to: string, subject: RegExp): Promise<string> {
  const find = async () => (await shop.mails(to)).find((mail) => subject.test(mail.subject))?.text ?? ''
  await expect.poll(find, { timeout: 90_000, message: `${to} gets ${String(subject)}` }).not.toBe('')
  return find()
}

test('a message is checked field by field, refused from bots, and reaches staff once', async ({
  page,
  shop,
}) => {
  const email = `nora-${crypto.randomUUID()}@example.com`
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Can my father, who walks with a frame, get on board?')
  const summary = page.getByRole('alert')
  // The first attempt is too quick, and the second one shows the errors; the typed values stay in
  // both cases.
  await pressUntilRead(page, 'Send')
  await expect(summary).toContainText('What is it about? Please choose one')
  await expect(summary.getByRole('link')).toHaveText([
    'What is it about? Please choose one',
    'Full name: This field is required',
    'Email: This field is required',
  ])
  await expect(page.locator('#email-error')).toHaveText(/This field is required/)
  await expect(page.getByLabel('Message')).toHaveValue(/walks with a frame/)
  await summary.getByRole('link', { name: 'Full name' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByLabel('What is it about?').selectOption({ label: 'Getting on board with a disability' })

  // A bot fills in the field that no person sees.
  await expect(page.getByLabel('Website')).not.toBeInViewport({ ratio: 0.5 })
  // The form that was sent too quickly comes back without the bot's field.
  await pressUntilRead(page, 'Send', () =>
    page.locator('#website').fill('https://spam.example', { force: true }),
  )
  await expect(summary).toContainText('Website: Please leave this field empty')
  await page.getByLabel('Website').fill('')
  await send(page, 'Send', 'Thank you for writing')
  expect(await mailTo(shop, email, /^Your message came/)).not.toContain('frame')

  const brands = (await (await fetch(`${shop.origin}/v1/brands`)).json()) as {
    brands: { id: number; email: string }[]
  }
  const desk = brands.brands.find(({ id }) => id === 1)?.email ?? ''
  expect(await mailTo(shop, desk, /^Message F-\d+ · Nora Quist$/)).toContain(email)
  const mine = (await shop.mails(desk)).filter(({ text }) => text.includes(email))
  expect(mine).toHaveLength(1)
})

test('charter, application, contest and survey forms are sent from their pages', async ({ page }) => {
  const email = `otto-${crypto.randomUUID()}@example.com`
  const who = async () => {
    await page.getByLabel('Full name').fill('Otto Brandt')
    await page.getByRole('main').getByLabel('Email').fill(email)
  }
  await page.goto('/rentals')
  await page.getByLabel('What for?').selectOption({ label: 'Filming or photography' })
  await page.getByLabel('What you have in mind').fill('Two hours at dusk, doors off.')
  await who()
  await send(page, 'Send the enquiry', 'Thank you, a pilot is reading it')

  await page.goto('/careers')
  await page.getByText('Helicopter mechanic').first().click()
  await page.getByLabel('Position').selectOption({ label: 'Helicopter mechanic' })
  await page.getByLabel('About you').fill('Twelve years with turbines.')
  await who()
  await send(page, 'Apply', 'Thank you for applying')

  await page.goto('/contest')
  await who()
  await page.getByLabel('I am eighteen or older and agree to the rules').check()
  await send(page, 'Enter', 'You are in the draw')

  await page.goto('/survey?flight=the-new-yorker')
  await expect(page.getByLabel('Which flight was it?')).toHaveValue('the-new-yorker')
  await page.getByRole('radio', { name: '9', exact: true }).check()
  await page.getByLabel('What was best?').fill('The turn at the bridge.')
  await send(page, 'Send', 'Thank you for telling us')
})

test('a visitor joins the newsletter in the footer and leaves it by page or mail program', async ({
  page,
  shop,
}) => {
  const email = `ruth-${crypto.randomUUID()}@example.com`
  await page.goto('/faq')
  await page.getByLabel('News to your mailbox').fill(email)
  await page.getByRole('button', { name: 'Get news' }).click()
  await expect(heading(page)).toHaveText('News by mail')
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Write to me, a mail or two a month').check()
  await send(page, 'Send me the link', 'One more press')

  const question = await mailTo(shop, email, /^Would you like news/)
  await page.goto(/\/subscribe\/[\w-]{32}/.exec(question)?.[0] ?? '/none')
  await page.getByRole('button', { name: 'Yes, write to me' }).click()
  await expect(heading(page)).toHaveText('You are on the list')
  expect(new URL(page.url()).pathname).toBe('/ThankYou')

  const stop =
    /\/subscribe\/[\w-]{32}\/stop/.exec(await mailTo(shop, email, /^You are on the list/))?.[0] ?? '/none'
  await page.goto(stop)
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(heading(page)).toHaveText('No more news')
  // A mail program sends neither a page nor a cookie.
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(shop.origin + stop, { method: 'POST', body })).status).toBe(200)
})
