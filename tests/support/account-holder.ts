import { AvailabilityDayReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { expect, type Page } from 'playwright/test'
import { findFlight } from './buyer.ts'
import { readSessionToken } from './session-token.ts'
import { type RunningShop } from './start-shop.ts'

export interface Person {
  first: string
  last: string
  phone: string
  email: string
  password: string
}

let people = 0
/** Makes up a person who has no account yet. */
export function createPerson(name: string): Person {
  people += 1
  const email = `${name}.${String(people)}.${String(Date.now())}@example.com`
  return { first: 'Ida', last: 'Lund', phone: '(212) 555-0100', email, password: 'heliport' }
}

const type = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Fills the visible form and sends it. */
export async function register(page: Page, { first, last, phone, email, password }: Person): Promise<void> {
  await type(page, 'First name', first)
  await type(page, 'Last name', last)
  await type(page, 'Phone', phone)
  await type(page, 'Email', email)
  await type(page, 'Password', password)
  await press(page, 'Register')
}

/** Fills the visible form and sends it. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await type(page, 'Email', email)
  await type(page, 'Password', password)
  await press(page, 'Log In')
}

/** Waits for the newest mailed link to a page of the shop. */
export async function mailedLink(shop: RunningShop, email: string, path: string): Promise<string> {
  const find = async () =>
    (await shop.mails(email)).flatMap(({ links }) => links).find((one) => one.includes(path))
  // What was not sent at once is sent by the next minute's job.
  await expect.poll(find, { timeout: 90_000 }).toBeTruthy()
  return (await find()) ?? ''
}

/** Returns the token in the browser's session cookie; undefined without one. */
export async function sessionToken(page: Page): Promise<string | undefined> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'session')
  return cookie && readSessionToken(cookie.value)
}

/** Whether `/v1` still accepts a token. */
export async function isTokenAccepted(shop: RunningShop, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${shop.origin}/v1/users/me`, { headers })).ok
}

/**
 * Places an order as a guest whose browser is then closed.
 * @returns the number of the order
 */
export async function orderAsGuest(shop: RunningShop, email: string): Promise<number> {
  const post = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${shop.origin}${path}`, sent)).json()
  }
  const { jwt } = JwtReply.parse(await post('/v1/customers', { customer: { email } }))
  const flight = await findFlight(shop)
  const day = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${flight.date}`)
  const { departures } = AvailabilityDayReply.parse(await day.json()).availability
  const departAt = departures.find((one) => one.departure_id === flight.departureId)?.depart_at
  const seats = [{ departure_id: flight.departureId, depart_at: departAt, quantity: 1 }]
  const order = { brand_id: 1, order_item_seats_attributes: seats }
  return OrderReply.parse(await post('/v1/orders', { order }, jwt)).order.id
}
