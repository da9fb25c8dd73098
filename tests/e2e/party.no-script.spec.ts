import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  bookButton,
  CARD,
  fillParty,
  findFlight,
  type FoundFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'
import { extractVisibleText } from '../support/stable-text.ts'

/** Another shopper takes a seat and part of the weight limit. */
async function takeSeat(shop: RunningShop, flight: FoundFlight, weight: number): Promise<void> {
  const post = async (path: string, body: unknown, jwt?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(jwt ? { Authorization: `Bearer ${jwt}` } : {}) }
    const answer = await fetch(`${shop.origin}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { jwt: string }
  }
  const day = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${flight.date}`)
  const { availability } = (await day.json()) as {
    availability: { departures: { departure_id: number; depart_at: string }[] }
  }
  const departure = availability.departures.find((one) => one.departure_id === flight.departureId)
  const { jwt } = await post('/v1/customers', { customer: { email: 'somebody@example.com' } })
  const seat = { departure_id: flight.departureId, depart_at: departure?.depart_at, quantity: 1 }
  const passengers = [{ full_name: 'Some Body', weight }]
  await post(
    '/v1/orders',
    { order: { brand_id: 1, order_item_seats_attributes: [seat], passengers_attributes: passengers } },
    jwt,
  )
}

const whenPath = (flight: FoundFlight, quantity: number) => payPath(flight, quantity).replace('/pay?', '?')

async function weigh(page: Page, weights: string[], button: string): Promise<void> {
  for (const [index, weight] of weights.entries()) {
    await page.getByLabel(`Weight of passenger ${String(index + 1)}`).fill(weight)
  }
  await page.getByRole('button', { name: button }).click()
  await expect(page).toHaveURL(/#weights$/)
  await expect(page.getByText('Your weights are counted in')).toBeVisible()
  // The weights are personal data and appear in no address.
  const { search } = new URL(page.url())
  for (const weight of ['weight', ...weights]) expect(search).not.toContain(weight)
}

test('a weight that cannot be read is refused beside its field and in the summary', async ({
  page,
  shop,
}) => {
  await page.goto(whenPath(await findFlight(shop, 6, 'next', 'never'), 2))
  await page.getByText('Add weights to see which departures fit').click()
  const [first, second] = [1, 2].map((number) => page.getByLabel(`Weight of passenger ${String(number)}`))
  await first?.fill('148')
  await second?.fill('quite')
  await page.getByRole('button', { name: 'Show what fits' }).click()
  const said = 'Write a weight in pounds, like 180, or leave it empty'
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(`Weight of passenger 2: ${said}`)
  await expect(page.locator('#when-passengers-1-weight-error')).toContainText(said)
  if (second) await expect(second).toHaveValue('quite')
  if (second) await expect(second).toBeFocused()
})

test('departures too small for a party say so, and each of its passengers gets an own page', async ({
  page,
  shop,
  browser,
}) => {
  const crowded = await findFlight(shop, 6, 'next', 'never')
  await takeSeat(shop, crowded, 239)
  await page.goto(whenPath(crowded, 3))
  await page.getByText('Add weights to see which departures fit').click()
  await weigh(page, ['238', '227', '226'], 'Show what fits')
  await expect(page.getByText(/^Not enough lift left for your party; it fits on/).last()).toBeVisible()
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.getByRole('alert').or(page.locator('.error')).first()).toContainText(
    /Not enough lift left/,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('When would you like to fly?')

  const flight = await findFlight(shop, 6, 'next', 'never')
  await page.goto(whenPath(flight, 3))
  await weigh(page, ['287', '127', '126'], 'Change weights')
  const second = page.getByText(/^One of you needs a second seat: \$\d+\.00/)
  await expect(second).toBeVisible()
  const seat = Number(/\$(\d+)\.00/.exec((await second.textContent()) ?? '')?.[1])
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  await expect(second).toBeVisible()
  // The price has four seats, fees of 11.55 for three people each, and 5 % of their seats.
  const total = 4 * seat + 3 * 11.55 + 0.05 * 3 * seat
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  await expect(page.locator('output').first()).toHaveText(money.format(total))
  await expect(page.getByLabel('Weight, lb').first()).toHaveValue('287')
  await fillParty(page, { email: 'party@example.com', names: ['Ada Lind', 'Bo Lind', 'Cy Lind'] })
  await page.getByLabel('Weight, lb').nth(2).fill('')
  await acceptTerms(page)
  await bookButton(page).click()
  await payOnHostedPage(page, CARD)
  const orderId = await readOrderId(page)

  const parts = page.getByRole('region', { name: 'Passengers' })
  await expect(parts.getByText('Not done', { exact: true })).toHaveCount(3)
  const links: string[] = []
  for (const one of await parts.getByLabel(/link, to copy$/).all()) links.push(await one.inputValue())
  expect(links).toHaveLength(3)

  // This is another shopper's browser.
  const visitor = await browser.newPage({ javaScriptEnabled: false })
  const save = () => visitor.getByRole('button', { name: 'Save my details' }).click()
  await visitor.goto(links[1] ?? '')
  await visitor.getByLabel('Sign by typing').fill('Bo Quillfeather')
  await save()
  await expect(visitor.getByText('Please tick that you have read it and agree').first()).toBeVisible()
  await visitor.getByLabel('I have read this and agree').check()
  await save()
  await expect(visitor.getByText(/^All done\./)).toBeVisible()
  await visitor.getByRole('link', { name: 'Read or print it' }).click()
  await expect(visitor.getByText('Bo Quillfeather')).toBeVisible()

  // A party that needs more seats than it has people is told so after payment.
  await visitor.goto(links[2] ?? '')
  await visitor.getByLabel(/^Weight/).fill('283')
  await save()
  await expect(visitor.getByRole('heading', { name: 'Thank you. We will call.' })).toBeVisible()
  await expect(visitor.getByText('Saved. We still need your signature.')).toBeVisible()
  const party = visitor.getByRole('region', { name: 'Your party, 1 of 3 done' })
  await expect(party.getByRole('listitem')).toHaveText([
    /^Ada, guest 1.*Not yet/,
    /^Guest 2.*Done/,
    /^You.*Not yet/,
  ])

  await page.reload()
  await expect(parts.getByText('Done', { exact: true })).toHaveCount(1)
  const paths = [
    page.url(),
    `${shop.origin}/account/orders/${String(orderId)}`,
    `${shop.origin}/orders/${String(orderId)}/calendar.ics`,
    `${shop.origin}/orders/${String(orderId)}/receipt`,
    `${shop.origin}/account`,
    `${shop.origin}${whenPath(flight, 3)}`,
    `${shop.origin}${payPath(flight, 3)}`,
    `${shop.origin}/promises`,
  ]
  for (const [who, pages] of [
    [page, paths],
    [visitor, [...paths, ...links]],
  ] as const) {
    for (const path of pages) {
      const text = extractVisibleText(await (await who.request.get(path)).text())
      for (const weight of ['287', '283']) {
        const shown = new RegExp(`.{0,80}(?<![\\w.-])${weight}(?![\\w-]).{0,40}`).exec(text)?.[0]
        expect(shown, `${path} shows ${weight}`).toBeUndefined()
      }
      if (path !== links[1]) expect(text).not.toContain('Quillfeather')
    }
  }
  await visitor.close()
})
