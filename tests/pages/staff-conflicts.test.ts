import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type Page } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let colleague: Browser
let flight: number
let order: number
let passengers: number[]
let date: string
let ida: string
let piet: string
beforeAll(async () => {
  shop = await openPayingShop()
  const sold = await sellOrder(shop, { seats: 2 })
  const [booked] = sold.order.flights
  order = sold.order.id
  flight = booked?.flight_id ?? 0
  date = booked?.local_date ?? ''
  passengers = sold.order.passengers.map(({ id }) => id)
  // Minutes before the flight leaves, when staff type at the door.
  shop.clock.set(new Date(Date.parse(booked?.depart_at ?? '') - 5 * 60_000))
  const ann = await openStaffMember(shop.deps)
  await name(ann.userId, 'Ann', 'Reed')
  const pilot = await openStaffMember(shop.deps, 'pilot')
  await name(pilot.userId, 'Ida', 'Lund')
  ida = String(pilot.userId)
  piet = String(await shop.count("select id from users where email = 'pilot@example.com'"))
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  colleague = await pages.browser({ token: ann.token })
  // The page's day follows the machine's own clock.
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})
beforeEach(async () => {
  await query('update flights set pilot_id = null where id = $1', [flight])
  await query('update passengers set weight_lbs = null where order_id = $1', [order])
  for (const [at, fullName] of ['Kofi Mensah', 'Ama Mensah'].entries()) {
    await query('update passengers set full_name = $2 where id = $1', [passengers[at], fullName])
  }
})

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const name = (id: number, first: string, last: string) =>
  query('update users set first_name = $2, last_name = $3 where id = $1', [id, first, last])
const pilotOf = () => shop.count('select coalesce(pilot_id, 0) from flights where id = $1', flight)
const weightOf = (at: number) =>
  shop.count('select coalesce(weight_lbs, 0) from passengers where id = $1', passengers[at])

/** The fields of the one form that has this text, as a browser sends them with this button. */
function readForm({ html }: Pick<Page, 'html'>, containing: string): Record<string, string> {
  const start = html.split('<form').find((part) => part.split('</form>')[0]?.includes(containing)) ?? ''
  const form = start.split('</form>')[0] ?? ''
  const inputs = [...form.matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]) => tag)
  const selects = [...form.matchAll(/<select[^>]*name="(\w+)".*?<\/select>/gs)].map(([text, field = '']) => {
    const chosen = /<option value="([^"]*)" selected/.exec(text) ?? /<option value="([^"]*)"/.exec(text)
    return [field, chosen?.[1] ?? '']
  })
  const fields = inputs.flatMap((tag) => {
    const [, field] = /name="([^"]+)"/.exec(tag) ?? []
    return field === undefined ? [] : [[field, /value="([^"]*)"/.exec(tag)?.[1] ?? '']]
  })
  return Object.fromEntries([...fields, ...selects]) as Record<string, string>
}

describe('two who set the pilot of a flight on Today', () => {
  it('see both pilots in a note at the top of the queue, whose row is gone, and choose there', async () => {
    const form = readForm(await staff.get('/staff'), 'Set pilot')
    expect(form).toMatchObject({ intent: 'pilot', flight: String(flight), pilot_was: '' })
    expect((await colleague.post('/staff', { ...form, pilot_id: ida })).status).toBe(303)
    const late = await staff.post('/staff', { ...form, pilot_id: piet })
    expect(late.status).toBe(409)
    expect(await pilotOf()).toBe(Number(ida))
    const text = readMainText(late.html)
    expect(text).toMatch(/Somebody else was faster : LR-\d+/)
    expect(text).toContain('Ida Lund was set meanwhile by Ann Reed; you chose Piet Larsen.')
    expect(text).toContain('Keep Ida Lund')
    expect(late.html).not.toContain('Set pilot')
    const mine = readForm(late, 'Set Piet Larsen')
    const set = await staff.post('/staff', mine)
    expect(set.location).toBe(`/staff?pilot=${String(flight)}`)
    expect(await pilotOf()).toBe(Number(piet))
  })

  it('are asked again when a third one was faster than the overwriting', async () => {
    const form = readForm(await staff.get('/staff'), 'Set pilot')
    await colleague.post('/staff', { ...form, pilot_id: ida })
    const mine = readForm(await staff.post('/staff', { ...form, pilot_id: piet }), 'Set Piet Larsen')
    await query('update flights set pilot_id = null where id = $1', [flight])
    const again = await staff.post('/staff', mine)
    expect(again.status).toBe(409)
    expect(readMainText(again.html)).toContain(
      'The pilot was taken off meanwhile; you chose Piet Larsen. Yours is not written yet. ' +
        'Leave it without a pilot',
    )
  })

  it('see the colleague’s pilot when Undo would take somebody else off', async () => {
    const form = readForm(await staff.get('/staff'), 'Set pilot')
    const set = await staff.post('/staff', { ...form, pilot_id: piet })
    const undo = readForm(await staff.get(set.location ?? ''), 'value="undo_pilot"')
    await colleague.post('/staff', {
      intent: 'pilot',
      flight: String(flight),
      pilot_was: piet,
      pilot_id: ida,
    })
    const late = await staff.post('/staff', undo)
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain('Ida Lund was set meanwhile by Ann Reed; you chose nobody.')
    expect(await pilotOf()).toBe(Number(ida))
    expect((await staff.post('/staff', readForm(late, 'Take the pilot off'))).status).toBe(303)
    expect(await pilotOf()).toBe(0)
  })
})

describe('two who type missing weights on Today', () => {
  const field = (at: number) => `weight-${String(order)}-${String(passengers[at])}`

  it('see both weights, and the one that nobody else typed is saved', async () => {
    const form = readForm(await staff.get('/staff'), 'value="weights"')
    await colleague.post('/staff', { ...form, [field(0)]: '178', [field(1)]: '' })
    const late = await staff.post('/staff', { ...form, [field(0)]: '175', [field(1)]: '140' })
    expect(late.status).toBe(409)
    expect([await weightOf(0), await weightOf(1)]).toEqual([178, 140])
    const text = readMainText(late.html)
    expect(text).toContain('178 lb was typed for Kofi Mensah meanwhile by Ann Reed; you typed 175 lb.')
    expect(text).toContain('Keep 178 lb')
    expect((await staff.post('/staff', readForm(late, 'Write 175 lb'))).status).toBe(303)
    expect([await weightOf(0), await weightOf(1)]).toEqual([175, 140])
  })

  it('choose for each of several passengers', async () => {
    const form = readForm(await staff.get('/staff'), 'value="weights"')
    await colleague.post('/staff', { ...form, [field(0)]: '178', [field(1)]: '141' })
    const late = await staff.post('/staff', { ...form, [field(0)]: '175', [field(1)]: '140' })
    expect(readMainText(late.html)).toContain('Write 175 lb')
    const { [field(1)]: unticked, ...ticked } = readForm(late, 'Write what is ticked')
    expect(unticked).toBe('140')
    expect((await staff.post('/staff', ticked)).status).toBe(303)
    expect([await weightOf(0), await weightOf(1)]).toEqual([175, 141])
  })
})

describe('two on the page of a flight', () => {
  const path = () => `/staff/flights/${String(flight)}`

  it('see both pilots at the field, and the second press sets the own one', async () => {
    const form = readForm(await staff.get(path()), 'Set the pilot')
    expect(form).toMatchObject({ pilot_was: '' })
    await colleague.post(path(), { ...form, pilot_id: ida })
    const late = await staff.post(path(), { ...form, pilot_id: piet })
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain(
      'Ida Lund was set meanwhile by Ann Reed; you chose Piet Larsen.',
    )
    const again = readForm(late, 'Set the pilot')
    expect(again).toMatchObject({ pilot_was: ida, pilot_id: piet })
    expect((await staff.post(path(), again)).status).toBe(303)
    expect(await pilotOf()).toBe(Number(piet))
  })

  it('see both weights below the row, which checks nobody in', async () => {
    const press = readForm(await staff.get(path()), 'Check in<span class="vh"> Kofi Mensah')
    expect(press).toMatchObject({ was_weight: '', boarding: 'checked_in' })
    await colleague.post(path(), {
      correct: String(passengers[0]),
      order: String(order),
      was_weight: '',
      weight: '178',
    })
    const late = await staff.post(path(), { ...press, weight: '175' })
    expect(late.status).toBe(409)
    expect(await weightOf(0)).toBe(178)
    expect(await shop.count("select count(*) from passengers where boarding = 'checked_in'")).toBe(0)
    expect(readMainText(late.html)).toContain(
      '178 lb was typed for Kofi Mensah meanwhile by Ann Reed; you typed 175 lb.',
    )
    expect(late.html.match(/<details name="pax" open/g)).toHaveLength(1)
    const again = readForm(late, 'what is right of <!-- -->Kofi Mensah')
    expect(again).toMatchObject({ full_name: 'Kofi Mensah', weight: '175', was_weight: '178' })
    expect((await staff.post(path(), again)).status).toBe(303)
    expect(await weightOf(0)).toBe(175)
  })

  it('lose no name to each other, and an untouched name overwrites none', async () => {
    await query('update passengers set weight_lbs = 150 where order_id = $1', [order])
    const form = readForm(await staff.get(path()), 'what is right of <!-- -->Kofi Mensah')
    await colleague.post(path(), { ...form, full_name: 'Kofi Mensah-Boateng' })
    // Only the weight was touched, so the colleague's name stays.
    expect((await staff.post(path(), { ...form, weight: '151' })).status).toBe(303)
    const late = await staff.post(path(), { ...form, full_name: 'Kofie Mensah', weight: '151' })
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain(
      '“Kofi Mensah-Boateng” was typed meanwhile by Ann Reed; you typed “Kofie Mensah”.',
    )
    expect(late.html).toContain('value="Kofie Mensah"')
  })
})

describe('two in the list of a day', () => {
  const path = () => `/staff/flights?date=${date}`

  it('see both pilots in the tray, and the second press sets the own one', async () => {
    const form = readForm(await staff.get(path()), `value="${String(flight)}.0"`)
    await colleague.post(path(), { ...form, pilot_id: ida })
    const late = await staff.post(path(), { ...form, pilot_id: piet })
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain(
      'Ida Lund was set meanwhile by Ann Reed; you chose Piet Larsen.',
    )
    const again = readForm(late, `value="${String(flight)}.${ida}"`)
    expect(again).toMatchObject({ pilot_id: piet })
    expect((await staff.post(path(), again)).status).toBe(303)
    expect(await pilotOf()).toBe(Number(piet))
  })

  it('see both pilots when the flight had one', async () => {
    await colleague.post(path(), { flight: `${String(flight)}.0`, pilot_id: ida })
    const form = readForm(await staff.get(path()), 'Set the pilot')
    expect(form).toMatchObject({ flight: `${String(flight)}.${ida}` })
    await colleague.post(path(), { ...form, pilot_id: '' })
    const late = await staff.post(path(), { ...form, pilot_id: piet })
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain(
      'The pilot was taken off meanwhile by Ann Reed; you chose Piet Larsen.',
    )
  })
})
