import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Order } from '#contract/order.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { PartyReply, SeatPickReply } from '#contract/party.ts'
import { OrderPassengersReply, PassengerFormReply } from '#contract/passenger.ts'
import { ReceiptReply } from '#contract/receipt.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { requestRefund } from '#tests/support/sold-order.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const KEY = 'a-page-of-a-phone-1'
const OTHER_KEY = 'a-page-of-a-phone-2'
const DRAWN = 'M96 172L110 120L124 84M196 130L190 150'

/** A paid order: the buyer typed one name, and the others come with their own phones. */
async function sell(names: string[] = ['Tomasz Kowal', '', '']) {
  const buyer = await openAccount(shop.deps)
  const typed = names.filter(Boolean).map((full_name) => ({ full_name, weight: null }))
  const order = await shop.order(buyer.token, names.length, undefined, { passengers_attributes: typed })
  const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
  expect((await shop.pay(buyer.token, order, how)).status).toBe(201)
  return { buyer, order, token: await partyTokenOf(buyer, order) }
}
const listOf = async ({ token }: Account, { id }: Order) =>
  OrderPassengersReply.parse((await shop.call('GET', `/v1/orders/${String(id)}/passengers`, { token })).body)
const lastOf = (link: string | null | undefined) => new URL(link ?? '').pathname.split('/').at(-1) ?? ''
const partyTokenOf = async (buyer: Account, order: Order) => lastOf((await listOf(buyer, order)).party_url)
const read = (token: string) => shop.call('GET', `/v1/party_links/${token}`)
const seatsOf = async (token: string) => PartyReply.parse((await read(token)).body).party.seats
const pick = (token: string, passenger: number | undefined, key = KEY) =>
  shop.call('POST', `/v1/party_links/${token}/picks`, {
    body: { seat_pick: { passenger_id: passenger, key } },
  })
const linkOf = (body: unknown) => lastOf(SeatPickReply.parse(body).seat_pick.link)
const fill = (token: string, form: Record<string, unknown>) =>
  shop.call('PUT', `/v1/passenger_links/${token}`, { body: { passenger_form: form } })
const formOf = async (token: string) =>
  PassengerFormReply.parse((await shop.call('GET', `/v1/passenger_links/${token}`)).body).passenger_form
const waiver = { version: WAIVER_VERSION, signature: 'Hanna Nowak', accepted: true }

describe('the link of a party', () => {
  it('shows the free seats by number, with the first name that the buyer typed', async () => {
    const { order, token } = await sell()
    expect((await seatsOf(token)).map(({ number, given_name }) => [number, given_name])).toEqual([
      [1, 'Tomasz'],
      [2, null],
      [3, null],
    ])
    const text = JSON.stringify((await read(token)).body)
    expect(text).not.toContain('Kowal')
    expect(text).not.toContain(order.email)
  })

  it('gives a seat to the first phone, and tells the next one which are left', async () => {
    const { token } = await sell()
    const [first, second, third] = await seatsOf(token)
    const picked = await pick(token, second?.id)
    expect(picked.status).toBe(201)
    expect(await formOf(linkOf(picked.body))).toMatchObject({ full_name: '', weight_given: false })
    const late = await pick(token, second?.id, OTHER_KEY)
    expect(late).toMatchObject({
      status: 409,
      body: { error: 'Somebody else took this one. Please pick from those that are left.' },
    })
    expect(PartyReply.parse(late.body).party.seats.map(({ id }) => id)).toEqual([first?.id, third?.id])
  })

  it('gives the same page the same link when its press arrives twice', async () => {
    const { token } = await sell()
    const [first] = await seatsOf(token)
    const links = [await pick(token, first?.id), await pick(token, first?.id)].map(({ body }) => linkOf(body))
    expect(new Set(links).size).toBe(1)
  })

  it('shows nothing that a guest typed, also after the seat was freed again', async () => {
    const { buyer, order, token } = await sell()
    const [, second] = await seatsOf(token)
    const own = linkOf((await pick(token, second?.id)).body)
    await fill(own, { full_name: 'Hanna Nowak', weight: 139 })
    expect(JSON.stringify((await read(token)).body)).not.toContain('Hanna')
    const path = `/v1/orders/${String(order.id)}/passengers/${String(second?.id)}/link`
    expect((await shop.call('POST', path, { token: buyer.token })).status).toBe(204)
    expect(await seatsOf(token)).toContainEqual({ id: second?.id, number: 2, given_name: null })
    expect((await fill(own, { full_name: 'Hanna Nowak' })).status).toBe(404)
  })

  it('tells guests of each other only who is done', async () => {
    const { token } = await sell()
    const [, second, third] = await seatsOf(token)
    const hers = linkOf((await pick(token, second?.id)).body)
    expect((await fill(hers, { full_name: 'Hanna Nowak', weight: 139, waiver })).status).toBe(200)
    const seen = await formOf(linkOf((await pick(token, third?.id, OTHER_KEY)).body))
    expect(seen.party).toEqual([
      { number: 1, given_name: 'Tomasz', done: false, own: false },
      { number: 2, given_name: null, done: true, own: false },
      { number: 3, given_name: null, done: false, own: true },
    ])
    expect(JSON.stringify(seen)).not.toContain('Hanna')
    expect(figuresOf(seen)).not.toContain(139)
  })

  it('does not offer a seat whose guest already uses the link that was mailed to them', async () => {
    const { buyer, order, token } = await sell()
    const { passengers } = await listOf(buyer, order)
    await fill(lastOf(passengers[1]?.link), { full_name: 'Hanna Nowak' })
    expect((await seatsOf(token)).map(({ number }) => number)).toEqual([1, 3])
  })

  it('opens only with our signature for this order', async () => {
    const { token } = await sell()
    const [id = '', signature = ''] = token.split(/-(.*)/)
    const forged = `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`
    for (const guess of [`${id}-${forged}`, `${String(Number(id) + 1)}-${signature}`, id, 'nothing']) {
      expect([guess, (await read(guess)).status]).toEqual([guess, 404])
      expect([guess, (await pick(guess, 1)).status]).toEqual([guess, 404])
    }
  })

  it('is limited by address, so that nobody tries signatures', async () => {
    const { settings } = shop.deps
    shop.deps.settings = { ...settings, limitFactor: 1 }
    const statuses = new Set<number>()
    for (let time = 0; time < 31; time += 1) statuses.add((await read(`1-${'x'.repeat(22)}`)).status)
    shop.deps.settings = settings
    shop.clock.advance(61)
    expect([...statuses]).toEqual([404, 429])
  })

  it('ends when the address of the order is corrected', async () => {
    const { buyer, order, token } = await sell()
    await shop.deps.database.query("update orders set email = 'right@example.com' where id = $1", [order.id])
    expect((await read(token)).status).toBe(404)
    expect((await read(await partyTokenOf(buyer, order))).status).toBe(200)
  })

  it('goes on when a walk-in without an address adds one', async () => {
    const staff = await openStaffMember(shop.deps)
    const sale = { channel: 'counter', customer: { full_name: 'Ida Berg', phone: '201 555 0139' } }
    const order = await shop.order(staff.token, 2, undefined, sale)
    const cash = { order_id: order.id, method: 'reader', amount: order.amount_due, reader_reference: 'P1' }
    const body = { counter_payment: cash }
    expect((await shop.call('POST', '/v1/counter_payments', { token: staff.token, body })).status).toBe(201)
    const path = `/v1/orders/${String(order.id)}`
    const file = await shop.call('GET', `${path}/file`, { token: staff.token })
    const printed = lastOf(OrderFileReply.parse(file.body).file.party_url)
    const added = { token: staff.token, body: { order: { email: 'ida@example.com' } } }
    expect((await shop.call('PUT', `${path}/email`, added)).status).toBe(200)
    expect((await read(printed)).status).toBe(200)
  })

  it('ends with a refunded order, and so do the pages of its guests', async () => {
    const staff = await openStaffMember(shop.deps)
    const { order, token } = await sell(['Tomasz Kowal'])
    const [first] = await seatsOf(token)
    const own = linkOf((await pick(token, first?.id)).body)
    const refunded = await requestRefund(shop, staff.token, order.id, { amount: order.total })
    expect(refunded.status).toBe(201)
    expect((await read(token)).status).toBe(404)
    expect((await pick(token, first?.id)).status).toBe(404)
    expect((await formOf(own)).state).toBe('cancelled')
  })

  it('works during check-in and ends when the flight leaves', async () => {
    const { order, token } = await sell()
    const [flight] = order.flights
    const [first, second] = await seatsOf(token)
    const before = shop.clock.now()
    shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 60_000))
    const own = linkOf((await pick(token, first?.id)).body)
    expect((await fill(own, { full_name: 'Tomasz Kowal', weight: 180, waiver })).status).toBe(200)
    shop.clock.set(flight?.depart_at ?? '')
    expect((await read(token)).status).toBe(404)
    expect((await pick(token, second?.id, OTHER_KEY)).status).toBe(404)
    expect((await fill(own, { full_name: 'Too Late' })).status).toBe(409)
    shop.clock.set(before)
    await shop.deps.database.query("update flights set status = 'departed' where id = $1", [
      flight?.flight_id,
    ])
    expect((await read(token)).status).toBe(404)
    expect((await formOf(own)).state).toBe('closed')
  })
})

describe('a guest’s own page', () => {
  it('takes a signature that was drawn, with the name of the guest', async () => {
    const { token } = await sell()
    const [, second] = await seatsOf(token)
    const own = linkOf((await pick(token, second?.id)).body)
    const drawn = { version: WAIVER_VERSION, drawing: DRAWN, accepted: true }
    for (const drawing of ['M1 1L2 2"/><script>', 'M1000 1L2 2', '', 'scribble']) {
      const refused = await fill(own, { full_name: 'Hanna Nowak', waiver: { ...drawn, drawing } })
      expect([drawing, refused.status]).toEqual([drawing, 422])
    }
    const nobody = { version: WAIVER_VERSION, accepted: true }
    expect(await fill(own, { full_name: 'Hanna Nowak', waiver: nobody })).toMatchObject({
      status: 422,
      body: { 'waiver.signature': ['Please type your full name'] },
    })
    expect((await fill(own, { full_name: 'Hanna Nowak', weight: 139, waiver: drawn })).status).toBe(200)
    expect((await formOf(own)).waiver).toEqual({
      version: WAIVER_VERSION,
      signature: 'Hanna Nowak',
      drawing: DRAWN,
      signed_at: shop.clock.now().toISOString(),
    })
  })

  it('takes the waiver also after check-in, but no other name or weight', async () => {
    const { token } = await sell()
    const [first] = await seatsOf(token)
    const own = linkOf((await pick(token, first?.id)).body)
    await shop.deps.database.query(
      "update passengers set boarding = 'checked_in', boarded_at = now(), weight_lbs = 180 where id = $1",
      [first?.id],
    )
    expect(await fill(own, { full_name: 'Tomasz Kowal', weight: 150 })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('You are checked in') },
    })
    expect((await fill(own, { full_name: 'Somebody Else', waiver })).status).toBe(409)
    expect((await fill(own, { full_name: 'Tomasz Kowal', waiver })).status).toBe(200)
    expect(await formOf(own)).toMatchObject({ checked_in: true, waiver: { signature: 'Hanna Nowak' } })
  })

  it('leaves no drawing when the data of an erased account ends', async () => {
    const { buyer, token, order } = await sell(['Tomasz Kowal'])
    const [first] = await seatsOf(token)
    const own = linkOf((await pick(token, first?.id)).body)
    await fill(own, { full_name: 'Tomasz Kowal', waiver: { ...waiver, drawing: DRAWN } })
    const drawn =
      'select count(*) from waiver_signatures w join passengers p on p.id = w.passenger_id ' +
      "where p.order_id = $1 and (w.drawing is not null or w.signature <> '')"
    expect(await shop.count(drawn, order.id)).toBe(1)
    await shop.deps.database.query('update users set erased_at = now() where id = $1', [buyer.userId])
    const before = shop.clock.now()
    shop.clock.advance(4 * 365 * 24 * 60)
    await cleanUp(shop.deps)
    shop.clock.set(before)
    expect(await shop.count(drawn, order.id)).toBe(0)
  })
})

describe('staff', () => {
  it('see who is done and each guest’s link until the flight leaves', async () => {
    const staff = await openStaffMember(shop.deps)
    const { order, token } = await sell()
    const file = async () => {
      const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/file`, { token: staff.token })
      return OrderFileReply.parse(body).file
    }
    const [first] = await seatsOf(token)
    const own = linkOf((await pick(token, first?.id)).body)
    expect(lastOf((await file()).party_url)).toBe(token)
    expect((await file()).passengers[0]).toMatchObject({
      picked_at: shop.clock.now().toISOString(),
      weight_given: false,
    })
    expect(lastOf((await file()).passengers[0]?.link)).toBe(own)
    expect((await file()).passengers[1]?.picked_at).toBeNull()
    const path = `/v1/orders/${String(order.id)}/passengers/${String(first?.id)}/link`
    expect((await shop.call('POST', path, { token: staff.token })).status).toBe(204)
    expect((await file()).passengers[0]?.picked_at).toBeNull()
    await shop.deps.database.query("update flights set status = 'departed' where id = $1", [
      order.flights[0]?.flight_id,
    ])
    expect((await file()).passengers.map(({ link }) => link)).toEqual([null, null, null])
    expect((await file()).party_url).toBeNull()
  })

  it('print the link on the receipt while something is missing', async () => {
    const { buyer, order, token } = await sell(['Tomasz Kowal'])
    const receipt = async () => {
      const path = `/v1/orders/${String(order.id)}/receipt`
      return ReceiptReply.parse((await shop.call('GET', path, { token: buyer.token })).body).receipt
    }
    expect(lastOf((await receipt()).party_url)).toBe(token)
    const [first] = await seatsOf(token)
    const own = linkOf((await pick(token, first?.id)).body)
    await fill(own, { full_name: 'Tomasz Kowal', weight: 180, waiver })
    expect((await receipt()).party_url).toBeNull()
  })
})
