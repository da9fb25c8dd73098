import { type Browser, type Page } from 'playwright/test'
import { OrderReply } from '#contract/order.ts'
import { logIn } from '../support/account-holder.ts'
import { bringFlightNear, nearAircraft } from '../support/bring-flight-near.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  payOnHostedPage,
  payPath,
  pressBook,
  readOrderId,
} from '../support/buyer.ts'
import { makePhonePhoto } from '../support/make-photo.ts'
import { readQr } from '../support/read-qr.ts'
import { readSessionToken } from '../support/session-token.ts'
import { expect, test } from '../support/signed-in-staff.ts'
import { enterStaffArea } from '../support/staff-journey.ts'
import { type RunningShop } from '../support/start-shop.ts'
import { whileStopped } from '../support/while-stopped.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click()

const MINUTE = 60_000
const GUEST = 'cal.ode@pad.example.com'
const WEIGHTS = { 'Ada Lind': '152', 'Bo Lind': '171', 'Cal Ode': '174' }

interface Bought {
  order: number
  /** What the code of the ticket says. */
  code: string
  /** The pages of its passengers. */
  links: string[]
}

/** Buys seats on the page that is open, and reads the ticket. */
async function buy(page: Page, names: string[]): Promise<Bought> {
  for (const [at, name] of names.entries()) {
    const passenger = page.getByRole('group', { name: `Passenger ${String(at + 1)}` })
    await passenger.getByLabel('Full name', { exact: true }).fill(name)
  }
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const order = await readOrderId(page)
  const links: string[] = []
  for (const one of await page.getByLabel(/link, to copy$/).all()) links.push(await one.inputValue())
  return { order, code: readQr(await page.content()), links }
}

/** A guest gives the weight and signs on the page of an own link. */
async function giveDetails(page: Page, link: string, [name, weight]: [string, string]): Promise<void> {
  await page.goto(link)
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue(name)
  await page.getByLabel(/^Weight/).fill(weight)
  await page.getByLabel('I have read this and agree').check()
  await page.getByLabel('Sign by typing').fill(name)
  await press(page, 'Save my details')
  await expect(page.getByText(/^All done\./)).toBeVisible()
}

/** The party shows its ticket, and all of it is checked in. */
async function scanTicket(page: Page, flight: number, { order, code }: Bought, said: RegExp): Promise<void> {
  await page.goto(`/staff/scan?flight=${String(flight)}`)
  await page.getByLabel('Code of the ticket, number of the order, or a name').fill(code)
  await press(page, 'Find')
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(`O-${String(order)}`)
  await press(page, 'Check in')
  await expect(main(page).getByRole('status').first()).toContainText(said)
}

const openPage = async (browser: Browser, shop: RunningShop, phone = false) => {
  const context = await browser.newContext({
    ...{ baseURL: shop.origin, reducedMotion: 'reduce', storageState: { cookies: [], origins: [] } },
    ...(phone ? { viewport: { width: 390, height: 844 } } : {}),
  })
  return context.newPage()
}

test('a flight’s day from two bookings to its photos is the same on every page', async ({
  page,
  browser,
  shop,
  admin,
}) => {
  // The guests book, and give their weights on their own phones.
  const customer = await openPage(browser, shop)
  const guest = await openPage(browser, shop)
  const phone = await openPage(browser, shop, true)
  const flown = await findFlight(shop, 6, 'next', 'never')
  await customer.goto('/account')
  await logIn(customer, { email: 'customer@example.com', password: 'fly-demo' })
  await expect(heading(customer)).toHaveText('Nora Adler')
  await customer.goto(payPath(flown, 2))
  const party = await buy(customer, ['Ada Lind', 'Bo Lind'])
  await guest.goto(payPath(flown, 1))
  await fillParty(guest, { email: GUEST, names: ['Cal Ode'] })
  const single = await buy(guest, ['Cal Ode'])
  const links = [...party.links, ...single.links]
  for (const [at, person] of Object.entries(WEIGHTS).entries())
    await giveDetails(phone, links[at] ?? '', person)
  const token = readSessionToken(admin.cookies.find(({ name }) => name === 'session')?.value ?? '') ?? ''
  const found = await fetch(`${shop.origin}/v1/orders/${String(party.order)}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const flight = OrderReply.parse(await found.json()).order.flights[0]?.flight_id ?? 0
  const flightPath = `/staff/flights/${String(flight)}`

  // Its day comes.
  const departAt = new Date(Math.floor(Date.now() / MINUTE) * MINUTE + 40 * MINUTE)
  await whileStopped(shop, (database) =>
    bringFlightNear(
      { query: (text, values) => database.query(text, values) },
      { flightId: flight, departAt, pilot: 'pilot@example.com' },
    ),
  )
  const date = departAt.toLocaleDateString('en-CA', { timeZone: 'America/New_York' })

  // They show their tickets, and the manifest is printed.
  await scanTicket(page, flight, party, /Ada Lind and Bo Lind of O-\d+ checked in, 2 of 2 people/)
  await scanTicket(page, flight, single, /Cal Ode of O-\d+ checked in, 1 of 1 person/)
  await page.goto(flightPath)
  await expect(page.getByText(/^497\s*of [\d,]+ lb$/)).toBeVisible()
  await press(page, 'Print the manifest')
  await expect(heading(page)).toContainText('Load manifest')
  const sheet = main(page).getByRole('table', { name: 'Passengers' })
  for (const [name, weight] of Object.entries(WEIGHTS)) {
    await expect(sheet.getByRole('row').filter({ hasText: name })).toContainText(weight)
  }

  // The scale says something else of one of them, and everybody sees that the paper is old.
  await page.goto(flightPath)
  const row = page.getByRole('row').filter({ hasText: 'Cal Ode' })
  await row.locator('summary').first().click()
  await row.getByLabel('Weight, lb, of Cal Ode').fill('181')
  await row.getByRole('button', { name: /what is right of Cal Ode/ }).click()
  const changed = page.getByRole('region', { name: '1 change after printing' })
  await expect(changed).toContainText('Cal Ode: 181 lb, was 174 lb.')
  await expect(changed).toContainText('The pilot has accepted none.')
  await page.goto(`/staff/board?date=${date}&by=list`)
  await expect(page.getByRole('listitem').filter({ hasText: nearAircraft(flight) })).toContainText(
    'Manifest changed',
  )

  // The pilot has no connection on the way to the aircraft.
  const pilot = await openPage(browser, shop, true)
  await enterStaffArea(pilot, 'pilot@example.com', '/pilot')
  await pilot.goto(`/pilot?flight=${String(flight)}`)
  await expect(pilot.getByText('Changed after version 1 was printed:')).toBeVisible()
  await expect(main(pilot)).toContainText('Cal Ode: 181 lb, was 174 lb.')
  await expect
    .poll(() => pilot.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(1)
  const kept = (text: string) => pilot.locator('.sun-kept > li').filter({ hasText: text })
  await pilot.getByRole('button', { name: 'Start boarding' }).click()
  await expect(kept('boarding')).toContainText('Arrived')
  const sent: string[] = []
  pilot.on('response', (answer) => {
    if (answer.url().endsWith('/pilot/send') && answer.ok()) sent.push(answer.url())
  })
  await pilot.context().setOffline(true)
  const seat = pilot.locator('.sun-people > li').filter({ hasText: 'Ada Lind' })
  await seat.locator('summary').click()
  await seat.getByRole('textbox').fill('158')
  await seat.getByRole('button').click()
  await expect(kept('Ada Lind')).toContainText('not sent yet')
  await page.goto(flightPath)
  await expect(page.getByRole('row').filter({ hasText: 'Ada Lind' })).toContainText('152 lb')
  await pilot.context().setOffline(false)
  await expect(kept('Ada Lind')).toContainText('Arrived')
  expect(sent).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Ada Lind' })).toContainText('158 lb')
  await expect(page.getByRole('region', { name: '2 changes after printing' })).toContainText(
    'Ada Lind: 158 lb, was 152 lb.',
  )

  // It flies, and lands.
  await pilot.goto(`/pilot?flight=${String(flight)}`)
  await pilot.getByRole('button', { name: 'Accept the manifest' }).click()
  await expect(kept('manifest accepted')).toContainText('Arrived')
  await pilot.getByLabel('Why it leaves early').fill('Everybody is here')
  await pilot.getByRole('button', { name: 'Off blocks' }).click()
  await expect(kept('off blocks')).toContainText('Arrived')
  await page.goto(flightPath)
  await expect(main(page)).toContainText('Everybody is here')
  await pilot.getByRole('button', { name: 'Landed' }).click()
  await expect(kept('landed')).toContainText('Arrived')

  await page.goto(flightPath)
  await page.getByLabel('Photo').setInputFiles({
    ...{ name: 'harbor.jpg', mimeType: 'image/jpeg' },
    buffer: await makePhonePhoto(),
  })
  await press(page, 'Upload')
  await expect(main(page)).toContainText('Photos (1)')

  // Every page says the same of it.
  await expect(main(page)).toContainText('Landed')
  await expect(page.getByText(/^3\s*of 4 sold$/)).toBeVisible()
  await expect(page.getByText(/^510\s*of [\d,]+ lb$/)).toBeVisible()
  await expect(page.getByText(/^3\s*of 3 here$/)).toBeVisible()
  await press(page, 'Print the manifest')
  await expect(main(page)).toContainText('Version 2')
  await expect(sheet.getByRole('row').last()).toContainText('3 passengers, 3 of 4 seats')
  await expect(sheet.getByRole('row').last()).toContainText('510')
  await page.goto(`/staff/board?date=${date}&flight=${String(flight)}`)
  await expect(page.locator('#sel')).toContainText(/Landed.*3 of 4 seats, 510 of/s)
  await pilot.goto(`/pilot?flight=${String(flight)}`)
  await expect(main(pilot)).toContainText('3 of 4 seats.')
  await expect(main(pilot)).toContainText(/510 of [\d,]+ lb/)
  for (const [{ order }, seats] of [
    [party, '2 seats'],
    [single, '1 seat'],
  ] as const) {
    await page.goto(`/staff/orders/${String(order)}`)
    const booking = page.getByRole('region', { name: 'Booking' })
    await expect(booking).toContainText(seats)
    await expect(booking).toContainText('landed')
  }
  await customer.goto(`/account/flights/${String(flight)}`)
  await expect(customer.getByText('landed', { exact: true })).toBeVisible()
  await expect(customer.getByRole('region', { name: 'Your photo' }).getByRole('img')).toHaveCount(1)
  // A weight goes in and never comes out again.
  await expect(main(customer)).not.toContainText(/\b(152|158|171)\b/)

  // The day after, both parties are asked how it was.
  await whileStopped(shop, (database) =>
    database.query(
      `with slot as (
         update slots s set depart_at = s.depart_at - interval '25 hours',
           arrive_at = s.arrive_at - interval '25 hours',
           local_date = s.local_date - 1
         from flights f where f.id = $1 and s.id = f.slot_id
       )
       update flights set depart_at = depart_at - interval '25 hours',
         ready_at = ready_at - interval '25 hours',
         off_blocks_at = off_blocks_at - interval '25 hours', landed_at = landed_at - interval '25 hours'
       where id = $1`,
      [flight],
    ),
  )
  for (const email of ['customer@example.com', GUEST]) {
    const asked = async () =>
      (await shop.mails(email)).find(({ subject }) => subject.startsWith('How was your flight?'))?.text ?? ''
    await expect.poll(asked, { timeout: 90_000 }).toContain('There is a photo of your flight')
  }
})
