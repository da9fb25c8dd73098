import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let other: Browser
let date: string
let place: string
beforeAll(async () => {
  shop = await openPayingShop()
  const { order } = await sellOrder(shop, { seats: 2 })
  const [flight] = order.flights
  date = flight?.local_date ?? ''
  place = `${String(flight?.departure_id)}.${date}`
  shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 48 * 3_600_000))
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  // The page's day follows the machine's own clock.
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const week = (more = '') => `/staff/week?from=${date}&terminal=1${more}`
const textOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
/** The value of the button that a person presses: what it is about and what they saw. */
function buttonOf(html: string, name: string, starts: string): string {
  const found = new RegExp(`name="${name}" value="(${starts.replaceAll('.', '\\.')} [^"]+)"`).exec(html)
  if (!found?.[1]) throw new Error(`No button ${name} for ${starts}`)
  return found[1]
}
const hiddenOf = (html: string, name: string) =>
  new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const closings = () =>
  shop.count("select count(*) from departure_exceptions where kind = 'closed' and date = $1", date)

describe('one departure', () => {
  test('is closed by one press, says who keeps the seats, and is opened again by Undo', async () => {
    const before = await closings()
    const { html } = await staff.get(week())
    expect(textOf(html)).toContain('2 of 4')
    const closed = await staff.post(week(), { close: buttonOf(html, 'close', place), terminal: '1' })
    expect(closed.status).toBe(303)
    expect(await closings()).toBe(before + 1)
    const done = await staff.get(closed.location ?? '')
    expect(textOf(done.html)).toMatch(
      /Closed: The New Yorker, \w+ \d+ \w+ [\d:]+ [ap]m\. One party of 2 keeps its seats\./,
    )
    const undo = { undo: 'yes', open: buttonOf(done.html, 'open', place) }
    const back = await staff.post(week(), undo)
    expect(back.status).toBe(303)
    expect(back.location).not.toContain('done=')
    expect(await closings()).toBe(before)
  })

  test('that somebody else closed meanwhile stays as it is, and both values are shown', async () => {
    const { html } = await staff.get(week())
    const press = { close: buttonOf(html, 'close', place), terminal: '1' }
    expect((await other.post(week(), press)).status).toBe(303)
    const late = await staff.post(week(), press)
    expect(late.status).toBe(409)
    expect(textOf(late.html)).toMatch(/You saw it open at \$[\d.]+\. It is closed at \$[\d.]+ now\./)
    await staff.post(week(), { open: buttonOf(late.html, 'open', place), terminal: '1' })
  })

  test('is unknown when a form names none of ours', async () => {
    expect((await staff.post(week(), { close: 'everything', terminal: '1' })).status).toBe(404)
    expect((await staff.post(week(), { fly: 'yes' })).status).toBe(404)
  })
})

describe('the price of a departure', () => {
  const panel = () => staff.get(week(`&open=${place}`))
  const formOf = (html: string) =>
    Object.fromEntries(
      ['at', 'version', 'date_was', 'rule_was', 'price_was'].map((name) => [name, hiddenOf(html, name)]),
    )

  test('changes on one day alone and goes back by Undo', async () => {
    const { html } = await panel()
    expect(textOf(html)).toContain('Sold seats keep their price. One party of 2 keeps its seats.')
    expect(textOf(html)).toContain('Prices are before fees and taxes.')
    expect(textOf(html)).toMatch(/Shoppers pay \$[\d,.]+ for a seat with all fees and taxes\./)
    const set = await staff.post(week(), { ...formOf(html), price: '199.50', scope: 'date' })
    expect(set.status).toBe(303)
    const done = await staff.get(set.location ?? '')
    expect(textOf(done.html)).toMatch(/New price: .* \$199\.50, before \$\d+/)
    expect(
      await shop.count('select seat_price_cents from departure_exceptions where kind = $1', 'priced'),
    ).toBe(19_950)
    const undo = { undo: 'yes', reprice: buttonOf(done.html, 'reprice', place) }
    const was = { date_was: hiddenOf(done.html, 'date_was'), rule_was: hiddenOf(done.html, 'rule_was') }
    expect((await staff.post(week(), { ...undo, ...was })).status).toBe(303)
    expect(await shop.count("select count(*) from departure_exceptions where kind = 'priced'")).toBe(0)
  })

  test('below half of what it was is asked for from the panel, and set once an admin approves', async () => {
    const { html } = await panel()
    const typed = { ...formOf(html), price: '1.00', scope: 'date' }
    const refused = await staff.post(week(`&open=${place}`), typed)
    expect(refused.status).toBe(403)
    expect(refused.html).toMatch(/<button[^>]*value="ask"[^>]*>Ask for approval/)
    expect(refused.html).toContain('value="1.00"')
    const asked = await staff.post(week(`&open=${place}`), { ...typed, intent: 'ask' })
    expect(asked).toMatchObject({ status: 303, location: `${week()}&asked=waits` })
    expect(textOf((await staff.get(asked.location ?? '')).html)).toContain(
      'A colleague has to approve this now',
    )
    const priced = "select count(*) from departure_exceptions where kind = 'priced' and date = $1"
    expect(await shop.count(priced, date)).toBe(0)
    const waiting = (await other.get('/staff/approvals')).html
    expect(waiting).toContain(`<a href="/staff/week?from=${date}&amp;open=${place}">Price of a departure</a>`)
    const approval = /name="approval" value="(\d+)"/.exec(waiting)?.[1] ?? ''
    expect((await other.post('/staff/approvals', { approval, intent: 'approve' })).status).toBe(303)
    expect(await shop.count(priced, date)).toBe(1)
    await shop.deps.database.query("delete from departure_exceptions where kind = 'priced'")
  })

  test('that is none is refused at the field and stays typed', async () => {
    const { html } = await panel()
    for (const typed of ['much', '0', '12.345']) {
      const refused = await staff.post(week(`&open=${place}`), {
        ...formOf(html),
        price: typed,
        scope: 'date',
      })
      expect(refused.status, typed).toBe(422)
      expect(refused.html, typed).toContain(`value="${typed}"`)
      expect(refused.html, typed).toContain('aria-invalid="true"')
    }
  })

  test('that somebody else changed meanwhile shows both, and is set by pressing again', async () => {
    const { html } = await panel()
    const mine = { ...formOf(html), price: '188', scope: 'date' }
    await other.post(week(), { ...formOf(html), price: '177', scope: 'date' })
    const late = await staff.post(week(`&open=${place}`), mine)
    expect(late.status).toBe(409)
    expect(textOf(late.html)).toMatch(/You saw it open at \$[\d.]+\. It is open at \$177\.00 now\./)
    expect(late.html).toContain('Your price is still <a href="#departure">in the field</a>')
    expect(late.html).toContain('value="188"')
    const again = await staff.post(week(), { ...formOf(late.html), price: '188', scope: 'date' })
    expect(again.status).toBe(303)
    expect(textOf((await staff.get(again.location ?? '')).html)).toContain('$188, before $177')
  })
})

test('a day is closed by one press and opened again by Undo', async () => {
  const before = await closings()
  const { html } = await staff.get(week())
  const closed = await staff.post(week(), { close_day: buttonOf(html, 'close_day', date), terminal: '1' })
  expect(closed.status).toBe(303)
  expect(await closings()).toBeGreaterThan(before + 1)
  const done = await staff.get(closed.location ?? '')
  expect(textOf(done.html)).toMatch(/Closed: \w+ \d+ \w+, \d+ products\. One party of 2 keeps its seats\./)
  expect(textOf(done.html)).toContain('One day closed.')
  const back = await staff.post(week(), {
    undo: 'yes',
    terminal: '1',
    open_day: buttonOf(done.html, 'open_day', date),
    targets: hiddenOf(done.html, 'targets'),
  })
  expect(back.status).toBe(303)
  expect(await closings()).toBe(before)
})

test('the week is found by its link, its filters and the weeks beside it', async () => {
  const { html } = await staff.get('/staff')
  expect(html).toContain('href="/staff/week" data-letter="w"')
  const only = await staff.get(week('&product=6'))
  expect(textOf(only.html)).not.toContain('Manhattan Sunset $')
  expect(only.html).toContain('Week after')
  expect((await staff.get('/staff/week?terminal=99999')).status).toBe(404)
  expect((await staff.get('/staff/week?from=soon&open=x&done=closed')).status).toBe(200)
})
