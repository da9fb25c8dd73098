import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveWaitlists } from '#api/waitlist/serve-waitlists.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { openShopPages, type Browser } from '#tests/support/shop-pages.ts'
import { type ChosenDeparture, departureAt, logIn, openShop } from '#tests/support/shopper.ts'
import { readMainText } from '#tests/support/staff-sell.ts'
import { type TestApi } from '#tests/support/test-api.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const PATH = '/staff/waitlist'
let shop: TestApi
let flight: ChosenDeparture
let staff: Browser
beforeAll(async () => {
  const opened = await openShop()
  ;({ shop } = opened)
  flight = await departureAt(shop, 6, opened.nextDay(), '14:30')
  staff = await (await openShopPages(shop)).browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

const query = (sql: string, values: unknown[] = []) => shop.deps.database.query(sql, values)

async function wait(email: string, quantity: number): Promise<string> {
  const fields = { brand_id: 1, ...flight, quantity_type: 'seat', quantity, email, consent: true }
  await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry: fields } })
  const { rows } = await query('select max(id) as id from waitlist_entries where email = $1', [email])
  return String(rows[0]?.['id'])
}

test('staff see who waits, offer fewer seats than asked, and take somebody off', async () => {
  expect(readMainText((await staff.get(PATH)).html)).toContain('Nobody waits.')
  await occupySeats(shop, flight, { seats: 4, state: 'sold' })
  const family = await wait('family@example.com', 3)
  const couple = await wait('couple@example.com', 2)
  const full = readMainText((await staff.get(PATH)).html)
  expect(full).toContain('2 parties for 1 departure')
  expect(full).toMatch(/Full .*1st since .* Waits .*family@example\.com .*3 seats.*2nd .*couple@example\.com/)

  const none = await staff.post(PATH, { entry: family, intent: 'offer', quantity: '2', minutes: '240' })
  expect(none.status).toBe(409)
  const unseen = { entry: family, intent: 'preview', quantity: '2', minutes: '240' }
  expect((await staff.post(PATH, unseen)).status).toBe(409)
  expect(readMainText(none.html)).toContain('So many seats are not free on one flight')
  expect(none.html).toMatch(/<option value="240" selected="">for (?:<!-- -->)?four hours/)
  expect(none.html).toMatch(/<option value="2" selected="">2 seats/)

  await query('update flights set seats_sold = seats_sold - 1 where depart_at = $1', [flight.depart_at])
  await query('update holds set seats = seats - 1, weight_lbs = 570 where id = (select max(id) from holds)')
  await serveWaitlists(shop.deps)
  expect(readMainText((await staff.get(PATH)).html)).toContain('Too many: 1 seat free')
  const sent = { entry: family, intent: 'offer', quantity: '1', minutes: '60' }
  const seen = await staff.post(PATH, { ...sent, intent: 'preview' })
  expect(seen.status).toBe(200)
  const preview = readMainText(seen.html)
  expect(preview).toMatch(/Nothing is held or sent yet.*1 seat is then held until .*Seats came free for you/)
  expect(preview).toContain('See the seats we keep for you (a link of their own)')
  expect(seen.html).toMatch(/<input type="hidden" name="minutes" value="60"/)
  expect(readMainText((await staff.get(PATH)).html)).toContain('Too many: 1 seat free')
  expect(await staff.post(PATH, sent)).toMatchObject({ status: 303, location: `${PATH}?done=offered` })
  const offered = await staff.get(`${PATH}?done=offered`)
  expect(readMainText(offered.html)).toMatch(/The seats are held, .*1 seat offered until/)
  expect((await staff.post(PATH, sent)).status).toBe(409)

  const wrong = await staff.post(PATH, { entry: couple, intent: 'offer', quantity: '2', minutes: '1' })
  expect(wrong.status).toBe(422)
  expect(readMainText(wrong.html)).toContain('Nobody can answer in less than 15 minutes')

  const off = await staff.post(PATH, { entry: couple, intent: 'remove' })
  expect(off).toMatchObject({ status: 303, location: `${PATH}?done=removed` })
  expect(readMainText((await staff.get(PATH)).html)).not.toContain('couple@example.com')
  expect((await staff.post(PATH, { entry: 'x', intent: 'offer' })).status).toBe(404)
})
