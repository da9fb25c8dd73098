import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RefundPreviewReply } from '#contract/order-file.ts'
import { StaffCancellationPreviewReply } from '#contract/refund.ts'
import { serveWaitlists } from '#api/waitlist/serve-waitlists.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'

let shop: PayingShop
let staff: Account
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())

/** A full aircraft of four: three seats of a paid order, and one of somebody else. */
async function fillFlight() {
  const who = await openAccount(shop.deps)
  const next = await shop.nextFlight()
  const flight = { departure_id: next.departureId, depart_at: next.departAt }
  const people = ['Ada Ames', 'Bo Berg', 'Cy Cole'].map((full_name) => ({ full_name, weight: 150 }))
  const order = await shop.order(who.token, 3, next, { passengers_attributes: people })
  expect((await shop.pay(who.token, order, VISA_PAYMENT)).status).toBe(201)
  await occupySeats(shop, flight, { seats: 1, state: 'sold' })
  const join = async (email: string, quantity: number) => {
    const entry = { brand_id: 1, ...flight, quantity_type: 'seat', quantity, email, consent: true }
    expect(
      (await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry: entry } })).status,
    ).toBe(201)
  }
  return { order: await shop.read(who.token, order), flight, join }
}
let full: Awaited<ReturnType<typeof fillFlight>>
beforeEach(async () => {
  full = await fillFlight()
})

const previewRefund = async (wish: Record<string, unknown> = {}) => {
  const body = { refund: { order_id: full.order.id, reason: 'For a test', ...wish } }
  const seen = await shop.call('POST', '/v1/refund_previews', { token: staff.token, body })
  return RefundPreviewReply.parse(seen.body).refund_preview.departures
}
const previewCancellation = async (wish: Record<string, unknown> = {}) => {
  const path = `/v1/orders/${String(full.order.id)}/cancellation_previews`
  const body = { cancellation: { reason: 'For a test', ...wish } }
  const seen = await shop.call('POST', path, { token: staff.token, body })
  return StaffCancellationPreviewReply.parse(seen.body).cancellation.departures
}
const idOf = (name: string) => full.order.passengers.find((one) => one.full_name === name)?.id ?? 0
const flightId = () => full.order.flights[0]?.flight_id ?? 0
const OFFERS = `select count(*) from waitlist_offers o join waitlist_entries e on e.id = o.entry_id
  join slots s on s.id = e.slot_id where s.depart_at = $1`
const offers = () => shop.count(OFFERS, full.flight.depart_at)
const seatsSold = () => shop.count('select seats_sold from flights where id = $1', flightId())

describe('the seats that a refund frees', () => {
  test('are named with who waits, and exactly those are offered seats after the refund', async () => {
    await full.join('two@example.com', 2)
    await full.join('three@example.com', 3)
    await full.join('one@example.com', 1)
    const expected = {
      flight_id: flightId(),
      seats: 3,
      people: 3,
      checked_in: 0,
      waiting: { parties: 3, seats: 6 },
      offered: 2,
    }
    expect(await previewRefund()).toMatchObject([expected])
    expect(await previewCancellation()).toMatchObject([expected])
    expect([await offers(), await seatsSold()], 'a preview writes nothing').toEqual([0, 4])
    expect((await requestRefund(shop, staff.token, full.order.id)).status).toBe(201)
    await serveWaitlists(shop.deps)
    expect([await offers(), await seatsSold()]).toEqual([2, 1])
  })

  test('are too few for a party that waits, until more come back', async () => {
    await full.join('two@example.com', 2)
    const one = { lines: [{ position: 0, quantity: 1 }], passenger_ids: [idOf('Cy Cole')] }
    const few = { seats: 1, people: 1, waiting: { parties: 1, seats: 2 }, offered: 0 }
    const shown = await previewRefund(one)
    expect(shown).toMatchObject([few])
    expect(shown[0]?.offers_end_at).toEqual(expect.any(String))
    const both = [idOf('Bo Berg'), idOf('Cy Cole')]
    const two = { ...few, seats: 2, people: 2, offered: 1 }
    expect(await previewCancellation({ passenger_ids: both })).toMatchObject([two])
  })

  test('are offered to nobody when the departure is not on sale any more', async () => {
    await full.join('one@example.com', 1)
    const { query } = shop.deps.database
    await query("update products set availability = 'paused' where id = 6")
    const shown = await previewRefund()
    await query("update products set availability = 'available' where id = 6")
    expect(shown).toMatchObject([{ waiting: { parties: 1 }, offered: 0, offers_end_at: null }])
  })

  test('come with the passengers of the flight who are checked in', async () => {
    await shop.deps.database.query(
      "update passengers set boarding = 'checked_in', boarded_at = now() where id = $1",
      [idOf('Ada Ames')],
    )
    expect(await previewRefund()).toMatchObject([{ seats: 3, checked_in: 1 }])
  })

  test('are none when only an amount is refunded', async () => {
    expect(await previewRefund({ amount: 10 })).toEqual([])
  })
})
