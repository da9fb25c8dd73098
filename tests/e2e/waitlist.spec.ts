import { JwtReply } from '#contract/people.ts'
import { OrderReply } from '#contract/order.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  type FoundFlight,
  readOrderId,
  payOnHostedPage,
  pressBook,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

const send = async (shop: RunningShop, path: string, body: unknown, token?: string): Promise<unknown> => {
  const headers = {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
  const answer = await fetch(`${shop.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}

/** The departure time as orders name it. */
async function seatsOn(shop: RunningShop, { date, departureId }: FoundFlight, quantity: number) {
  const day = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${date}`)
  const { departures } = AvailabilityDayReply.parse(await day.json()).availability
  const depart_at = departures.find((one) => one.departure_id === departureId)?.depart_at
  return { departure_id: departureId, depart_at, quantity }
}

/** Another shopper holds every seat; the returned call reschedules them to another flight. */
async function fill(shop: RunningShop, flight: FoundFlight) {
  const email = `holder-${crypto.randomUUID()}@example.com`
  const { jwt } = JwtReply.parse(await send(shop, '/v1/customers', { customer: { email } }))
  const seats = await seatsOn(shop, flight, 4)
  const placed = await send(shop, '/v1/orders', { brand_id: 1, order_item_seats_attributes: [seats] }, jwt)
  const { id } = OrderReply.parse(placed).order
  return async () => {
    const other = await seatsOn(shop, await findFlight(shop), 1)
    const moved = { brand_id: 1, order_item_seats_attributes: [other], supersedes_order_id: id }
    OrderReply.parse(await send(shop, '/v1/orders', moved, jwt))
  }
}

/** Returns the link of a mail with this subject once it has arrived. */
async function linkIn(shop: RunningShop, to: string, subject: RegExp): Promise<string> {
  const find = async () => (await shop.mails(to)).find((mail) => subject.test(mail.subject))?.text ?? ''
  await expect.poll(find, { timeout: 90_000, message: `${to} is told` }).toMatch(/\/waitlist\/offers\//)
  return /\/waitlist\/offers\/[\w-]+/.exec(await find())?.[0] ?? ''
}

test('a waitlist offer that is declined goes to the next in line, who takes and pays the seats', async ({
  page,
  shop,
}) => {
  const flight = await findFlight(shop)
  const free = await fill(shop, flight)
  const mailbox = `${crypto.randomUUID()}@example.com`

  await page.goto(`/checkout/6?date=${flight.date}&quantity=4`)
  await page.getByRole('link', { name: `Join the waitlist for the ${flight.time} flight` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join the waitlist')
  await expect(page.getByLabel('Party', { exact: true })).toHaveValue('4')
  await page.getByLabel('Email', { exact: true }).fill(`first-${mailbox}`)
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Please agree to be mailed about this flight',
  ])
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(`first-${mailbox}`)
  await page.getByLabel('Write to me about this flight').check()
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the waitlist')
  await expect(page.getByText(`first-${mailbox}`)).toBeVisible()

  const seats = await seatsOn(shop, flight, 4)
  const next = {
    brand_id: 1,
    ...seats,
    quantity: 2,
    quantity_type: 'seat',
    email: `next-${mailbox}`,
    consent: true,
  }
  await send(shop, '/v1/waitlist_entries', { waitlist_entry: next })
  await free()

  const link = await linkIn(shop, `first-${mailbox}`, /^Seats came free/)
  // Opened at the other brand, the link leads to the brand that sells the seats.
  const headers = { Host: `tidewater.localhost:${String(shop.port)}` }
  const elsewhere = await page.request.get(`${shop.origin}${link}`, { headers, maxRedirects: 0 })
  expect([elsewhere.status(), elsewhere.headers()['location']]).toEqual([303, `${shop.origin}${link}`])
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We keep 4 seats for you')
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for passing them on')

  await page.goto(await linkIn(shop, `next-${mailbox}`, /^Seats came free/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We keep 2 seats for you')
  await page.getByRole('button', { name: 'Take these seats' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  await expect(page.getByText(/^Kept for you until/)).toBeVisible()
  await fillParty(page, { email: `next-${mailbox}`, names: ['Nell Hart', 'Ben Hart'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  expect(await readOrderId(page)).toBeGreaterThan(0)
})
