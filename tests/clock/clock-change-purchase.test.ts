import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ManifestReply } from '#contract/passenger.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { CARD, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const MINUTE = 60_000
const EMAIL = 'night.owl@example.com'

/** A departure in the night of a clock change, and what everybody reads about it. */
interface Night {
  what: string
  product: number
  rule: string
  date: string
  instant: string
  /** On lists of the day, whose other departures have the zone after the change. */
  listed: string
  /** On its own page. */
  own: string
  /** From then on guests are late. */
  lateFrom: string
  /** After a delay of 45 minutes: when it leaves, and when one has to be there. */
  delayed: { listed: string; mail: string; checkIn: string; was: string }
}

const nights: Night[] = [
  {
    what: 'an hour is left out in New York: 2:30 does not exist',
    ...{ product: 6, rule: '02:30', date: '2028-03-12', instant: '2028-03-12T07:30:00.000Z' },
    ...{ listed: '3:30 am', own: '3:30 am EDT', lateFrom: '1:45 am EST' },
    delayed: { listed: '4:15 am', mail: '4:15 AM EDT', checkIn: '3:30 AM EDT', was: '3:30 am' },
  },
  {
    what: 'an hour comes twice in New York: 1:30 is the first one',
    ...{ product: 6, rule: '01:30', date: '2027-11-07', instant: '2027-11-07T05:30:00.000Z' },
    ...{ listed: '1:30 am EDT', own: '1:30 am EDT', lateFrom: '12:45 am EDT' },
    delayed: { listed: '1:15 am', mail: '1:15 AM EST', checkIn: '1:30 AM EDT', was: '1:30 am EDT' },
  },
  {
    what: 'an hour comes twice in Los Angeles, three hours later',
    ...{ product: 9, rule: '01:30', date: '2027-11-07', instant: '2027-11-07T08:30:00.000Z' },
    ...{ listed: '1:30 am PDT', own: '1:30 am PDT', lateFrom: '12:45 am PDT' },
    delayed: { listed: '1:15 am', mail: '1:15 AM PST', checkIn: '1:30 AM PDT', was: '1:30 am PDT' },
  },
]

const wordsOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const wordsAt = async (browser: Browser, path: string) => {
  const page = await browser.get(path)
  expect(page.status, path).toBe(200)
  return wordsOf(page.html)
}
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''

async function addRule({ product, rule }: Night): Promise<string> {
  const { rows } = await shop.deps.database.query(
    `insert into departures (product_id, day_of_week, departure_type, time, fare_id, publish_status)
     select product_id, 0, 'fixed', $2, fare_id, publish_status from departures
     where id = (select min(id) from departures where product_id = $1 and day_of_week = 0) returning id`,
    [product, rule],
  )
  return String(rows[0]?.['id'])
}

/** A guest picks the departure, gives names, and pays on the provider's page. */
async function buyOnPages(night: Night): Promise<number> {
  const departure = await addRule(night)
  const guest = await pages.browser()
  expect(await wordsAt(guest, `/checkout/${String(night.product)}?date=${night.date}`)).toContain(
    `${night.listed} $`,
  )
  const chosen = `date=${night.date}&departure=${departure}&quantity=1`
  const path = `/checkout/${String(night.product)}/pay?${chosen}`
  const { html } = await guest.get(path)
  expect(wordsOf(html)).toContain(night.own)
  const sent = await guest.post(path, {
    ...{ intent: 'purchase', form_key: hidden(html, 'form_key') },
    ...{ total: hidden(html, 'total'), due: hidden(html, 'due'), terms_and_conditions: 'on' },
    ...{ 'passengers[0].full_name': 'Ada Lind', 'passengers[0].weight': '150', email: EMAIL },
  })
  expect(sent.status).toBe(303)
  const card = new URLSearchParams({ number: CARD, expiry: '12 / 30', cvc: '123', email: EMAIL })
  const paid = await shop.sandbox.pages(new Request(sent.location ?? '', { method: 'POST', body: card }))
  const back = new URL(paid?.headers.get('location') ?? '')
  await shop.deliverEvents()
  expect(await wordsAt(guest, `${back.pathname}${back.search}`)).toContain(night.own)
  return shop.count('select max(id) from flights where seats_sold > 0')
}

test.each(nights)('everybody reads one time of a flight in the night when $what', async (night) => {
  const leaves = Date.parse(night.instant)
  shop.clock.set(new Date(leaves - 3 * 24 * 60 * MINUTE))
  const flight = await buyOnPages(night)
  const ticket = shop.mailer.to(EMAIL).at(-1)
  expect(ticket?.subject).toContain(night.own.replace(/[ap]m/, (half) => half.toUpperCase()))

  // Staff and the board have it minutes before it leaves, with the one that is late.
  shop.clock.set(new Date(leaves - 20 * MINUTE))
  const token = await logIn(shop, 'staff@example.com')
  const staff = await pages.browser({ token })
  const path = `/staff/flights/${String(flight)}`
  const board = `/staff/board?date=${night.date}`
  expect(await wordsAt(staff, `${board}&view=list`)).toContain(night.listed)
  expect(await wordsAt(staff, `${board}&flight=${String(flight)}`)).toContain(night.listed)
  const page = await wordsAt(staff, path)
  expect(page).toContain(`Leaves ${night.own}`)
  expect(page).toContain(`Whoever is not here by ${night.lateFrom} is late.`)
  const read = async () =>
    ManifestReply.parse((await shop.call('GET', `/v1/flights/${String(flight)}/manifest`, { token })).body)
      .manifest
  expect(await read()).toMatchObject({ depart_at: night.instant, passengers: [{ late: true }] })

  // A delay goes on across the change by the minutes that pass, not by those on the wall.
  expect((await createDelayer({ shop, token }).delay(flight, 45)).status).toBe(201)
  await shop.runDueNow()
  const later = new Date(leaves + 45 * MINUTE).toISOString()
  expect(await read()).toMatchObject({ depart_at: later, passengers: [{ late: false }] })
  const told = shop.mailer.to(EMAIL).find(({ subject }) => subject.includes(night.delayed.mail))
  expect(told?.text).toContain(`Check-in: ${night.delayed.checkIn}`)
  const delayed = await wordsAt(staff, path)
  expect(delayed).toContain(`45 min later than ${night.delayed.was}`)
  expect(await wordsAt(staff, `${board}&view=list`)).toContain(night.delayed.listed)
})
