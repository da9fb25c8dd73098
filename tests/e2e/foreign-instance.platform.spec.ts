import { rmSync } from 'node:fs'
import { type Browser, expect, type Page, test } from 'playwright/test'
import {
  acceptTerms,
  CARD,
  DECLINED_CARD,
  fillParty,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
} from '../support/buyer.ts'
import { freePort } from '../support/free-port.ts'
import { copyDemoData } from '../support/prepare-shop.ts'
import { startStandaloneShop, type StandaloneShop, standaloneModes } from '../support/start-shop-alone.ts'
import { type RunningShop, startShop } from '../support/start-shop.ts'

const ways = process.env['FULL'] === 'true' ? standaloneModes : standaloneModes.slice(0, 1)

/** The service is another running instance of ours, with its own port, data and payment page. */
for (const way of ways) {
  test.describe(`a shop that uses the /v1 service of another instance ${way}`, () => {
    let service: RunningShop
    let shop: StandaloneShop
    const dataDir = { path: '' }

    test.beforeAll(async () => {
      const port = await freePort()
      dataDir.path = copyDemoData()
      const environment = { SHOP_URLS: `http://localhost:${String(port)}` }
      service = await startShop({ dataDir: dataDir.path, environment })
      shop = await startStandaloneShop(way, service.origin, { port })
    })
    test.afterAll(async () => {
      await shop.stop()
      await service.stop()
      rmSync(dataDir.path, { recursive: true, force: true })
    })

    test('catalogue and calendar come from the other instance', async ({ browser }) => {
      const { page, violations } = await open(browser, shop)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'The New Yorker' })).toBeVisible()
      await page.goto('/product/6')
      await expect(page.getByRole('group', { name: 'Departure' }).getByRole('radio')).not.toHaveCount(0)
      await page.goto('/checkout/6')
      await expect(page.locator('table.cal a')).not.toHaveCount(0)
      expect(violations).toEqual([])
      await page.context().close()
    })

    test('a guest is declined, pays with another card on the other origin, and comes back booked', async ({
      browser,
    }) => {
      const flight = await findFlight(service)
      const { page, violations } = await open(browser, shop)
      await page.goto(payPath(flight, 2))
      const email = `alone.${way}@example.com`
      await fillParty(page, { email, names: ['Dana Whitlock', 'Priya Raman'] })
      await acceptTerms(page)
      await page.getByRole('button', { name: /^Book Your Flight/ }).click()
      await payOnHostedPage(page, DECLINED_CARD)
      await expect(page.getByText('Your card was declined.').first()).toBeVisible()
      expect(new URL(page.url()).origin).toBe(service.origin)
      await payOnHostedPage(page, CARD)
      const id = await readOrderId(page)
      expect(new URL(page.url()).origin).toBe(shop.origin)
      await expect(page.getByRole('article', { name: 'Your flight' })).toContainText('Priya Raman')

      const calendar = await page.request.get(`/orders/${String(id)}/calendar.ics`)
      expect(calendar.headers()['content-type']).toContain('text/calendar')
      expect(await calendar.text()).toContain('BEGIN:VEVENT')
      await expect
        .poll(
          async () => (await service.mails(email)).filter((mail) => mail.subject.includes('booked')).length,
        )
        .toBe(1)
      expect(violations).toEqual([])
      await page.context().close()
    })

    test('the link for a password leads to this shop', async () => {
      const address = `set.${way}@example.com`
      const body = (setPasswordUrl: string) =>
        JSON.stringify({ customer: { email: address, set_password_url: setPasswordUrl } })
      const ask = (url: string) =>
        fetch(`${service.origin}/v1/customers`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: body(url),
        })
      expect((await ask('http://localhost:1/account/password-confirm')).status).toBe(422)
      expect((await ask(`${shop.origin}/account/password-confirm`)).status).toBe(201)
      await expect.poll(async () => (await service.mails(address)).length).toBe(1)
      const [mail] = await service.mails(address)
      expect(mail?.links.some((link) => link.startsWith(`${shop.origin}/account/password-confirm?`))).toBe(
        true,
      )
    })
  })
}

/** Opens a page of the shop and collects what its content security policy refused. */
async function open(browser: Browser, shop: StandaloneShop): Promise<{ page: Page; violations: string[] }> {
  const page = await (await browser.newContext({ baseURL: shop.origin })).newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  return { page, violations }
}
