import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { openStaffShop, readFieldValue, readMainText } from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
beforeAll(async () => {
  ;({ shop, staff, pages } = await openStaffShop())
})
afterAll(() => shop.close())

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

let day = '2027-07-01'
/** Each test has a day of its own; the demo shop is closed on some weekdays. */
beforeEach(async () => {
  do day = dayAfter(day)
  while ((await departures()).length < 3)
})

const departures = async () => {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${day}`)
  return AvailabilityDayReply.parse(body).availability.departures
}
const seatsLeft = async () => (await departures()).map(({ seats_left: left }) => left)
/** A time of the day as its button sends it. */
const time = async (at: number) => {
  const one = (await departures())[at]
  return `departure=${String(one?.departure_id)} ${String(one?.depart_at)}`
}
const page = (people = 1) => `/staff/sell?product=6&date=${day}&people=${String(people)}`
/** Presses a choice of a page and follows it. */
async function choose(by: Browser, path: string, form: Record<string, string>) {
  const people = new URL(path, 'https://shop.example').searchParams.get('people') ?? '1'
  const pressed = await by.post(path, { quantity: people, ...form })
  expect(pressed.status).toBe(303)
  return pressed.location ?? ''
}

describe('the hold of a sale', () => {
  test('choosing a time holds the seats of the party, and the page names the end', async () => {
    const [, before = 0] = await seatsLeft()
    const held = await choose(staff, page(2), { choose: await time(1), name_1: 'Ada Lind', weight_1: '150' })
    expect(held).toMatch(/hold=\d+/)
    expect((await seatsLeft())[1]).toBe(before - 2)
    const { html } = await staff.get(held)
    expect(readMainText(html)).toMatch(/Seats held until \d+:\d\d [ap]m/)
    expect(readFieldValue(html, 'name_1')).toBe('Ada Lind')
    expect(readFieldValue(html, 'weight_1')).toBe('150')
    expect(held).not.toContain('Ada')
    expect(html).toMatch(/aria-pressed="true"[^>]*>(?:(?!<\/button>).)*<b>\d+:\d\d [ap]m<\/b>/)
  })

  test('another time or party moves the hold, and starting again gives the seats back', async () => {
    const [first = 0, second = 0] = await seatsLeft()
    const held = await choose(staff, page(2), { choose: await time(0) })
    const moved = await choose(staff, held, { choose: await time(1) })
    expect((await seatsLeft()).slice(0, 2)).toEqual([first, second - 2])
    const more = await choose(staff, moved, { choose: 'people=3', name_2: 'Bo Lind' })
    expect((await seatsLeft())[1]).toBe(second - 3)
    const fewer = await choose(staff, more, {
      remove: '1',
      name_1: 'Ada Lind',
      name_2: 'Bo Lind',
      weight_2: '160',
    })
    expect((await seatsLeft())[1]).toBe(second - 2)
    const { html } = await staff.get(fewer)
    expect([readFieldValue(html, 'name_1'), readFieldValue(html, 'weight_1')]).toEqual(['Bo Lind', '160'])
    await choose(staff, fewer, { intent: 'release' })
    expect((await seatsLeft()).slice(0, 2)).toEqual([first, second])
  })

  test('a move that does not fit leaves the seats where they are, and what was typed', async () => {
    const other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const [, second = 0] = await seatsLeft()
    const held = await choose(staff, page(2), { choose: await time(0) })
    await choose(other, page(second), { choose: await time(1) })
    const refused = await staff.post(held, { quantity: '2', choose: await time(1), name_1: 'Ada <Lind>' })
    expect(refused.status).toBe(409)
    expect(readMainText(refused.html)).toContain('The seats held before are still held.')
    expect(refused.html).toContain('Ada &lt;Lind&gt;')
    expect((await seatsLeft())[0]).toBe(2)
    const wrong = await staff.post(held, { quantity: '2', choose: 'people=3', weight_1: 'heavy' })
    expect(wrong.status).toBe(422)
    expect(readFieldValue(wrong.html, 'weight_1')).toBe('heavy')
    expect((await seatsLeft())[0]).toBe(2)
  })

  test('a sale takes the place of its hold in one step, and repeated it sells once', async () => {
    const [, before = 0] = await seatsLeft()
    const chosen = await time(1)
    const held = await choose(staff, page(before), { choose: chosen })
    expect((await seatsLeft())[1]).toBe(0)
    const { html } = await staff.get(held)
    const form = {
      ...{ departure: chosen.slice('departure='.length), quantity: String(before), intent: 'sell' },
      ...{ key: readFieldValue(html, 'key') ?? '', seen: readFieldValue(html, 'seen') ?? '' },
      ...{ email: 'held.caller@example.com', full_name: 'Ada Lind', name_1: 'Ada Lind', pay: 'link' },
    }
    const [first, second] = [await staff.post(held, form), await staff.post(held, form)]
    expect([first.status, second.status]).toEqual([303, 303])
    expect(second.location).toBe(first.location)
    expect((await seatsLeft())[1]).toBe(0)
    const sold = "from orders where email = 'held.caller@example.com'"
    expect(await shop.count(`select count(*) ${sold} and channel = 'phone'`)).toBe(1)
    expect(await shop.count(`select count(*) from orders where superseded_by_id = (select id ${sold})`)).toBe(
      1,
    )
    const path = (first.location ?? '').replace(/#.*/, '')
    expect(readMainText((await staff.get(path)).html)).toContain('A link to pay was mailed to held.caller')
  })

  test('a hold that has run out is told, its seats are free, and it can be held again', async () => {
    const [, before = 0] = await seatsLeft()
    const chosen = await time(1)
    const held = await choose(staff, page(2), { choose: chosen })
    shop.clock.advance(16)
    expect((await seatsLeft())[1]).toBe(before)
    expect(readMainText((await staff.get(held)).html)).toContain('The hold has ended.')
    const again = await choose(staff, held, { choose: chosen })
    expect((await seatsLeft())[1]).toBe(before - 2)
    expect(readMainText((await staff.get(again)).html)).toMatch(/Seats held until/)
  })

  test('the hold of somebody else is none, and is not given back by its number', async () => {
    const other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const held = await choose(staff, page(2), { choose: await time(1) })
    const before = await seatsLeft()
    expect(readMainText((await other.get(held)).html)).not.toContain('Seats held until')
    await choose(other, held, { intent: 'release' })
    expect(await seatsLeft()).toEqual(before)
    expect((await other.post(held, { quantity: '2', choose: await time(2) })).status).toBe(303)
    expect((await seatsLeft())[1]).toBe(before[1])
  })

  test('another flight gives the seats back; another day keeps them until a time is chosen', async () => {
    const before = await seatsLeft()
    const held = await choose(staff, page(2), { choose: await time(1) })
    const looked = await choose(staff, held, { choose: `date=${dayAfter(day)}` })
    expect((await seatsLeft())[1]).toBe((before[1] ?? 0) - 2)
    const other = await choose(staff, looked, { choose: 'product=9' })
    expect(other).not.toContain('hold=')
    expect(await seatsLeft()).toEqual(before)
  })
})

describe('the caller', () => {
  test('one match is the caller, several are a list, and a new customer keeps the number', async () => {
    await shop.deps.database.query(
      `insert into users (email, first_name, last_name, phone, created_at) values
        ('priya@example.com', 'Priya', 'Raghunathan', '(201) 555-0144', now()),
        ('dev@example.com', 'Dev', 'Raghunathan', '(646) 555-7788', now())`,
      [],
    )
    const one = await staff.get('/staff/sell?q=5550144')
    expect(readMainText(one.html)).toMatch(/Priya Raghunathan ?, ?has not flown yet ?, ?0 orders/)
    expect(readFieldValue(one.html, 'email')).toBe('priya@example.com')
    expect(readFieldValue(one.html, 'name_1')).toBe('Priya Raghunathan')
    const several = await staff.get('/staff/sell?q=raghunathan')
    expect(readMainText(several.html)).toContain('Several are known by this.')
    expect(several.html).toMatch(/href="\/staff\/sell\?[^"]*customer=\d+[^"]*">Dev Raghunathan/)
    const none = await staff.get('/staff/sell?q=%3Cscript%3E')
    expect(none.html).toContain('Nobody is known by “&lt;script&gt;”')
    const fresh = await staff.get('/staff/sell?customer=new&q=2015559999')
    expect(readFieldValue(fresh.html, 'phone')).toBe('2015559999')
    expect((await staff.get('/staff/sell?customer=99999999')).status).toBe(200)
  })

  test('an address of no page of ours shows the first choice', async () => {
    const odd = '/staff/sell?product=-1&date=2027-99-99&people=900&hold=x&departure=1&kind=nothing&customer=0'
    expect((await staff.get(odd)).status).toBe(200)
  })
})
