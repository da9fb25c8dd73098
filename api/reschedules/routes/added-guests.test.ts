import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { AddGuestsReply, type GuestQuote, GuestQuoteReply } from '#contract/added-guests.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { CancellationReply } from '#contract/refund.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let clerk: Account
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(async () => {
  clerk = await openStaffMember(shop.deps)
  await shop.call('POST', '/v1/drawers', { token: clerk.token, body: { drawer: { opening: 0 } } })
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
  await shop.deps.database.query("update products set passenger_types = '[]' where id = 6")
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checks = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checks.filter(({ failing }) => failing > 0)).toEqual([])
})

type Wish = Record<string, unknown>
interface Booked {
  buyer: Account
  order: Order
  flight: Flight
}
const VISA = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
const HOSTED = { hosted: true, return_url: RETURN_URL }

/** Two seats of "The New Yorker", whose aircraft has four, paid by card. */
async function sell(seats = 2, more: Wish = {}): Promise<Booked> {
  const buyer = await openAccount(shop.deps)
  const flight = await shop.nextFlight()
  const order = await shop.order(buyer.token, seats, flight, more)
  expect((await shop.pay(buyer.token, order, VISA)).status).toBe(201)
  return { buyer, flight, order: await shop.read(buyer.token, order) }
}
const pathOf = ({ order }: Pick<Booked, 'order'>, end: string) => `/v1/orders/${String(order.id)}/${end}`
async function quote(booked: Booked, guests: Wish[] = [{}], staff = false): Promise<GuestQuote> {
  const answer = await shop.call('POST', pathOf(booked, staff ? 'staff_guest_quotes' : 'guest_quotes'), {
    token: staff ? clerk.token : booked.buyer.token,
    body: { guests },
  })
  return GuestQuoteReply.parse(answer.body).guest_quote
}
const claims = ({ party, updated_total_price }: GuestQuote) => ({ party, updated_total_price })
const add = (booked: Booked, seen: GuestQuote, how: Wish = VISA, guests: Wish[] = [{}]) =>
  shop.call('POST', pathOf(booked, 'guests'), {
    token: booked.buyer.token,
    body: { added_guests: { guests, ...claims(seen), ...how } },
  })
const addAsStaff = (booked: Booked, seen: GuestQuote, payment?: Wish, guests: Wish[] = [{}]) =>
  shop.call('POST', pathOf(booked, 'staff_guests'), {
    token: clerk.token,
    body: { added_guests: { guests, ...claims(seen), ...(payment ? { payment } : {}) } },
  })
const read = async ({ buyer, order }: Booked): Promise<Order> => {
  shop.clock.advance(1 / 60)
  const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}`, { token: buyer.token })
  return OrderReply.parse(body).order
}
const seatsOf = ({ order }: Booked, state: string) =>
  shop.count('select coalesce(sum(seats), 0) from holds where order_id = $1 and state = $2', order.id, state)
const accountOf = ({ order }: Booked, account: string) =>
  shop.count(
    `select coalesce(sum(e.amount_cents), 0) from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id where t.order_id = $1 and e.account = $2`,
    order.id,
    account,
  )
const cents = (dollars: number) => Math.round(dollars * 100)

describe('a customer', () => {
  test('sees the price of today, pays it, and the guest flies with the party', async () => {
    const booked = await sell()
    const seen = await quote(booked)
    // 229.00, 8.05 and 3.50 for the seat, 5% of it.
    expect(seen).toMatchObject({ open: true, message: null, party: 2, total: 252, amount_due: 252 })
    const added = AddGuestsReply.parse((await add(booked, seen)).body)
    expect(added.order_change).toMatchObject({ kind: 'guests', status: 'completed', total: 252 })
    const order = await read(booked)
    expect(order).toMatchObject({
      status: 'completed',
      quantity: 3,
      total: booked.order.total + 252,
      amount_paid: booked.order.total + 252,
      amount_due: null,
    })
    expect(order.passengers.map(({ full_name: name }) => name)).toEqual(['Passenger 1', 'Passenger 2', ''])
    expect(order.flights).toHaveLength(1)
    expect(cents(order.lines.reduce((sum, { amount }) => sum + amount, 0))).toBe(cents(order.total))
    expect([await seatsOf(booked, 'sold'), await seatsOf(booked, 'held')]).toEqual([3, 0])
    expect(await accountOf(booked, 'sales:flights')).toBe(-3 * 22_900)
    expect(order.history?.at(-1)?.text).toBe('A guest was added to the party.')
    const links =
      'select count(*) from passenger_links l join passengers p on p.id = l.passenger_id where order_id = $1'
    expect(await shop.count(links, order.id)).toBe(3)
    const mails = "select count(*) from mails where order_id = $1 and kind = 'order_changed'"
    expect(await shop.count(mails, order.id)).toBe(1)
    // The same call again is the same guest.
    const again = AddGuestsReply.parse((await add(booked, seen)).body)
    expect(again.order_change.id).toBe(added.order_change.id)
    expect((await read(booked)).quantity).toBe(3)
  })

  test('pays a child’s share and the campaign of the day, and a child alone is refused', async () => {
    const booked = await sell()
    const child = { id: 1, name: 'Child', percent_off: 20, note: '', min_age: null, max_age: 11 }
    await shop.deps.database.query('update products set passenger_types = $1 where id = 6', [
      JSON.stringify([{ ...child, needs_adult: true, active: true }]),
    ])
    const family = [{}, { passenger_type_id: 1 }]
    const seen = await quote(booked, family)
    expect(seen.lines.filter(({ kind }) => kind === 'seat').map(({ amount }) => amount)).toEqual([229, 183.2])
    expect((await add(booked, seen, VISA, family)).status).toBe(200)
    const order = await read(booked)
    expect(order.passengers.map(({ passenger_type: type }) => type ?? 'Adult')).toEqual([
      ...['Adult', 'Adult', 'Adult', 'Child'],
    ])
    expect((await quote(booked, [{ passenger_type_id: 7 }])).message).toBe(
      'This kind of passenger is not offered with this flight',
    )
    expect(order.total).toBe(seen.updated_total_price)
  })

  test('is told when no seat is left, and when the price or the party is another one', async () => {
    const booked = await sell()
    const seen = await quote(booked)
    const tooMany = [{}, {}, {}]
    expect((await quote(booked, tooMany)).message).toBe(
      'There are not enough free seats left on this flight. Your booking is as it was.',
    )
    expect((await add(booked, seen, VISA, tooMany)).status).toBe(409)
    const cheap = { ...seen, updated_total_price: seen.updated_total_price - 1 }
    expect(await add(booked, cheap)).toMatchObject({
      status: 409,
      body: { code: 'price_changed', guest_quote: { amount_due: 252 } },
    })
    expect((await add(booked, { ...seen, party: 3 })).status).toBe(409)
    expect(await read(booked)).toMatchObject({ quantity: 2, changes: [] })
  })

  test('keeps seats held while the page is open, and gives them back when it lapses', async () => {
    const booked = await sell()
    const seen = await quote(booked)
    const opened = AddGuestsReply.parse((await add(booked, seen, HOSTED)).body)
    expect(opened.order_change.status).toBe('awaiting_payment')
    expect([await seatsOf(booked, 'sold'), await seatsOf(booked, 'held')]).toEqual([2, 1])
    // Somebody else cannot have the seat meanwhile.
    const other = await openAccount(shop.deps)
    await expect(shop.order(other.token, 2, booked.flight)).rejects.toThrow('no order')
    await shop.runDueNow()
    shop.clock.advance(45)
    await sweepPayments(shop.deps)
    expect(await seatsOf(booked, 'held')).toBe(0)
    expect(await read(booked)).toMatchObject({ quantity: 2, total: booked.order.total })
    expect((await read(booked)).changes?.at(-1)?.status).toBe('expired')
    expect((await shop.order(other.token, 2, booked.flight)).status).toBe('awaiting_payment')
  })

  test('pays on the page, and the guest is added once the provider says so', async () => {
    const booked = await sell()
    const seen = await quote(booked)
    const [payment] = AddGuestsReply.parse((await add(booked, seen, HOSTED)).body).payments
    if (!payment) throw new Error('no page')
    await shop.payPage(payment)
    await shop.deliverEvents(2)
    expect(await read(booked)).toMatchObject({ quantity: 3, total: seen.updated_total_price })
  })

  test('gets the guest’s own price back when that guest stays home, and all when all do', async () => {
    const booked = await sell()
    const setPrice = (price: number | null) =>
      shop.deps.database.query('update departures set seat_price_cents = $1 where id = $2', [
        price,
        booked.flight.departureId,
      ])
    await setPrice(25_900)
    try {
      const seen = await quote(booked)
      // 259.00, 8.05 and 3.50 for the seat, 5% of it.
      expect(seen.total).toBe(283.5)
      await add(booked, seen)
      const order = await read(booked)
      const [first, , guest] = order.passengers
      const back = async (ids: (number | undefined)[]) => {
        const query = ids.map((id) => `passenger_ids[]=${String(id)}`).join('&')
        const answer = await shop.call('GET', `${pathOf(booked, 'cancellation')}?${query}`, {
          token: booked.buyer.token,
        })
        return CancellationReply.parse(answer.body).cancellation.amount
      }
      expect(await back([guest?.id])).toBe(seen.total)
      expect(await back([first?.id])).toBeCloseTo(booked.order.total / 2, 2)
      const whole = { cancellation: { amount: order.total } }
      const ended = await shop.call('POST', pathOf(booked, 'cancellation'), {
        token: booked.buyer.token,
        body: whole,
      })
      expect(ended.status).toBe(201)
      expect(await seatsOf(booked, 'sold')).toBe(0)
      expect((await read(booked)).status).toBe('refunded')
    } finally {
      await setPrice(null)
    }
  })

  test('adds to an aircraft that was bought whole for nothing, as far as it carries them', async () => {
    const buyer = await openAccount(shop.deps)
    const flight = await shop.nextFlight()
    const placed = await shop.order(buyer.token, 2, flight, {
      order_item_seats_attributes: [],
      order_item_flights_attributes: [
        { departure_id: flight.departureId, depart_at: flight.departAt, quantity: 2 },
      ],
    })
    expect((await shop.pay(buyer.token, placed, VISA)).status).toBe(201)
    const booked = { buyer, flight, order: await shop.read(buyer.token, placed) }
    const seen = await quote(booked)
    expect(seen).toMatchObject({ total: 0, amount_due: null, message: null })
    for (let pressed = 0; pressed < 2; pressed++) expect((await add(booked, seen, {})).status).toBe(200)
    const order = await read(booked)
    expect([order.quantity, order.passengers.length, order.total]).toEqual([3, 3, booked.order.total])
    const heavy = [{ weight: 500 }]
    const heavier = await quote(booked, heavy)
    expect(await add(booked, heavier, {}, heavy)).toMatchObject({ status: 409, body: { code: 'too_heavy' } })
    expect((await quote(booked, [{}, {}])).message).toMatch('not enough free seats')
    expect((await read(booked)).passengers).toHaveLength(3)
  })

  test('cannot add to an order that is not paid, ended, or about to leave', async () => {
    const buyer = await openAccount(shop.deps)
    const flight = await shop.nextFlight()
    const unpaid = { buyer, flight, order: await shop.order(buyer.token, 2, flight) }
    expect((await quote(unpaid)).message).toBe('This order is not paid yet. Guests can be added once it is.')
    const ended = await sell()
    const body = { cancellation: { amount: ended.order.total } }
    await shop.call('POST', pathOf(ended, 'cancellation'), { token: ended.buyer.token, body })
    expect((await quote(ended)).message).toMatch('has been cancelled')
    expect((await add(ended, { ...(await quote(ended)), party: 0 })).status).toBe(409)
  })
})

describe('staff', () => {
  test('add a guest with name and weight who pays in cash, and forget both in the change', async () => {
    const booked = await sell()
    const guests = [{ full_name: 'Cora Lind', weight: 140 }]
    const seen = await quote(booked, guests, true)
    const wrong = await addAsStaff(booked, seen, { method: 'cash', amount: 1 }, guests)
    expect(wrong).toMatchObject({ status: 422, body: { amount: ['What is due is $252.00'] } })
    for (let pressed = 0; pressed < 2; pressed++) {
      const added = await addAsStaff(booked, seen, { method: 'cash', amount: 252 }, guests)
      expect(added).toMatchObject({ status: 201, body: { payment_link: null, order: { quantity: 3 } } })
    }
    expect((await read(booked)).passengers.at(-1)?.full_name).toBe('Cora Lind')
    expect(await accountOf(booked, 'cash')).toBe(25_200)
    expect(await shop.count('select sum(weight_lbs) from holds where order_id = $1', booked.order.id)).toBe(
      440,
    )
    const told = "select count(*) from order_changes where order_id = $1 and wish::text like '%Cora%'"
    expect(await shop.count(told, booked.order.id)).toBe(0)
    const audited =
      "select count(*) from audit_log where resource = 'orders' and resource_id = $1 and after ? 'people'"
    expect(await shop.count(audited, booked.order.id)).toBe(1)
  })

  test('mail a link, hold the seat for two hours, and the guest flies once it is paid', async () => {
    const booked = await sell()
    const seen = await quote(booked, [{}], true)
    const way = { url: 'http://shop.test/pay', return_url: 'http://shop.test/done' }
    const sent = await addAsStaff(booked, seen, { method: 'link', amount: 252, ...way })
    expect(sent).toMatchObject({ status: 201, body: { payment_link: { mailed_to: booked.order.email } } })
    expect(await seatsOf(booked, 'held')).toBe(1)
    await shop.runDueNow()
    const mail = shop.mailer.to(booked.order.email ?? '').findLast(({ subject }) => subject.includes('guest'))
    expect(mail?.subject).toMatch(/^Pay for your guest: /)
    const token = /\/pay\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const preview = await shop.call('POST', '/v1/payment_links/preview', { body: { token } })
    expect(preview.body).toMatchObject({
      payment_link: { adds_guests: true, reschedules: false, quantity: 1, amount_due: 252 },
    })
    const url = (await read(booked)).changes?.at(-1)?.payment_url
    const body = new URLSearchParams({
      number: '4242424242424242',
      expiry: '12 / 30',
      cvc: '123',
      email: 'a@b.co',
    })
    await shop.sandbox.pages(new Request(url ?? '', { method: 'POST', body }))
    await shop.deliverEvents()
    expect(await read(booked)).toMatchObject({ quantity: 3, total: seen.updated_total_price })
  })

  test('add what a guest costs to an order that still owes', async () => {
    const flight = await shop.nextFlight()
    const order = await shop.order(clerk.token, 2, flight, {
      channel: 'counter',
      customer: { email: 'owes.guests@example.com' },
    })
    const counter_payment = { order_id: order.id, method: 'cash', amount: 100, part: true }
    await shop.call('POST', '/v1/counter_payments', { token: clerk.token, body: { counter_payment } })
    const booked = { buyer: clerk, flight, order }
    const seen = await quote(booked, [{}], true)
    expect((await addAsStaff(booked, seen, { method: 'cash', amount: 252 })).status).toBe(422)
    expect((await addAsStaff(booked, seen)).status).toBe(201)
    expect(await read(booked)).toMatchObject({ quantity: 3, amount_due: order.total - 100 + 252 })
    expect(await accountOf(booked, 'receivable')).toBe(cents(order.total - 100 + 252))
  })
})
