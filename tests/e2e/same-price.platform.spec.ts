import { coastProducts } from '#api/db/seed/demo-coasts.ts'
import { newYorkProducts } from '#api/db/seed/demo-new-york.ts'
import { demoBrandHosts } from '#api/db/seed/demo-places.ts'
import { formatDollars } from '#app/format/format-dollars.ts'
import { AvailabilityDayReply, AvailabilityMonthReply } from '#contract/availability.ts'
import { type QuantityType } from '#contract/enums.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { expect, test } from '../support/browser.ts'
import { openPlainVisitor, type PlainVisitor } from '../support/plain-visitor.ts'
import { type RunningShop } from '../support/start-shop.ts'

// The price first seen is the price paid, to the cent, wherever it appears. The test never adds up
// prices itself.

interface Choice {
  product: number
  date: string
  departure: number
  type: QuantityType
}

/** The price in each place, such as `$252.00`. */
type Seen = Record<string, string | undefined>

/** Reads the first price behind some words of a page. */
const priceAfter = (page: string, words: string | RegExp) =>
  /\$[\d,]+\.\d\d/.exec(page.split(words).slice(1).join(''))?.[0]

const pricesAfter = (page: string, words: RegExp) =>
  page
    .split(words)
    .slice(1)
    .map((part) => /\$[\d,]+\.\d\d/.exec(part)?.[0])

const TOTAL = /<div class="total">/

/** Reads the hidden fields of a page. */
function hiddenFields(page: string): Record<string, string> {
  const inputs = page.match(/<input type="hidden"[^>]*>/g) ?? []
  const part = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? ''
  return Object.fromEntries(inputs.map((input) => [part(input, 'name'), part(input, 'value')]))
}

/** Reads the price on both pages of the checkout before anything is filled in. */
async function lookAt(visitor: PlainVisitor, { product, date, departure, type }: Choice) {
  const path = `/checkout/${String(product)}`
  const search = `?date=${date}&departure=${String(departure)}&quantity_type=${type}`
  const payPath = `${path}/pay${search}`
  const [when, pay] = [await visitor.read(path + search), await visitor.read(payPath)]
  const hidden = hiddenFields(pay)
  const seen: Seen = {
    'the departure': priceAfter(when, `id="departure-${String(departure)}-price"`),
    'seats or aircraft': priceAfter(when, `id="quantity-type-${type}-price"`),
    'the checkout’s bar on phones': priceAfter(when, 'class="paybar"'),
    'the checkout’s breakdown': priceAfter(when, TOTAL),
    'the pay page’s bar on phones': priceAfter(pay, 'class="order-bar'),
    'the pay page’s breakdown': priceAfter(pay, TOTAL),
    'what the form says it costs': formatDollars(Number(hidden['total'])),
    'the button': priceAfter(pay, 'Book Your Flight'),
  }
  return { seen, payPath, hidden }
}

/** Buys as a guest on the hosted page. */
async function buy(visitor: PlainVisitor, payPath: string, hidden: Record<string, string>, email: string) {
  const person = { email, 'passengers[0].full_name': 'Dana Whitlock', terms_and_conditions: 'on' }
  const hostedPath = await visitor.send(payPath, { ...hidden, ...person, intent: 'purchase' })
  const hosted = await visitor.read(hostedPath)
  const card = { email, number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
  const confirmationPath = await visitor.send(hostedPath, card)
  const seen: Seen = {
    'the hosted page’s title': priceAfter(hosted, '<h1>'),
    'the hosted page’s total': priceAfter(hosted, '<span>Total</span>'),
    'the confirmation': priceAfter(await visitor.read(confirmationPath), TOTAL),
  }
  return { seen, orderId: Number(new URL(confirmationPath).searchParams.get('order_id')) }
}

async function readOrder(shop: RunningShop, token: string, id: number): Promise<Order> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${shop.origin}/v1/orders/${String(id)}`, { headers })
  return OrderReply.parse(await answer.json()).order
}

function seenInOrder({ status, total, amount_paid, lines, tenders }: Order): Seen {
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return {
    'the order': status === 'completed' ? formatDollars(total) : status,
    'the order’s lines': formatDollars(cents / 100),
    'what was paid': formatDollars(amount_paid),
    'what the card paid': tenders
      .map(({ kind, amount }) => (kind === 'card' ? formatDollars(amount) : kind))
      .join(),
  }
}

async function seenInMail(shop: RunningShop, email: string): Promise<Seen> {
  const find = async () => (await shop.mails(email)).find(({ subject }) => subject.includes('booked'))
  await expect.poll(find).toBeTruthy()
  const mail = await find()
  return {
    'the mail': priceAfter(mail?.text ?? '', /^Total: /m),
    'the mail as a page': priceAfter(mail?.html ?? '', />\s*Total\s*</),
  }
}

function expectSame(seen: Seen, shown: string): void {
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((place) => [place, shown])))
}

/** Buys at the price that was shown and reads every place that names it. */
async function expectPaid(shop: RunningShop, host: string, choice: Choice, shown: string): Promise<void> {
  const visitor = await openPlainVisitor(shop, host)
  const email = `${choice.type}.of.${String(choice.product)}@same-price.example.com`
  const { seen, payPath, hidden } = await lookAt(visitor, choice)
  const bought = await buy(visitor, payPath, hidden, email)
  const order = await readOrder(shop, await visitor.token(), bought.orderId)
  await visitor.leave()
  expectSame({ ...seen, ...bought.seen, ...seenInOrder(order), ...(await seenInMail(shop, email)) }, shown)
}

/** Creates an empty flight of next month at a given price, so that this price is available. */
async function findAt(
  shop: RunningShop,
  product: number,
  type: QuantityType,
  price: string,
): Promise<Choice> {
  const get = async (path: string) => (await fetch(`${shop.origin}/v1/availability/${path}`)).json()
  const of = `product_id=${String(product)}`
  const readMonth = async (month: string) =>
    AvailabilityMonthReply.parse(await get(`month?${of}&month=${month}`)).availability
  const { next_month: next } = await readMonth(new Date().toISOString().slice(0, 7))
  const { days } = await readMonth(next ?? '')
  for (const { date } of days.filter(({ status }) => status === 'open').reverse()) {
    const { departures } = AvailabilityDayReply.parse(await get(`day?${of}&date=${date}`)).availability
    const found = departures.find(({ capacity, seats_left, ...one }) => {
      const dollars = type === 'seat' ? one.seat_price_total : one.flight_price_total
      return seats_left === capacity && dollars !== null && formatDollars(dollars) === price
    })
    if (found) return { product, date, departure: found.departure_id, type }
  }
  throw new Error(`Nothing of product ${String(product)} can be had for ${price}`)
}

/** The last row of a product page's next departures has the longest time until its sales close. */
function lastOfRail(page: string) {
  const slots = [...page.matchAll(/name="slot"[^>]* value="([\d-]+)\.(\d+)"/g)]
  const [, date = '', departure = ''] = slots.at(-1) ?? []
  return {
    date,
    departure: Number(departure),
    price: priceAfter(page, `id="slot-${String(slots.length)}-price"`) ?? '',
    total: pricesAfter(page.split('class="rail-prices"')[1] ?? '', TOTAL)[slots.length - 1],
  }
}

for (const { id: product = 0, name, slug, brandId, seatPriceCents, flightPriceCents } of [
  ...newYorkProducts,
  ...coastProducts,
]) {
  const host = demoBrandHosts.find((one) => one.brandId === brandId)?.host ?? 'localhost'
  const type: QuantityType = seatPriceCents ? 'seat' : 'flight'

  test(`${name}: the price first seen is the price paid`, async ({ shop }) => {
    const visitor = await openPlainVisitor(shop, host)
    const list = await visitor.read('/product')
    const page = await visitor.read(`/product/${String(product)}`)
    const from = priceAfter(page, /lowest price|for the whole aircraft/) ?? ''
    expect(priceAfter(list, new RegExp(`flight-name"><a[^>]* href="/product/${slug}"`))).toBe(from)
    expect(priceAfter(page, 'class="paybar"')).toBe(from)

    const { price, total, ...next } = lastOfRail(page)
    expect(total).toBe(price)
    expectSame((await lookAt(visitor, { ...next, product, type })).seen, price)
    await visitor.leave()

    const wanted = [{ sold: type, shown: from }]
    if (type === 'seat' && flightPriceCents) {
      wanted.push({ sold: 'flight', shown: priceAfter(page, /Whole aircraft[^:<]*: /) ?? '' })
    }
    for (const { sold, shown } of wanted) {
      await expectPaid(shop, host, await findAt(shop, product, sold, shown), shown)
    }
  })
}
