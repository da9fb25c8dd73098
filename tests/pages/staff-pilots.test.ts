import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Account } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { addRosterFlight } from '#tests/support/roster-flight.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { readFieldValue, readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const DATE = '2027-08-18'
const NEXT = '2027-08-19'

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let admin: Browser
let ida: Account
let flight: number
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  ida = await openStaffMember(shop.deps, 'pilot')
  await query("update users set first_name = 'Ida', last_name = 'Lund' where id = $1", [ida.userId])
  flight = await addRosterFlight(shop, { date: DATE, time: '10:00', minutes: 30 })
  await giveBack()
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const giveBack = () => query('update flights set pilot_id = $2 where id = $1', [flight, ida.userId])
const pilotOf = () => shop.count('select coalesce(pilot_id, 0) from flights where id = $1', flight)
const own = () => `/staff/pilots/${String(ida.userId)}`
const textOf = async (path: string, who = staff) => readMainText((await who.get(path)).html)
const off = (fields: Record<string, string> = {}) => ({
  act: 'absence',
  from_date: DATE,
  kind: 'off',
  ...fields,
})

describe('the week of pilots', () => {
  it('shows flights, duty and hours of each pilot, and the limits', async () => {
    const text = await textOf(`/staff/pilots?from=${DATE}`)
    expect(text).toContain('Ida Lund')
    expect(text).toMatch(/1 flight, 0\.5 h\s+Duty 9:00 am – 11:00 am/)
    expect(text).toContain('Limits: 8 h in the air, 14 h of duty, 10 h of rest.')
    expect(text).toContain('Every booked flight has a pilot.')
    expect(text).not.toContain('Change the limits')
    expect((await staff.get('/staff/pilots?from=soon&done=x')).status).toBe(200)
  })

  it('names days in a row that read the same once, so that a phone shows one line for them', async () => {
    const idas = async (from: string) =>
      /Ida Lund.*?<\/tr>/s.exec((await staff.get(`/staff/pilots?from=${from}`)).html)?.[0] ?? ''
    const after = await idas(DATE)
    expect(after.match(/Any time/g)).toHaveLength(1)
    expect(after).toMatch(/<td colspan="6" data-label="Thu 19 Aug to Tue 24 Aug">/i)
    expect(await idas(NEXT)).toContain('Any time, 7 days')
    expect((await idas(NEXT)).match(/Any time/g)).toHaveLength(1)
    const ownWeek = await textOf(`${own()}?from=${NEXT}`)
    expect(ownWeek).toMatch(/Thu 19 Aug to Wed 25 Aug\s+Any time\s+No flights/)
  })

  it('lists the booked flights without a pilot with the way to give them one', async () => {
    await query('update flights set pilot_id = null where id = $1', [flight])
    const { html } = await staff.get(`/staff/pilots?from=${DATE}`)
    expect(readMainText(html)).toContain('1 booked flight has no pilot.')
    expect(html).toContain(`href="/staff/board?date=${DATE}&amp;flight=${String(flight)}#sel"`)
    await giveBack()
  })

  it('lets an admin change the limits, and keeps what was typed wrongly', async () => {
    const limits = {
      ...{ max_flight_hours: '7.5', max_duty_hours: '12', min_rest_hours: '10' },
      ...{ max_days_in_row: '', report_mins: '45', release_mins: '30' },
    }
    const wrong = await admin.post('/staff/pilots', { ...limits, max_duty_hours: 'long' })
    expect(wrong.status).toBe(422)
    expect(readMainText(wrong.html)).toContain('Must be a number of hours like 13.5')
    expect(readFieldValue(wrong.html, 'max_duty_hours')).toBe('long')
    const tooLong = await admin.post('/staff/pilots', { ...limits, max_flight_hours: '9999' })
    expect(tooLong.status).toBe(422)
    expect(readFieldValue(tooLong.html, 'max_flight_hours')).toBe('9999')
    const saved = await admin.post('/staff/pilots', limits)
    expect(saved.location).toBe('/staff/pilots?done=limits.0')
    expect(await textOf('/staff/pilots', admin)).toContain('Limits: 7.5 h in the air, 12 h of duty')
    expect((await staff.post('/staff/pilots', limits)).status).toBe(404)
    await query('update duty_limits set max_flight_mins = 480, max_duty_mins = 840, report_mins = 60')
  })
})

describe('days off of a pilot', () => {
  it('are saved at once where no flight is hit, and can be taken back', async () => {
    const saved = await staff.post(own(), off({ from_date: NEXT, note: 'Dentist' }))
    expect(saved.location).toBe(`${own()}?from=${NEXT}&done=absence.0`)
    const { html } = await staff.get(`${own()}?from=${NEXT}`)
    expect(readMainText(html)).toContain('Day off: Dentist Entered by the desk')
    const absence = readFieldValue(html, 'absence') ?? ''
    const back = await staff.post(own(), { act: 'remove', absence })
    expect(back.location).toBe(`${own()}?done=removed.0`)
    expect(await shop.count('select count(*) from pilot_absences')).toBe(0)
    expect((await staff.post(own(), { act: 'remove', absence })).status).toBe(409)
  })

  it('say first which flights lose their pilot, and save with a second press', async () => {
    const other = await openStaffMember(shop.deps, 'pilot')
    await query("update users set first_name = 'Otto', last_name = 'Berg' where id = $1", [other.userId])
    const shown = await staff.post(own(), off({ note: 'Flu', kind: 'ill' }))
    expect(shown.status).toBe(200)
    const text = readMainText(shown.html)
    expect(text).toContain('1 flight loses its pilot')
    expect(text).toContain('Nothing is saved yet.')
    expect(text).toContain('Otto Berg')
    expect(readFieldValue(shown.html, 'seen')).toBe(String(flight))
    expect(await pilotOf()).toBe(ida.userId)
    expect(await shop.count('select count(*) from pilot_absences')).toBe(0)

    const changed = await staff.post(own(), off({ looked: 'yes', seen: '999999' }))
    expect(changed.status).toBe(409)
    expect(readMainText(changed.html)).toContain('It changed meanwhile: 1 flight loses its pilot')
    const saved = await staff.post(
      own(),
      off({ note: 'Flu', kind: 'ill', looked: 'yes', seen: String(flight) }),
    )
    expect(saved.location).toBe(`${own()}?from=${DATE}&done=absence.1`)
    expect(await pilotOf()).toBe(0)
    const done = await textOf(saved.location ?? '')
    expect(done).toContain('1 flight has no pilot now')
    expect(await textOf(`/staff/board?date=${DATE}&by=pilot`)).toContain('Without pilot')
    expect(await textOf(`/staff/board?date=${DATE}&flight=${String(flight)}`)).toContain('Off on that day.')
    await query('delete from pilot_absences')
    await giveBack()
  })

  it('keep what was typed when a day is missing or over', async () => {
    const missing = await staff.post(own(), { act: 'absence', kind: 'training', note: 'Simulator' })
    expect(missing.status).toBe(422)
    expect(readFieldValue(missing.html, 'note')).toBe('Simulator')
    const over = await staff.post(own(), off({ from_date: '2020-01-01' }))
    expect(over.status).toBe(422)
    expect(readMainText(over.html)).toContain('These days are over already')
    const turned = await staff.post(own(), off({ until_date: '2027-08-01' }))
    expect(readMainText(turned.html)).toContain('Must not be before the first day')
  })
})

describe('the hours of a pilot', () => {
  it('need both times of a weekday, and say which flights they hit', async () => {
    const half = await staff.post(own(), { act: 'hours', from_3: '11:00' })
    expect(half.status).toBe(422)
    expect(readMainText(half.html)).toContain('Needs both times, or none')
    // 18 August 2027 is a Wednesday; its flight leaves at ten.
    const hours = { act: 'hours', from_3: '11:00', until_3: '19:00' }
    const shown = await staff.post(own(), hours)
    expect(readMainText(shown.html)).toContain('1 flight loses its pilot')
    const saved = await staff.post(own(), { ...hours, looked: 'yes', seen: String(flight) })
    expect(saved.location).toBe(`${own()}?done=hours.1`)
    expect(await textOf(`${own()}?from=${DATE}`)).toContain('11:00 am – 7:00 pm')
    expect((await staff.post(own(), { act: 'hours' })).location).toBe(`${own()}?done=hours.0`)
    await giveBack()
  })
})

describe('a pilot', () => {
  it('opens the own page only, tells own days off, and cannot set hours', async () => {
    const pilot = await pages.browser({ token: ida.token })
    const text = await textOf(`${own()}?from=${DATE}`, pilot)
    expect(text).toContain('Ida Lund')
    expect(text).toContain('You can fly at any time.')
    expect((await pilot.get('/staff/pilots')).status).toBe(404)
    expect((await pilot.get('/staff/pilots/4')).status).toBe(404)
    expect((await pilot.post('/staff/pilots/4', off({ from_date: NEXT }))).status).toBe(404)
    const saved = await pilot.post(own(), off({ from_date: NEXT }))
    expect(saved.location).toBe(`${own()}?from=${NEXT}&done=absence.0`)
    expect(await textOf(`${own()}?from=${NEXT}`)).toContain('Told by the pilot')
    expect((await pilot.post(own(), { act: 'hours', from_3: '09:00', until_3: '10:00' })).status).toBe(409)
    await query('delete from pilot_absences')
  })

  it('reads on the own page the duty of the flight and what is over a limit', async () => {
    shop.clock.set(new Date(`${DATE}T12:00:00Z`))
    const again = await openStaffMember(shop.deps, 'pilot')
    await query('update flights set pilot_id = $2 where id = $1', [flight, again.userId])
    const pilot = await pages.browser({ token: again.token })
    expect(await textOf('/pilot', pilot)).toMatch(/Your duty\s+9:00 am to 11:00 am, 2 h of 14 h of duty/)
    await query('update duty_limits set max_duty_mins = 60')
    expect(await textOf('/pilot', pilot)).toContain('Over your limits with these flights: duty too long')
    await query('update duty_limits set max_duty_mins = 840')
  })
})
