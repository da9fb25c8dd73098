import { type Page } from 'playwright/test'
import { z } from 'zod'
import { PilotFlightsReply } from '#contract/manifest-version.ts'
import { expectAccessibleInAllVariants } from '../support/by-keyboard.ts'
import { bookPilotFlight } from '../support/pilot-flight.ts'
import { readSessionToken } from '../support/session-token.ts'
import { expect, test as base } from '../support/signed-in-staff.ts'
import { enterStaffArea } from '../support/staff-journey.ts'

const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        await bookPilotFlight(dataDir)
      })
    },
    { scope: 'worker' },
  ],
})

/** What the browser keeps for this host: workers, addresses in caches, databases. */
const readKept = (page: Page) =>
  page.evaluate(async () => {
    const workers = (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) =>
      active ? new URL(scope).pathname : '',
    )
    const pages: string[] = []
    for (const name of await caches.keys()) {
      const asked = await (await caches.open(name)).keys()
      pages.push(...asked.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search))
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return { workers, pages: pages.filter((path) => !path.startsWith('/assets/')), databases }
  })

const Cookies = z.array(z.object({ name: z.string(), value: z.string() }))

test('a pilot works without a connection, everything arrives once, and logging out erases the phone', async ({
  browser,
  shop,
  admin,
}) => {
  const context = await browser.newContext({
    ...{ baseURL: shop.origin, reducedMotion: 'reduce', viewport: { width: 390, height: 844 } },
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  await enterStaffArea(page, 'pilot@example.com', '/pilot')
  const tokenOf = (cookies: unknown) =>
    readSessionToken(Cookies.parse(cookies).find(({ name }) => name === 'session')?.value ?? '') ?? ''
  const call = async (token: string, method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await fetch(`${shop.origin}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.status, path).toBeLessThan(300)
    return answer.status === 204 ? undefined : answer.json()
  }
  const pilotToken = tokenOf(await context.cookies())
  const readFlight = async () => {
    const [flight] = PilotFlightsReply.parse(await call(pilotToken, 'GET', '/v1/pilot_flights')).pilot_flights
    if (!flight) throw new Error('The pilot has no flight')
    return flight
  }
  const weightsOf = async () => {
    const { passengers } = (await readFlight()).content
    return Object.fromEntries(passengers.map((one) => [one.full_name, one.weight_lbs]))
  }
  /** The desk corrects a weight. */
  const correct = async (name: string, weight: number) => {
    const line = (await readFlight()).content.passengers.find(({ full_name }) => full_name === name)
    const path = `/v1/orders/${String(line?.order_id)}/passengers/${String(line?.id)}`
    await call(tokenOf(admin.cookies), 'PATCH', path, { passenger: { weight } })
  }
  const saved = (text: string) => page.locator('.sun-kept > li').filter({ hasText: text })
  const weigh = async (name: string, pounds: string) => {
    const row = page.locator('.sun-people > li').filter({ hasText: name })
    await row.locator('summary').click()
    await row.getByRole('textbox').fill(pounds)
    await row.getByRole('button').click()
  }

  const { id } = await readFlight()
  await expect
    .poll(() => readKept(page))
    .toEqual({ workers: ['/pilot'], pages: ['/pilot', `/pilot?flight=${String(id)}`], databases: ['pilot'] })

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/No connection\. You see the page as of \d+:\d\d [ap]m/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Piet Larsen')
  await weigh('Ines Duarte', '161')
  await weigh('Hal Duarte', '140')
  await page.getByRole('button', { name: 'Accept the manifest' }).click()
  // The page says one thing about it, and that is what the pilot has done.
  await expect(page.getByText('You accepted this manifest, saved on this phone.')).toBeVisible()
  await expect(page.getByText('You have not accepted this manifest yet.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Accept the manifest' })).toBeHidden()
  await page.getByRole('button', { name: 'Off blocks' }).click()
  await expect(page.locator('.sun-kept > .waiting')).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Landed' })).toBeVisible()
  await page.reload()
  await expect(page.locator('.sun-kept > .waiting')).toHaveCount(4)
  await expectAccessibleInAllVariants(page)
  expect(await weightsOf()).toEqual({ 'Ines Duarte': 151, 'Hal Duarte': 133 })

  // The desk has weighed one of them meanwhile. The first answer is lost on its way, and the desk
  // corrects what had arrived: sent again, it must not come back.
  await correct('Hal Duarte', 145)
  await page.route(
    '**/pilot/send',
    async (route) => {
      await route.fetch()
      await correct('Ines Duarte', 162)
      await route.abort()
      await context.setOffline(true)
    },
    { times: 1 },
  )
  await context.setOffline(false)
  await expect.poll(weightsOf).toEqual({ 'Ines Duarte': 162, 'Hal Duarte': 145 })
  await expect(saved('Ines Duarte')).toContainText('not sent yet')
  await context.setOffline(false)
  await expect(saved('Ines Duarte')).toContainText('Arrived')
  expect(await weightsOf()).toEqual({ 'Ines Duarte': 162, 'Hal Duarte': 145 })
  await expect(saved('Hal Duarte')).toContainText('145 lb')
  await expect(saved('Hal Duarte')).toContainText('you typed 140 lb')
  await saved('Hal Duarte').getByRole('button', { name: 'Write 140 lb' }).click()
  await expect.poll(weightsOf).toEqual({ 'Ines Duarte': 162, 'Hal Duarte': 140 })
  // What the pilot accepted is not what stands there now, and the service says so.
  await expect(saved('manifest accepted')).toContainText('The manifest changed meanwhile.')
  await saved('manifest accepted').getByRole('button', { name: 'Drop it' }).click()
  await expect(saved('off blocks')).toContainText('Arrived')
  const { status, off_blocks_at } = await readFlight()
  expect({ status, left: off_blocks_at !== null }).toEqual({ status: 'departed', left: true })

  // No other page has a worker, may register one or is answered by it.
  await page.goto('/account')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  const registered = page.evaluate(() => navigator.serviceWorker.register('/pilot/worker.js'))
  await expect(registered).rejects.toThrow()
  expect((await page.goto('/pilots'))?.fromServiceWorker()).toBe(false)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect.poll(() => readKept(page)).toEqual({ workers: [], pages: [], databases: [] })
  await context.close()
})
