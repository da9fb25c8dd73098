import { type Page, type Response } from 'playwright/test'
import {
  AvailabilityDayReply,
  type AvailabilityMonth,
  AvailabilityMonthReply,
} from '#contract/availability.ts'
import { formatDay, formatMonth, formatTime } from '#app/format/local-time.ts'
import { expect, test } from './browser.ts'
import { type RunningShop } from './start-shop.ts'

/** A flight with room, as the shop's pages name it. */
export interface FoundFlight {
  date: string
  /** `Saturday 5 December` */
  day: string
  departureId: number
  /** `4:28 pm` */
  time: string
  seatsLeft: number
  /**
   * `December` when the calendar opens with an earlier month and has to be turned; undefined
   * otherwise.
   */
  turnTo: string | undefined
}

const taken = new Set<string>()

async function getJson(shop: RunningShop, path: string): Promise<unknown> {
  return (await fetch(`${shop.origin}${path}`)).json()
}

/** Counts the seats that a departure has left. */
export async function seatsLeft(shop: RunningShop, productId: number, flight: FoundFlight): Promise<number> {
  const path = `/v1/availability/day?product_id=${String(productId)}&date=${flight.date}`
  const { availability } = AvailabilityDayReply.parse(await getJson(shop, path))
  return availability.departures.find((one) => one.departure_id === flight.departureId)?.seats_left ?? 0
}

/**
 * Finds an empty flight, another one for each call, so that tests do not compete. Next month has
 * plenty on every day of the year; a test that walks through the calendar requests the visible
 * month, which may be nearly over.
 */
export async function findFlight(
  shop: RunningShop,
  productId = 6,
  month: 'shown' | 'next' = 'next',
  sunset: 'too' | 'never' = 'too',
): Promise<FoundFlight> {
  const shown = await readMonth(shop, productId, new Date().toISOString().slice(0, 7))
  const opens = shown.first_available_date?.slice(0, 7) ?? shown.month
  const first = opens === shown.month ? shown : await readMonth(shop, productId, opens)
  const found = month === 'shown' ? await takeEmpty(shop, first, sunset) : undefined
  if (found) return { ...found, turnTo: undefined }
  if (!first.next_month) throw new Error('Nothing is sold next month')
  const next = await takeEmpty(shop, await readMonth(shop, productId, first.next_month), sunset)
  if (!next) throw new Error('No empty flight is left next month')
  return { ...next, turnTo: formatMonth(first.next_month).split(' ')[0] }
}

async function readMonth(shop: RunningShop, productId: number, month: string) {
  const path = `/v1/availability/month?product_id=${String(productId)}&month=${month}`
  return AvailabilityMonthReply.parse(await getJson(shop, path)).availability
}

async function takeEmpty(shop: RunningShop, month: AvailabilityMonth, sunset: 'too' | 'never') {
  for (const { date } of month.days.filter((day) => day.status === 'open').reverse()) {
    const path = `/v1/availability/day?product_id=${String(month.product_id)}&date=${date}`
    const day = AvailabilityDayReply.parse(await getJson(shop, path)).availability
    for (const one of day.departures) {
      const key = `${shop.origin} ${date} ${String(one.departure_id)}`
      if (sunset === 'never' && one.tags.includes('sunset')) continue
      if (taken.has(key) || one.status !== 'open' || one.seats_left < one.capacity) continue
      taken.add(key)
      return {
        date,
        day: formatDay(date),
        departureId: one.departure_id,
        time: formatTime(one.local_time),
        seatsLeft: one.seats_left,
      }
    }
  }
  return undefined
}

/** Returns the address of "Who and pay" for a flight. */
export const payPath = (flight: FoundFlight, quantity: number) =>
  `/checkout/6/pay?date=${flight.date}&departure=${String(
    flight.departureId,
  )}&quantity_type=seat&quantity=${String(quantity)}`

/** Waits for the shop's answer to the form of "Who and pay"; the provider's script posts too. */
export const isAnswerToForm = (response: Response) =>
  response.request().method() === 'POST' && /\/pay(\.data)?$/.test(new URL(response.url()).pathname)

/** Counts the pages that a person sees, without redirects. */
export function countViews(page: Page): () => number {
  let views = 0
  page.on('response', (response) => {
    const redirect = response.status() >= 300 && response.status() < 400
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame() && !redirect)
      views += 1
  })
  return () => views
}

export interface Party {
  email: string
  names: string[]
  weights?: string[]
  phone?: string
}

/** Types everything that the page asks for except the consent to the terms. */
export async function fillParty(page: Page, { email, names, weights = [], phone }: Party): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  if (phone) await page.getByLabel('Phone', { exact: true }).fill(phone)
  for (const [index, name] of names.entries()) {
    const passenger = page.getByRole('group', { name: `Passenger ${String(index + 1)}` })
    await passenger.getByLabel('Full name', { exact: true }).fill(name)
    const weight = weights[index]
    if (weight) await passenger.getByLabel(/^Weight/).fill(weight)
  }
}

export const acceptTerms = (page: Page) => page.getByLabel('I accept the Terms & Conditions').check()
export const bookButton = (page: Page) => page.getByRole('button', { name: /^Book Your Flight/ })

/**
 * Buys on the hosted page: without scripts by the only button, with scripts by the link beside the
 * card form.
 */
export async function pressBook(page: Page): Promise<void> {
  const scripts = test.info().project.use.javaScriptEnabled !== false
  if (scripts) await page.getByRole('button', { name: 'pay on the secure page' }).click()
  else await bookButton(page).click()
}

/** Buys the same way through a button with another text. */
export async function pressHosted(page: Page, name: RegExp): Promise<void> {
  const scripts = test.info().project.use.javaScriptEnabled !== false
  await page.getByRole('button', { name: scripts ? 'pay on the secure page' : name }).click()
}

/** Types a card into the page; the fields appear half a second after it. */
export async function typeCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

/** Opens "Who and pay" for one seat on a flight of its own and fills in everything but the card. */
export async function fillPayPageForOne(page: Page, shop: RunningShop, email: string): Promise<FoundFlight> {
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 1))
  await fillParty(page, { email, names: ['Dana Whitlock'], weights: ['148'] })
  await acceptTerms(page)
  return flight
}

/** Fills in everything including the card. */
export async function fillPayPageWithCard(
  page: Page,
  shop: RunningShop,
  email: string,
  card: string,
): Promise<FoundFlight> {
  const flight = await fillPayPageForOne(page, shop, email)
  await typeCard(page, card)
  return flight
}

/** Buys with the card typed into the page. */
export const pressBookHere = (page: Page) => bookButton(page).click()

export const CARD = '4242 4242 4242 4242'
export const DECLINED_CARD = '4000 0000 0000 0002'
/** The bank requires 3-D Secure for this card every time. */
export const AUTHENTICATION_CARD = '4000 0027 6000 3184'
export const DECLINED_MESSAGE = 'Your card was declined. try a different card or contact your bank.'

/** Pays on the sandbox's payment page. */
export async function payOnHostedPage(page: Page, card: string): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** Reads the number of the order on the confirmation page. */
export async function readOrderId(page: Page): Promise<number> {
  // The limit is the test's own, because a busy machine makes a purchase slow.
  await page.waitForURL(/\/order-confirmation/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^You’re booked/)
  return Number(new URL(page.url()).searchParams.get('order_id'))
}
