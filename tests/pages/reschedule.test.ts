import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cardHolder } from '#tests/support/card-holder.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import {
  requestReschedule,
  readRescheduled,
  countSeats,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { openReschedulingShop, type ReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// The test loads the whole shop, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: ReschedulingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openReschedulingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

/** Builds what a form on a page would send: its hidden and typed fields, and the given ones. */
function fieldsOf(html: string, form: RegExp, more: Record<string, string> = {}): Record<string, string> {
  const found = [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)]
    .map(([one]) => one)
    .find((one) => form.test(one))
  if (found === undefined) throw new Error(`no form like ${String(form)}`)
  const hidden = [...found.matchAll(/<input type="hidden"[^>]*>/g)].map(([input]) => {
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? ''
    return [valueOf('name'), valueOf('value')]
  })
  return { ...(Object.fromEntries(hidden) as Record<string, string>), ...more }
}

async function bought(seats = 1) {
  const holder = await cardHolder(shop)
  const placed = await shop.order(holder.token, seats)
  await shop.pay(holder.token, placed, { stripe_source: 'pm_card_visa' })
  const order = await shop.read(holder.token, placed)
  return { holder, order, browser: await pages.browser({ token: holder.token }) }
}

test('a declined saved card keeps the flight, and another card reschedules it', async () => {
  const { holder, order, browser } = await bought()
  await holder.save('4000000000000341')
  await holder.save()
  const cards = await holder.cards()
  const to = await shop.nextWeek().sellExpensiveFlight()
  // The date counts by the terminal’s calendar, where it is still Friday evening.
  const date = new Date(Date.parse(to.departAt) - 6 * 3_600_000).toISOString().slice(0, 10)
  const item = order.order_items.find(({ kind }) => kind === 'seat')?.id ?? 0
  const path = `/reschedule-flight/${String(item)}?date=${date}&departure=${String(to.departureId)}`
  const page = await browser.get(path)
  // The price of a new purchase is not shown, because it is no price for a reschedule.
  expect(page.html).toContain('What another flight costs more for your party stands beside each time.')
  expect(page.html).not.toMatch(/departures from \$|<small>\$\d+<\/small>/)
  expect(page.html).toMatch(/\$20\.00<\/?[^>]*>? ?<small>more/)
  const declined = cards.find(({ last4 }) => last4 === '0341')
  const good = cards.find(({ last4 }) => last4 === '4242')
  const press = (html: string, card: number | string | undefined) =>
    browser.post(
      path,
      fieldsOf(html, /name="reschedule_fee"/, {
        intent: 'purchase',
        saved_card: String(card),
        terms_and_conditions: 'on',
      }),
    )
  const refused = await press(page.html, declined?.id)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Your card was declined. Try a different card or contact your bank.')
  expect(
    (await shop.rereadOrder({ buyer: { ...holder, userId: holder.id }, order })).changes?.at(-1)?.status,
  ).not.toBe('completed')
  const moved = await press(refused.html, good?.id)
  expect([moved.status, moved.location]).toEqual([
    303,
    expect.stringMatching(/\/reschedule-flight-confirmation\?order_id=\d+/),
  ])
  expect((await browser.get(moved.location ?? '')).html).toContain('Your flight is moved.')
  expect(await countSeats(shop, to)).toEqual({ sold: 1, held: 0 })
})

test('a brand without rescheduling says so on every page about it and names its contact', async () => {
  const { order, holder } = await bought()
  const item = order.order_items.find(({ kind }) => kind === 'seat')?.id ?? 0
  const set = (on: boolean) =>
    shop.deps.database.query('update brands set rescheduling = $1 where id = 1', [on])
  try {
    await set(false)
    // The shop caches its brands, so the next page does not request them again.
    const browser = await (await openShopPages(shop)).browser({ token: holder.token })
    const off = 'Flights cannot be moved online here.'
    expect((await browser.get(`/reschedule-flight/${String(item)}`)).html).toContain(off)
    const offered = (await browser.get(`/account/orders/${String(order.id)}`)).html
    expect(offered).toContain('Add to calendar')
    expect(offered).not.toContain('/reschedule-flight/')
    const short = await browser.get(`/R-${String(order.id)}`)
    expect(short.status < 400 && !short.html.includes('Mail me the link')).toBe(true)
  } finally {
    await set(true)
  }
})

test('of a divided order only the part that still departs can be rescheduled', async () => {
  const { token } = await openStaffMember(shop.deps)
  const { order, holder, browser } = await bought(2)
  const one = { buyer: { ...holder, userId: holder.id }, order }
  const [first] = order.passengers
  const to = await shop.nextWeek().cheap()
  readRescheduled(
    await requestReschedule(shop, one, to, {
      fee: 50,
      difference: 0,
      quantity: 1,
      passenger_ids: [first?.id],
      ...VISA_PAYMENT,
    }),
  )
  const both = await shop.rereadOrder(one)
  const path = `/account/orders/${String(order.id)}`
  const waysIn = (html: string) =>
    [...html.matchAll(/\/reschedule-flight\/(\d+)/g)].map(([, id]) => Number(id))
  const items = both.order_items.filter(({ kind }) => kind === 'seat')
  expect(waysIn((await browser.get(path)).html)).toEqual(items.map(({ id }) => id))
  await createDepartureCanceller({ shop, token }).strand(order)
  const { html } = await browser.get(path)
  expect(html).toContain('Your flight is called off.')
  expect(html).toContain('Add to calendar')
  const goes = both.flights.find(({ depart_at: at }) => Date.parse(at) === Date.parse(to.departAt))
  expect(waysIn(html)).toEqual(
    items.filter(({ flight_id: at }) => at === goes?.flight_id).map(({ id }) => id),
  )
})

test('the link of a rebooking offer rebooks once, without a login', async () => {
  const { token } = await openStaffMember(shop.deps)
  const helpers = createDepartureCanceller({ shop, token })
  const first = await bought(2)
  await helpers.strand(first.order)
  const claim = await helpers.claimOf(first.holder.token, first.order)
  const somebody = await pages.browser()
  const path = `/reschedule-credits/${claim.token}/claim`
  const shown = await somebody.get(path)
  expect(shown.html.replace(/<[^>]+>/g, '')).toContain('We keep 2 seats for you until')
  const [choice] = claim.alternatives
  const send = fieldsOf(shown.html, /name="choice"/, {
    intent: 'choose',
    choice: `alternative:${String(choice?.id)}`,
  })
  expect((await somebody.post(path, send)).status).toBe(303)
  expect((await helpers.look(claim.token)).state).toBe('moved')
  // The same button in another tab changes nothing: the first choice counts.
  const again = await somebody.post(path, send)
  expect(again.status).toBeLessThan(500)
  const moved = await shop.rereadOrder({
    buyer: { ...first.holder, userId: first.holder.id },
    order: first.order,
  })
  expect(moved.flights).toMatchObject([{ status: 'scheduled', depart_at: choice?.flight.depart_at }])
  expect((await first.browser.get(`/account/orders/${String(first.order.id)}`)).html).toContain(
    'You chose another time',
  )
})
