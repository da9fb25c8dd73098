import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeAudit } from '#api/store/write-audit.ts'
import { runDueIntegrityChecks } from '#api/bookkeeping/integrity-checks/work-integrity-runs.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let admin: Browser
let staff: Browser
let staffId: number
let orderId: number
let mailId: number
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  staffId = await shop.count("select id as count from users where email = 'staff@example.com'")
  orderId = (await sellOrder(shop)).order.id
  await shop.runDueNow()
  mailId = await shop.count(
    "select id as count from mails where kind = 'order_confirmation' and order_id = $1",
    orderId,
  )
  await shop.deps.database.query(
    "update mails set state = 'failed', tries = 12, sent_at = null, last_error = '550 <no> " +
      "such box' where id = $1",
    [mailId],
  )
})
afterAll(() => shop.close())

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const rowsOf = (html: string) => (/<tbody>.*?<\/tbody>/s.exec(html)?.[0].match(/<tr>/g) ?? []).length
const copies = () => shop.count("select count(*) from mails where event_key like '%:copy:%'")

const PATHS = ['/staff/office', '/staff/audit', '/staff/mails', '/staff/promises']

describe('the office pages', () => {
  test('only staff see the office, and only admins the audit log', async () => {
    const visitor = await pages.browser()
    const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    for (const path of PATHS) {
      expect((await visitor.get(path)).location, path).toContain('/account?')
      expect((await customer.get(path)).status, path).toBe(404)
      expect((await pilot.get(path)).status, path).toBe(404)
      const shown = await admin.get(path)
      expect(shown.status, path).toBe(200)
      expect(shown.headers.get('Cache-Control'), path).toBe('private, no-store')
      expect(shown.html, path).toContain('noindex')
    }
    expect((await staff.get('/staff/audit')).status).toBe(404)
    for (const other of [customer, pilot]) {
      expect((await other.post('/staff/mails', { mail: String(mailId) })).status).toBe(404)
      expect((await other.post('/staff/promises', {})).status).toBe(404)
    }
    expect(await copies()).toBe(0)
    expect(await shop.count("select count(*) from promise_runs where kind = 'asked'")).toBe(0)
  })

  test('every permitted role sees the state of each part of the system', async () => {
    const told = await staff.get('/staff/office')
    expect(mainOf(told.html)).toContain('1 given up')
    expect(mainOf(told.html)).toContain('Nothing has been counted yet.')
    expect(mainOf(told.html)).toContain('No backup has been read yet. None was restored as a trial. Whoever')
    expect(told.html).toContain('href="/staff/mails"')
    expect(told.html).not.toContain('href="/staff/audit"')
    expect((await admin.get('/staff/office')).html).toContain('href="/staff/audit"')
    expect((await staff.get('/staff')).html).toContain('href="/staff/office"')
  })
})

test('the office says how old and large the newest backup is, and what is wrong with it', async () => {
  const now = shop.clock.now()
  const tried = new Date(now.getTime() - 2 * 3_600_000)
  await shop.deps.database.query(
    'insert into restore_trials (tried_at, backup_at, state, rows, bytes, problem) values ' +
      "($1, $2, 'failed', 0, " +
      "2340000, 'Integrity checks fail: orders_paid.')",
    [tried, new Date(now.getTime() - 5 * 3_600_000)],
  )
  const told = mainOf((await staff.get('/staff/office')).html)
  expect(told).toContain('5 hours old, 2.3 MB. Last restored as a trial 12 May 2027, 8:00 am')
  expect(told).toContain('Integrity checks fail: orders_paid. Today: make one with “npm run backup FILE”')
  expect(told).toContain('Cannot be relied on')
})

describe('the audit log', () => {
  test('an empty log and an unknown address are reported', async () => {
    expect(mainOf((await admin.get('/staff/audit?resource=tariffs')).html)).toContain('Nothing was written')
    const nobody = await admin.get('/staff/audit?person=nobody@example.com')
    expect(mainOf(nobody.html)).toContain('Nobody has the address nobody@example.com.')
  })

  test('an entry shows who made the change, with which key, and both values', async () => {
    const { key } = await makeApiKey(shop)
    const terminal = { subtitle: 'By <the> water' }
    const changed = await shop.call('PATCH', '/v1/terminals/1', { token: key, body: { terminal } })
    expect(changed.status).toBe(200)
    const { html } = await admin.get('/staff/audit?resource=Terminals')
    expect(rowsOf(html)).toBe(1)
    expect(html).toContain('By &lt;the&gt; water')
    expect(mainOf(html)).toMatch(/by the key “Till” 12 May 2027, 10:00 am/)
    expect(mainOf(html)).toMatch(/Changed: terminals 1 .*Subtitle: .+ → became By/)
    expect(html).toContain('href="/staff/catalogue/terminals/1"')
    expect(mainOf(html)).toContain('Times are told in America/New_York')
  })

  test('the log is a file too, with the values as they were written down, for admins alone', async () => {
    const { html } = await admin.get('/staff/audit?resource=terminals')
    expect(html).toContain('href="/staff/audit/csv?resource=terminals"')
    const file = await admin.get('/staff/audit/csv?resource=terminals')
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="audit-log.csv"')
    const [heads, ...lines] = file.html.trimEnd().split('\r\n')
    expect(heads).toBe('Line,Time,Person,E-mail,Key,Act,Resource,Number,Field,Before,After')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^\d+,2027-05-12T14:00:00.000Z,.*,Till,change,terminals,1,subtitle,.+,By <the> water$/,
    )
    const none = await admin.get('/staff/audit/csv?person=nobody@example.com')
    expect(none.html.trimEnd().split('\r\n')).toHaveLength(1)
    expect((await staff.get('/staff/audit/csv')).status).toBe(404)
  })

  test('an entry names pilots, aircraft, products and people, with one call for each kind', async () => {
    const { db } = shop.deps.database
    const found = await shop.deps.database.query('select id, registration from aircraft order by id limit 3')
    const aircraft = found.rows as { id: number; registration: string }[]
    const by = { userId: staffId, at: new Date('2027-05-10T12:00:00Z') }
    for (const [at, { id }] of aircraft.entries()) {
      const before = { pilot_id: null, aircraft_id: id, product_id: 6 + at }
      const after = {
        pilot_id: at === 0 ? staffId : at,
        aircraft_id: null,
        product_id: 99_999,
        order_id: 1117,
      }
      await writeAudit(db, by, { resource: 'glides', id: at + 1, before, after })
    }
    const open = (query: string) => () => admin.get(`/staff/audit?resource=glides${query}`)
    const text = mainOf((await open('&id=1')()).html)
    expect(text).toMatch(/Pilot: nothing → became Sam Ortiz/)
    expect(text).toContain(`Aircraft: ${String(aircraft[0]?.registration)} → became nothing`)
    expect(text).toMatch(/Product: The New Yorker → became number 99999/)
    expect(text).toContain('became O-1117')
    // A page that was opened before, and nothing written since, is answered from memory.
    const one = await countQueries(shop.deps.database, open('&id=2'))
    const three = await countQueries(shop.deps.database, open(''))
    expect(three).toHaveLength(one.length)
  })

  test('the log is filtered by kind, number, person and local day, and comes in pages', async () => {
    const { db } = shop.deps.database
    const write = (at: string, id: number) =>
      writeAudit(
        db,
        { userId: staffId, at: new Date(at) },
        { resource: 'kites', id, after: { closed: true } },
      )
    // The entries are of half past eleven in the evening and half past midnight.
    await write('2027-05-11T03:30:00Z', 1)
    await write('2027-05-11T04:30:00Z', 2)
    for (let id = 100; id < 130; id++) await write('2027-05-09T15:00:00Z', id)
    const first = await admin.get('/staff/audit?resource=kites')
    expect(rowsOf(first.html)).toBe(25)
    expect(first.html).toContain('href="/staff/audit?resource=kites&amp;page=2"')
    expect(rowsOf((await admin.get('/staff/audit?resource=kites&page=2')).html)).toBe(7)
    const evening = mainOf((await admin.get('/staff/audit?resource=kites&day=2027-05-10')).html)
    expect(evening).toContain('One line')
    expect(evening).toContain('kites 1 ')
    const day = mainOf((await admin.get('/staff/audit?resource=kites&day=2027-05-11')).html)
    expect(day).toContain('One line')
    expect(day).toContain('kites 2 ')
    const one = mainOf((await admin.get('/staff/audit?resource=kites&id=107')).html)
    expect(one).toContain('One line')
    expect(one).toContain('Closed: yes')
    const his = await admin.get('/staff/audit?resource=kites&person=Staff@Example.com')
    expect(mainOf(his.html)).toContain('32 lines')
    const theirs = await admin.get('/staff/audit?resource=kites&person=admin@example.com')
    expect(rowsOf(theirs.html)).toBe(0)
    expect((await admin.get('/staff/audit?day=never&id=x&resource=%00&page=-1')).status).toBe(200)
  })
})

describe('the mails', () => {
  test('failed mails stand first with their reason and are sent again once', async () => {
    const { html } = await staff.get('/staff/mails')
    expect(rowsOf(html)).toBe(1)
    expect(html).toContain('550 &lt;no&gt; such box')
    expect(mainOf(html)).toContain('12 tries')
    expect(html).toContain(`href="/staff/orders/${String(orderId)}"`)
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const input = /<input[^>]* name="email"[^>]*>/.exec(html)?.[0] ?? ''
    const email = / value="([^"]*)"/.exec(input)?.[1] ?? ''
    expect(email).toContain('@')
    const again = { mail: String(mailId), key, email }
    const sent = await staff.post('/staff/mails?state=failed', again)
    expect(sent).toMatchObject({ status: 303, location: '/staff/mails?state=failed&to=&again=1' })
    shop.clock.advance(1)
    expect((await staff.post('/staff/mails?state=failed', again)).status).toBe(303)
    expect(await copies()).toBe(1)
    const after = await staff.get(sent.location ?? '')
    expect(mainOf(after.html)).toContain('It goes out again.')
    expect(mainOf(after.html)).toMatch(/Sent again 12 May 2027, 10:00 am/)
    expect(after.html).not.toContain('name="mail"')
    expect(mainOf((await staff.get('/staff/mails?state=queued')).html)).toContain('One mail')
    await shop.runDueNow()
    expect(mainOf((await staff.get('/staff/mails?state=queued')).html)).toContain('None waits to be sent.')
  })

  test('mails with an expired link are not sent again', async () => {
    await shop.deps.database.query(
      'insert into mails (event_key, kind, brand_id, "to", state, tries, message_id, created_at, ' +
        "next_try_at) values ('r:1', 'reset_password', 1, 'lost@example.com', 'failed', 12, " +
        "'<r1@x>', $1, $1)",
      [shop.clock.now()],
    )
    const { html } = await staff.get('/staff/mails?to=LOST@example.com')
    expect(rowsOf(html)).toBe(1)
    expect(mainOf(html)).toContain('Cannot be sent again')
    expect(html).not.toContain('name="mail"')
    const id = await shop.count("select id as count from mails where event_key = 'r:1'")
    const before = await copies()
    const refused = await staff.post('/staff/mails', { mail: String(id), email: 'lost@example.com' })
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('role="alert"')
    expect((await staff.post('/staff/mails', { mail: 'x', email: 'lost@example.com' })).status).toBe(404)
    expect(await copies()).toBe(before)
  })

  test('bounced mails show their reason, become a task, and are sent to a corrected address', async () => {
    const { buyer, order } = await sellOrder(shop)
    shop.mailer.refuse(buyer.email, '550 5.1.1 No such user <x>')
    await shop.runDueNow()
    const today = await staff.get('/staff')
    expect(mainOf(today.html)).toMatch(/A mail did not arrive O-\d+/)
    expect(mainOf(today.html)).toContain(
      'Order confirmation. There is no such mailbox. Is the address mistyped?',
    )
    const there = /href="(\/staff\/mails\?[^"]+)#mail-(\d+)">Put it right/.exec(today.html)
    const [, path = '', id = ''] = there ?? []
    const { html } = await staff.get(path.replaceAll('&amp;', '&'))
    expect(html).toContain(`id="mail-${id}"`)
    expect(mainOf((await staff.get('/staff/mails?state=bounced')).html)).toContain(
      'There is no such mailbox. Is the address mistyped?',
    )
    expect(html).toContain('550 5.1.1 No such user &lt;x&gt;')
    const page = (await staff.get(`/staff/orders/${String(order.id)}`)).html
    expect(page).toContain(`#mail-${id}">Put the address right and send it again`)
    expect((await staff.get(`/staff/customers/${String(buyer.userId)}`)).html).toContain(`#mail-${id}"`)
    const wrong = await staff.post('/staff/mails?state=bounced', {
      mail: id,
      key: 'k1',
      email: 'no "where',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="no &quot;where"')
    expect(mainOf(wrong.html)).toContain('Please input correct email format (no &quot;where)')
    const right = `right.${buyer.email}`
    expect(
      (await staff.post('/staff/mails?state=bounced', { mail: id, key: 'k1', email: right })).status,
    ).toBe(303)
    await shop.runDueNow()
    expect(shop.mailer.to(right)).toHaveLength(1)
    expect(mainOf((await staff.get('/staff')).html)).not.toContain('A mail did not arrive')
  })

  test('the list of mails is filtered by state and address', async () => {
    const to = await shop.deps.database.query('select "to" as whose from mails where id = $1', [mailId])
    const whose = String(to.rows[0]?.['whose'])
    const all = await shop.count('select count(*) from mails where "to" = $1', whose)
    const query = new URLSearchParams({ to: whose }).toString()
    const any = await staff.get(`/staff/mails?${query}`)
    expect(rowsOf(any.html)).toBe(all)
    expect(rowsOf((await staff.get(`/staff/mails?state=failed&${query}`)).html)).toBe(1)
    const sent = await staff.get('/staff/mails?state=sent')
    expect(mainOf(sent.html)).not.toContain('lost@example.com')
    expect(mainOf((await staff.get('/staff/mails?state=nonsense')).html)).toContain('lost@example.com')
  })
})

describe('the integrity checks', () => {
  test('checks run on request, one run at a time, and show the failing rows', async () => {
    shop.clock.advance(11)
    const asked = await staff.post('/staff/promises', {})
    expect(asked.status).toBe(303)
    const path = asked.location ?? ''
    expect(path).toMatch(/^\/staff\/promises\?run=\d+$/)
    const waiting = await staff.get(path)
    expect(waiting.headers.get('Refresh')).toBe('3')
    expect(mainOf(waiting.html)).toContain('The check waits for its turn.')
    const second = await staff.post('/staff/promises', {})
    expect(second.status).toBe(409)
    expect(mainOf(second.html)).toContain('The promises are being checked already.')
    await runDueIntegrityChecks(shop.deps)
    const done = await staff.get(path)
    expect(done.headers.get('Refresh')).toBeNull()
    expect(mainOf(done.html)).toContain('not kept')
    expect(mainOf(done.html)).toContain(`mail ${String(mailId)} failed `)
    expect(mainOf(done.html)).toMatch(/Last counted Wednesday 12 May 2027, .* EDT, asked by person \d+\./)
    expect(mainOf((await staff.get('/staff/office')).html)).toContain('not kept. We are on it. Counted')
  })

  test('an unknown run answers 404', async () => {
    expect((await staff.get('/staff/promises?run=999999')).status).toBe(404)
    expect((await staff.get('/staff/promises?run=x')).status).toBe(200)
  })
})
