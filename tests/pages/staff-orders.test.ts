import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { addSecondAircraft, newYorkerAt, seatsOnTwo } from '#tests/support/two-aircraft.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let colleague: Browser
let customer: Browser
let pilot: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: (await openStaffMember(shop.deps)).token })
  colleague = await pages.browser({ token: (await openStaffMember(shop.deps)).token })
  pilot = await pages.browser({ token: (await openStaffMember(shop.deps, 'pilot')).token })
  customer = await pages.browser({ token: (await openAccount(shop.deps)).token })
})
afterAll(() => shop.close())

const rowOf = (html: string, id: number) =>
  (new RegExp(`<a href="/staff/orders/${String(id)}".*?</tr>`, 's').exec(html)?.[0] ?? '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** The buyer gave no name, as guests, and the first passenger has this one. */
async function nameFirstPassenger({ order, buyer }: Sold, name: string): Promise<void> {
  const { query } = shop.deps.database
  await query('update users set first_name = null, last_name = null where id = $1', [buyer.userId])
  await query(
    'update passengers set full_name = $2 where id = (select min(id) from passengers where order_id = $1)',
    [order.id, name],
  )
}

describe('the list of orders', () => {
  test('names a guest by the first passenger, and a near day by its weekday', async () => {
    const sold = await sellOrder(shop, { seats: 2 })
    await nameFirstPassenger(sold, 'Zoë Håkansson')
    const { html } = await staff.get('/staff/orders')
    expect(rowOf(html, sold.order.id)).toMatch(
      /Zoë Håkansson O-\d+ .*(?:today|[A-Z][a-z]{2} \d+ [A-Z][a-z]{2},) \d+:\d\d [ap]m/,
    )
    expect(html).toMatch(/href="\/staff\/orders\/csv"[^>]*>CSV of/)
  })

  test('is saved as a file with a row for each order that the filter finds', async () => {
    const sold = await sellOrder(shop, { seats: 1 })
    await nameFirstPassenger(sold, '=1+1,"x"')
    const { order } = sold
    const all = await staff.get('/staff/orders/csv')
    expect(all.headers.get('Content-Disposition')).toBe('attachment; filename="orders.csv"')
    const lines = all.html.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^Order,Customer,E-mail,Phone,Flies,Time,Product,People,State,Total,Paid/)
    // What a spreadsheet would calculate is a text.
    expect(lines.find((line) => line.startsWith(`O-${String(order.id)},`))).toContain(`,"'=1+1,""x""",`)
    const one = await staff.get(`/staff/orders/csv?q=O-${String(order.id)}`)
    expect(one.html.trimEnd().split('\r\n')).toHaveLength(2)
    const none = await staff.get('/staff/orders/csv?q=nobody-at-all')
    expect(none.html.trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('keeps a filter under a name, renames it, deletes it and has it back', async () => {
    const address = '/staff/orders?status=completed&channel=web'
    const chips = (html: string) => {
      const bar = /<nav aria-label="Saved filters".*?<\/nav>/s.exec(html.replaceAll('<!-- -->', ''))?.[0]
      const links = bar?.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g) ?? []
      return [...links].map(([, href = '', text = '']) => `${text} ${href.replaceAll('&amp;', '&')}`)
    }
    const press = async (intent: string, fields: Record<string, string>) => {
      const sent = await staff.post(address, { intent, ...fields })
      expect(sent.status).toBe(303)
      return (await staff.get(sent.location ?? '')).html
    }
    expect((await staff.get('/staff/orders')).html).not.toContain('Save this filter')
    expect((await staff.get(address)).html).toContain('Save this filter')

    const refused = await staff.post(address, { intent: 'save_filter', name: ' ' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('This field is required')

    const kept = await press('save_filter', { name: 'Paid <web>' })
    expect(kept).toContain('“Paid &lt;web&gt;” is saved, for you alone.')
    const chip = chips(kept).find((one) => one.startsWith('Paid &lt;web&gt;'))
    expect(chip).toMatch(/ \d+ \/staff\/orders\?status=completed&channel=web$/)
    expect((await staff.get(address)).html).not.toContain('is saved, for you alone.')

    const id = /name="id" value="(\d+)"/.exec(kept)?.[1] ?? ''
    expect(await press('rename_filter', { id, name: 'Paid online' })).toContain('called “Paid online” now')
    expect((await staff.post(address, { intent: 'rename_filter', id: '999999', name: 'Other' })).status).toBe(
      409,
    )

    const gone = await press('delete_filter', { id, name: 'Paid online' })
    expect(gone).toContain('“Paid online” is deleted.')
    expect(chips(gone).some((one) => one.startsWith('Paid online'))).toBe(false)
    const deleted = /name="filter" value="([^"]*)"/.exec(gone)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const back = await press('restore_filter', { name: 'Paid online', filter: deleted })
    expect(chips(back).find((one) => one.startsWith('Paid online'))).toContain('status=completed&channel=web')
  })

  test('mails the ticked orders after a preview, once, and says what became of it', async () => {
    const [one, other] = [await sellOrder(shop, { seats: 1 }), await sellOrder(shop, { seats: 1 })]
    const ids = [one, other].map(({ order }) => String(order.id))
    await shop.runDueNow()
    await shop.deps.database.query(
      "update mails set created_at = created_at - interval '2 hours' where order_id = $1",
      [one.order.id],
    )
    const list = await staff.get('/staff/orders?status=completed')
    expect(list.html).toContain(`name="order" value="${ids[0] ?? ''}"`)
    const address = `/staff/orders/mail?status=completed&order=${ids.join('&order=')}&kind=ticket`
    const preview = await staff.get(address)
    expect(preview.html).toContain('One mail will go, 1 left out.')
    expect(preview.html).toContain('was mailed within the last hour')
    const mails = () =>
      shop.count("select count(*) from mails where kind = 'order_confirmation' and order_id = any($1)", ids)
    expect(await mails()).toBe(2)

    const key = /name="key" value="([^"]+)"/.exec(preview.html)?.[1] ?? ''
    for (let press = 0; press < 2; press += 1) {
      const sent = await staff.post(address, [
        ['kind', 'ticket'],
        ['key', key],
        ...ids.map((id): [string, string] => ['order', id]),
      ])
      expect(sent.location).toBe('/staff/orders?status=completed')
      expect((await staff.get(sent.location ?? '')).html).toContain('One mail will go, 1 left out.')
    }
    expect(await mails()).toBe(3)
    const { html: file } = await staff.get(`/staff/orders/${ids[0] ?? ''}`)
    expect(file).toContain('The ticket was sent again.')
  })

  test('takes all that a filter finds, and says when nothing is chosen', async () => {
    const { order } = await sellOrder(shop, { seats: 1 })
    const all = await staff.get(`/staff/orders/mail?kind=ticket&q=O-${String(order.id)}&all=yes`)
    expect(all.html).toContain(`/staff/orders/${String(order.id)}"`)
    expect((await staff.get('/staff/orders/mail?kind=ticket')).html).toContain('No order is chosen.')
    expect((await staff.get('/staff/orders/mail?kind=refund&order=1001')).status).toBe(404)
    expect((await customer.get('/staff/orders/mail?kind=ticket')).status).toBe(404)
  })

  test('prints the chosen orders by departure, with who flies and no weights', async () => {
    const sold = await sellOrder(shop, { seats: 2 })
    await nameFirstPassenger(sold, 'Ines Duarte')
    const { html } = await staff.get(`/staff/orders/print?order=${String(sold.order.id)}`)
    expect(html).toContain('Ines Duarte, ')
    expect(html).toMatch(/<h2[^>]*>[^<]+, \d+:\d\d [ap]m: The New Yorker/)
    expect(html).toContain('One order, by departure.')
    expect((await customer.get('/staff/orders/print')).status).toBe(404)
  })

  test('ends with the sums of all that the filter finds', async () => {
    const { order } = await sellOrder(shop, { seats: 3 })
    const { html } = await staff.get(`/staff/orders?q=O-${String(order.id)}`)
    const foot = /<tfoot>.*<\/tfoot>/s
      .exec(html)?.[0]
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
    expect(foot).toContain('One order 3 $')
    expect(foot).not.toContain('left to pay')
    expect(foot).not.toContain('left out')
    await shop.deps.database.query("update orders set status = 'expired' where id = $1", [order.id])
    const ended = (await staff.get(`/staff/orders?q=O-${String(order.id)}`)).html.replace(/<[^>]+>/g, ' ')
    expect(ended).toMatch(/1\s+expired or ended, left out\s+0\s+\$0\.00/)
    await shop.deps.database.query("update orders set status = 'completed' where id = $1", [order.id])
  })

  test('and its file are for staff alone', async () => {
    for (const path of ['/staff/orders', '/staff/orders/csv']) {
      expect((await customer.get(path)).status).toBe(404)
      expect((await pilot.get(path)).status).toBe(404)
    }
  })
})

/** Sells 11:00 and 11:10 of a day in two weeks to one party, paid by the card terminal. */
async function sellOnTwo(names: readonly string[], onFirst: number): Promise<Order> {
  const { token } = await openStaffMember(shop.deps)
  await addSecondAircraft(shop.deps.database)
  const day = addDays(toLocalDate(shop.clock.now(), 'America/New_York'), 14)
  const [first, second] = [
    await newYorkerAt(shop.deps.database, day, '11:00'),
    await newYorkerAt(shop.deps.database, day, '11:10'),
  ]
  const order = {
    ...seatsOnTwo([first, onFirst], [second, names.length - onFirst]),
    customer: { email: 'on.two@example.com' },
    passengers_attributes: names.map((full_name) => ({ full_name, weight: 150 })),
    terms_and_conditions: true,
  }
  const placed = await shop.call('POST', '/v1/orders', { token, body: { order } })
  const { id: order_id, amount_due: amount } = OrderReply.parse(placed.body).order
  const counter_payment = { order_id, method: 'reader', amount, reader_reference: 'ON-TWO' }
  await shop.call('POST', '/v1/counter_payments', { token, body: { counter_payment } })
  const read = await shop.call('GET', `/v1/orders/${String(order_id)}`, { token })
  return OrderReply.parse(read.body).order
}

describe('the passengers on the page of an order', () => {
  /** The row headers of the passengers, in the order of the party. */
  const passengersOf = async ({ id }: Order) => {
    const { html } = await staff.get(`/staff/orders/${String(id)}`)
    const booking = /<section[^>]*aria-labelledby="booking".*?<\/section>/s.exec(html)?.[0] ?? ''
    return [...booking.matchAll(/<th scope="row">(.*?)<\/th>/gs)].map(([, head = '']) =>
      head
        .replace(/<!-- -->/g, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  }

  test('say each on which flight they are where the party is split over two', async () => {
    const order = await sellOnTwo(['Ada Lind', 'Bo Lind', 'Cy Lind', 'Di Lind', 'Ed Lind'], 3)
    const [first = '', second = ''] = order.flights.map(({ flight_code: code }) => code)
    expect(second).not.toBe(first)
    expect(await passengersOf(order)).toEqual([
      `Ada Lind 11:00 am, ${first}`,
      `Bo Lind 11:00 am, ${first}`,
      `Cy Lind 11:00 am, ${first}`,
      `Di Lind 11:10 am, ${second}`,
      `Ed Lind 11:10 am, ${second}`,
    ])
  })

  test('say no flight where all fly together', async () => {
    const { order } = await sellOrder(shop, { seats: 2 })
    expect(await passengersOf(order)).toEqual(order.passengers.map(({ full_name: name }) => name))
  })
})

describe('the notes in a history', () => {
  const noteId = (html: string) => /name="note" value="(\d+)"/.exec(html)?.[1] ?? ''
  /** What the form beside "The note is deleted." sends. */
  const undoBody = (html: string) =>
    /name="body" value="([^"]+)"[^]*value="restore_note"/.exec(html)?.[1] ?? ''

  test('are changed and deleted on the page of an order, by who wrote them', async () => {
    const { order } = await sellOrder(shop, { seats: 1 })
    const path = `/staff/orders/${String(order.id)}`
    expect((await staff.post(path, { intent: 'comment', body: 'Window seat' })).status).toBe(303)
    const note = noteId((await staff.get(path)).html)
    const fields = { note, body_was: 'Window seat' }
    const refused = await staff.post(path, { intent: 'change_note', ...fields, body: ' ' })
    expect(refused.status).toBe(422)
    expect(refused.html).toMatch(/<details class="note-edit" open/)
    expect((await staff.post(path, { intent: 'change_note', ...fields, body: 'Aisle seat' })).status).toBe(
      303,
    )
    const changed = await staff.get(path)
    expect(changed.html).toContain('The note is changed.')
    expect(changed.html).toContain('Aisle seat')
    const late = await staff.post(path, { intent: 'change_note', ...fields, body: 'Middle seat' })
    expect(late.status).toBe(409)
    expect(late.html).toContain('Somebody has changed it to “Aisle seat”')
    expect(late.html).toContain('Middle seat</textarea>')
    const other = await colleague.get(path)
    expect(other.html).toContain('Aisle seat')
    expect(noteId(other.html)).toBe('')
    const gone = await staff.post(path, { intent: 'delete_note', note })
    expect(gone.html).toContain('The note is deleted.')
    expect(gone.html).not.toContain('<title>Error')
    expect((await staff.get(path)).html).not.toContain('Aisle seat')
    const back = { intent: 'restore_note', body: undoBody(gone.html) }
    expect((await staff.post(path, back)).status).toBe(303)
    const again = (await staff.get(path)).html
    expect(again).toContain('The note is back.')
    expect(again).toContain('Aisle seat')
    expect(gone.html, 'only staff read it, as before').not.toContain('type="hidden" name="public"')
    await staff.post(path, { intent: 'delete_note', note: noteId(again) })
    // Somebody who deletes it once more finds it gone, and nothing to take back.
    const twice = await staff.post(path, { intent: 'delete_note', note: noteId(again) })
    expect(twice.status).toBe(303)
  })

  test('on a customer are written, changed and deleted on the customer’s page', async () => {
    const { userId } = await openAccount(shop.deps)
    const path = `/staff/customers/${String(userId)}`
    expect((await staff.post(path, { intent: 'note', body: '' })).html).toContain('This field is required')
    const saved = await staff.post(path, { intent: 'note', body: 'Likes the left side' })
    expect(saved.location).toBe(`${path}?noted=1#history`)
    const page = await staff.get(`${path}?noted=1`)
    expect(page.html).toContain('The note is saved.')
    expect(page.html).toContain('Likes the left side')
    const fields = { note: noteId(page.html), body_was: 'Likes the left side' }
    await staff.post(path, { intent: 'change_note', ...fields, body: 'Likes the right side' })
    expect((await staff.get(`${path}?show=notes`)).html).toContain('Likes the right side')
    const gone = await staff.post(path, { intent: 'delete_note', ...fields })
    expect(gone.html).toContain('The note is deleted.')
    expect((await staff.get(path)).html).not.toContain('Likes the right side')
    const back = await staff.post(path, { intent: 'restore_note', body: undoBody(gone.html) })
    expect(back.location).toBe(`${path}?restored=1#history`)
    expect((await staff.get(`${path}?restored=1`)).html).toMatch(/The note is back\.[^]*Likes the right side/)
  })
})
