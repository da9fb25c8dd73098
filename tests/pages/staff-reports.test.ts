import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reportNames } from '#contract/report.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellEveryKindOfOrder } from '#tests/support/sell-every-kind.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 400_000, testTimeout: 120_000 })

let shop: PayingShop
let staff: Browser
let customer: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  await sellEveryKindOfOrder(shop)
  await shop.sandbox.control.payouts.payNow()
  await shop.deliverEvents()
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
})
afterAll(() => shop.close())

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const SPAN = 'from=2027-05-01&to=2027-05-31'
/** No flight of this shop has left, but its departures have, with nobody on them. */
const NOT_YET = ['yield']

describe('staff reports', () => {
  test.each(reportNames)('%s has a table, a chart and a file', async (name) => {
    const { status, html } = await staff.get(`/staff/reports/tables?name=${name}&${SPAN}`)
    expect(status).toBe(200)
    if (NOT_YET.includes(name)) expect(mainOf(html)).toContain('Nothing in this time.')
    else expect(html).toContain('<tfoot>')
    const file = await staff.get(`/staff/reports/csv?name=${name}&${SPAN}`)
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('Content-Disposition')).toContain('2027-05-01-2027-05-31.csv"')
    expect(file.headers.get('Cache-Control')).toBe('private, no-store')
    expect(file.html).toContain('Total,')
  })

  test('the chart has a text alternative', async () => {
    const { html } = await staff.get(`/staff/reports/tables?name=money&by=what&${SPAN}`)
    expect(html).toMatch(/role="img" aria-label="Net by reason, \d+ bars\. The largest is /)
  })

  test('a day fits on one page, and its books balance', async () => {
    const page = await staff.get('/staff/reports/day?day=2027-05-12')
    expect(page.status).toBe(200)
    expect(mainOf(page.html)).toContain('Wed 12 May 2027')
    expect(mainOf(page.html)).toContain('The books balance')
    expect(page.html.match(/<tfoot>/g)).toHaveLength(7)
  })

  test('a report over a long span is started by a form and opened later', async () => {
    const wish = { name: 'sales', by: 'channel', from: '2025-01-01', to: '2027-05-31' }
    const page = await staff.get(`/staff/reports/tables?${new URLSearchParams(wish).toString()}`)
    expect(mainOf(page.html)).toContain('881 days are added up beside everything else')
    const started = await staff.post('/staff/reports/tables', wish)
    expect(started.status).toBe(303)
    const path = started.location ?? ''
    const waiting = await staff.get(path)
    expect(mainOf(waiting.html)).toContain('Waiting')
    expect(waiting.headers.get('Refresh')).toBe('3')
    expect((await staff.get(`${path}/csv`)).status).toBe(404)
    await shop.runDueNow()
    const done = await staff.get(path)
    expect(done.headers.get('Refresh')).toBeNull()
    expect(mainOf(done.html)).toContain('Sales by channel')
    expect((await staff.get(`${path}/csv`)).html).toMatch(/^channel,Net sales,.*\r\nWeb,/)
    expect((await staff.get('/staff/reports/tables')).html).toContain(`href="${path}"`)
  })

  test('the overview tells how a span went beside the same weekdays before', async () => {
    const { status, html } = await staff.get(`/staff/reports?${SPAN}`)
    expect(status).toBe(200)
    const main = mainOf(html)
    expect(main).toContain('1 to 31 May 2027')
    expect(main).toContain('Against 27 March to 26 April 2027')
    for (const name of ['Net sales', 'Load', 'Seats flown', 'Average seat', 'Refunds', 'Gifts owed'])
      expect(html).toContain(`<dt>${name}</dt>`)
    const sales = await staff.get(`/staff/reports/tables?name=sales&${SPAN}`)
    const net = /<tfoot>.*?<td class="r">([^<]+)</s.exec(sales.html)?.[1] ?? ''
    expect(net).toMatch(/^\$[\d,]+\.\d\d$/)
    expect(main).toContain(`Net sales ${net.replace(/(\.)(\d\d)$/, '$1 $2')}`)
    expect(main).toMatch(/Where it was sold .* Web \$/)
    expect(html).toContain(
      `href="/staff/reports/tables?name=sales&amp;by=day&amp;${SPAN.replace('&', '&amp;')}"`,
    )
  })

  test('without a span the overview shows the last week from Monday to Sunday', async () => {
    const { html } = await staff.get('/staff/reports')
    const [, from = '', to = ''] =
      /name="from"[^>]*value="([\d-]+)".*name="to"[^>]*value="([\d-]+)"/s.exec(html) ?? []
    expect([from, to].map((day) => new Date(day).getUTCDay())).toEqual([1, 0])
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
    expect(html).toMatch(/aria-current="true">Last week</)
  })

  test('an overview is for one brand if one is chosen, and a file has its figures', async () => {
    const { html } = await staff.get(`/staff/reports?${SPAN}&brand=2`)
    expect(mainOf(html)).toContain('Gifts owed – Known for all brands together')
    const file = await staff.get(`/staff/reports/overview/csv?${SPAN}`)
    expect(file.headers.get('Content-Disposition')).toContain('overview-2027-05-01-2027-05-31.csv')
    expect(file.html).toMatch(/^Part,Row,These days,Before\r\nTotal,Net sales,\d/)
    expect(file.html.match(/\nDay,/g)).toHaveLength(31)
  })

  test('too long a span is not compared, and says where it is added up', async () => {
    const { status, html } = await staff.get('/staff/reports?from=2025-01-01&to=2027-05-31')
    expect(status).toBe(200)
    expect(mainOf(html)).toContain('At most 92 days can be compared with those before.')
    expect(html).toContain('/staff/reports/tables?name=sales')
    expect((await staff.get('/staff/reports/overview/csv?from=2025-01-01&to=2027-05-31')).status).toBe(404)
    const old = await staff.get('/staff/reports?name=books')
    expect([old.status, old.location]).toEqual([302, '/staff/reports/tables?name=books'])
  })

  test('every figure leads to its rows, which lead to orders and add up to it', async () => {
    const table = await staff.get(`/staff/reports/tables?name=sales&by=channel&${SPAN}`)
    const [, path = '', name, figure] =
      /<th scope="row"><a href="([^"]+)">([^<]+)<\/a><\/th><td class="r">([^<]+)</.exec(table.html) ?? []
    expect(name).toBe('Web')
    const rows = await staff.get(path.replaceAll('&amp;', '&'))
    expect(rows.status).toBe(200)
    expect(mainOf(rows.html)).toContain('Sales: Web')
    expect(/Total of all rows<\/th><td class="r">([^<]+)</.exec(rows.html)?.[1]).toBe(figure)
    expect(rows.html).toMatch(/<a href="\/staff\/orders\/\d+">O-/)
    const file = await staff.get(path.replaceAll('&amp;', '&').replace('/rows?', '/rows/csv?'))
    expect(file.html).toMatch(/^at,what,channel,order,flight,Net sales,/)
    const cents = (text: string) => Math.round(Number(text) * 100)
    const lines = file.html.trim().split('\r\n').slice(1)
    const nets = lines.map((line) => cents(line.split(',')[5] ?? ''))
    expect(nets.slice(0, -1).reduce((sum, net) => sum + net, 0)).toBe(nets.at(-1))
    const overview = await staff.get(`/staff/reports?${SPAN}`)
    expect(overview.html).toMatch(
      /<dt>Net sales<\/dt><dd class="num"><a href="\/staff\/reports\/rows\?name=sales/,
    )
    const books = mainOf((await staff.get(`/staff/reports/rows?name=books&${SPAN}`)).html)
    expect(books).toMatch(/There before the books began .*Total of all rows \$0\.00 .* \$0\.00 /)
    const nothing = await staff.get(`/staff/reports/rows?name=sales&by=channel&key=boat&${SPAN}`)
    expect(mainOf(nothing.html)).toContain('Nothing in this time.')
  })

  test('an overview compares with the same weeks of the year before, if that is chosen', async () => {
    const { html } = await staff.get('/staff/reports?from=2027-05-10&to=2027-05-16&against=year')
    expect(mainOf(html)).toContain('Against 11 to 17 May 2026')
    expect(html).toMatch(/aria-current="true">Against the year before</)
  })

  test('a report is saved, changed, mailed no more and deleted by forms', async () => {
    const table = await staff.get(`/staff/reports/tables?name=lead&by=channel&${SPAN}`)
    expect(table.html).toContain('href="/staff/reports/saved?name=lead&amp;by=channel"')
    const form = await staff.get('/staff/reports/saved?name=lead&by=channel')
    expect(mainOf(form.html)).toContain('No report is saved yet.')
    expect(form.html).toMatch(/<option value="lead channel" selected/)
    const me = await shop.count(`select id as count from users where email = 'staff@example.com'`)
    const typed = { name: '', what: 'lead channel', span: 'last_4_weeks', recipient_ids: String(me) }
    const refused = await staff.post('/staff/reports/saved', { ...typed, intent: 'save' })
    expect(refused.status).toBe(422)
    expect(mainOf(refused.html)).toContain('Name: This field is required')
    expect(refused.html).toMatch(new RegExp(`id="recipient-${String(me)}"[^>]*checked`))
    expect(refused.html).toMatch(/<option value="last_4_weeks" selected/)
    const saved = await staff.post('/staff/reports/saved', { ...typed, name: 'How early', intent: 'save' })
    expect(saved.status).toBe(303)
    const page = await staff.get(saved.location ?? '')
    expect(mainOf(page.html)).toContain('The report is saved.')
    const path = (saved.location ?? '').replace('?done=saved', '')
    expect(mainOf(page.html)).toContain('You get this report by mail each Monday.')
    expect(mainOf(page.html)).toMatch(/Subject: How early: \d+ April 2027 to 9 May 2027/)
    const changed = {
      ...typed,
      name: 'How far ahead',
      recipient_ids: String(me),
      version: '1',
      intent: 'save',
    }
    expect((await staff.post(path, changed)).status).toBe(303)
    const late = await staff.post(path, { ...changed, name: 'Later' })
    expect(late.status).toBe(409)
    expect(mainOf(late.html)).toContain('Somebody has changed this report meanwhile.')
    expect(late.html).toContain('value="Later"')
    const stopped = await staff.post(path, { intent: 'stop' })
    expect(stopped.location).toBe(`${path}?done=stopped`)
    expect(mainOf((await staff.get(stopped.location ?? '')).html)).toContain(
      'It is not mailed to you any more.',
    )
    expect(mainOf((await staff.get(path)).html)).not.toContain('You get this report by mail')
    expect(mainOf((await staff.get('/staff/reports/saved')).html)).toContain(
      'How far ahead Lead time by channel',
    )
    expect((await staff.post(path, { intent: 'delete' })).location).toBe('/staff/reports/saved?done=deleted')
    expect((await staff.get(path)).status).toBe(404)
    expect((await customer.get('/staff/reports/saved')).status).toBe(404)
    expect((await customer.post('/staff/reports/saved', { ...typed, intent: 'save' })).status).toBe(404)
  })

  test('an impossible span is refused, and only staff see the reports', async () => {
    const wrong = await staff.get('/staff/reports/tables?name=sales&from=2027-05-31&to=2027-05-01')
    expect(mainOf(wrong.html)).toContain('The last day comes before the first')
    expect((await staff.get('/staff/reports/tables?name=x&from=y&by=z')).status).toBe(200)
    expect((await staff.get('/staff/reports/runs/999999')).status).toBe(404)
    for (const path of [
      '/staff/reports',
      '/staff/reports/tables',
      '/staff/reports/overview/csv',
      '/staff/reports/csv',
      '/staff/reports/day',
      '/staff/reports/runs/1',
      `/staff/reports/rows?name=sales&${SPAN}`,
      `/staff/reports/rows/csv?name=sales&${SPAN}`,
      '/staff/reports/saved',
      '/staff/reports/saved/1',
    ]) {
      expect((await customer.get(path)).status, path).toBe(404)
    }
  })
})
