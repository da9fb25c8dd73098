import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DepartureCancellationReply } from '#contract/call-off.ts'
import { type Order } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  giveGiftCard,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { countSeats } from '#tests/support/reschedule-flight.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: Account
let helpers: ReturnType<typeof createDepartureCanceller>
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  helpers = createDepartureCanceller({ shop, token: staff.token })
})
afterAll(() => shop.close())
/** After each test, ledger and tables agree and every integrity check passes. */
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

const seatsOn = ({ departureId }: Flight) =>
  shop.count(
    'select coalesce(sum(h.seats), 0) from holds h join flights f on f.id = h.flight_id join ' +
      "slots s on s.id = f.slot_id where h.state <> 'released' and s.departure_id = $1 and " +
      's.called_off_at is not null',
    departureId,
  )
const mailsTo = (email: string) =>
  shop.mailer.sent.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('a cancelled departure', () => {
  test('it is neither sold nor shown any more, and only staff cancel it, with effect once', async () => {
    const place = await shop.nextFlight()
    const guest = await shop.guest()
    for (const token of [guest, (await openAccount(shop.deps)).token]) {
      expect((await helpers.callOff(place, 'weather', token)).status).toBe(403)
    }
    const first = await helpers.callOff(place)
    expect(first.status).toBe(201)
    const again = await helpers.callOff(place, 'technical')
    expect(again.status).toBe(200)
    expect(DepartureCancellationReply.parse(again.body).call_off).toMatchObject({ reason: 'weather' })
    await expect(shop.order(guest, 1, place)).rejects.toThrow(/409|flight|sold|no order/)
    await shop.runDueNow()
    const { id } = DepartureCancellationReply.parse(first.body).call_off
    const read = await shop.call('GET', `/v1/call_offs/${String(id)}`, { token: staff.token })
    expect(DepartureCancellationReply.parse(read.body).call_off.done_at).not.toBeNull()
    expect((await helpers.callOff({ departureId: 999_999, departAt: place.departAt })).status).toBe(404)
  })

  test(
    'it ends unpaid holds, gives paid orders a rebooking offer with held seats, and ' + 'mails everybody',
    async () => {
      const place = await shop.nextFlight()
      const payer = await shop.guest('payer@example.com')
      const paid = await shop.order(payer, 2, place)
      await shop.pay(payer, paid, { stripe_source: 'pm_card_visa' })
      const idle = await shop.guest('idle@example.com')
      const unpaid = await shop.order(idle, 1, place)
      const slow = await shop.guest('slow@example.com')
      const open = await shop.order(slow, 1, place)
      const page = await shop.hosted(slow, open)
      const [flight] = (await shop.read(payer, paid)).flights
      const waitlist_entry = {
        brand_id: 1,
        departure_id: place.departureId,
        depart_at: place.departAt,
        quantity_type: 'seat',
        quantity: 2,
        email: 'line@example.com',
        consent: true,
      }
      expect((await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry } })).status).toBe(201)

      await helpers.strand(await shop.read(payer, paid))
      expect(await seatsOn(place)).toBe(2)
      expect((await shop.read(idle, unpaid)).status).toBe('cancelled')
      expect((await shop.read(slow, open)).status).toBe('cancelled')
      expect((await shop.pay(idle, unpaid, { stripe_source: 'pm_card_visa' })).status).toBe(409)
      expect((await shop.payPage(page)).status).not.toBe(303)
      expect(mailsTo('line@example.com').at(-1)).toContain('The flight you wait for is called off')

      const claim = await helpers.claimOf(payer, paid)
      expect(claim).toMatchObject({
        state: 'open',
        reason: 'weather',
        quantity: 2,
        refund: null,
        voucher_amount: paid.total,
      })
      expect(claim.alternatives).toHaveLength(3)
      expect(claim.alternatives.map((one) => one.flight.local_date > (flight?.local_date ?? ''))).toEqual([
        true,
        true,
        true,
      ])
      const [mail] = shop.mailer.sent.filter(({ to }) => to === 'payer@example.com').slice(-1)
      expect(mail?.subject).toContain('is called off')
      expect(mail?.text).toContain(`/reschedule-credits/${claim.token}/claim`)
      expect(mail?.text).not.toMatch(/\d+ lb/)
      expect(
        await shop.count(
          "select sum(seats) from holds where claim_alternative_id is not null and state = 'held'",
        ),
      ).toBe(6)
      // An order of somebody else and an invalid link get the same answer.
      expect(
        (await shop.call('GET', `/v1/orders/${String(paid.id)}/reschedule_claim`, { token: idle })).status,
      ).toBe(404)
      expect((await shop.call('GET', `/v1/reschedule_claims/${'0'.repeat(48)}`)).status).toBe(404)
      expect((await helpers.answer('0'.repeat(48), { choice: 'voucher', amount: 1 })).status).toBe(404)
    },
  )

  test('it refunds a payment that arrives meanwhile and sells nothing', async () => {
    const token = await shop.guest('late@example.com')
    const order = await shop.order(token, 1)
    const page = await shop.hosted(token, order)
    await shop.payPage(page)
    const done = await helpers.callOff(await placeOfUnpaid(order))
    expect(done.status).toBe(201)
    await shop.deliverEvents()
    await shop.runDueNow()
    expect((await shop.read(token, order)).status).toBe('cancelled')
    expect(shop.mailer.sent.filter(({ to }) => to === 'late@example.com').at(-1)?.text).toContain(
      'when we had to call your flight off',
    )
    expect(
      await shop.count("select count(*) from refunds where order_id = $1 and state = 'succeeded'", order.id),
    ).toBe(1)
  })

  test(
    'it ends the proposed date of a gift, which stays a gift, and tells giver ' + 'and recipient',
    async () => {
      const place = await shop.nextFlight()
      const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
      const { id } = await giveGiftCard(shop.deps, giver.userId)
      const proposal = { departure_id: place.departureId, depart_at: place.departAt }
      const body = { gift_card_ids: [id], recipient: friend.email, proposal }
      expect((await shop.call('POST', '/v1/gift_cards/share', { token: giver.token, body })).status).toBe(201)
      await shop.runDueNow()
      const called = DepartureCancellationReply.parse((await helpers.callOff(place)).body).call_off
      expect(await countSeats(shop, place)).toEqual({ sold: 0, held: 1 })
      await shop.runDueNow()
      expect(await countSeats(shop, place)).toEqual({ sold: 0, held: 0 })
      const read = await shop.call('GET', `/v1/call_offs/${String(called.id)}`, { token: staff.token })
      expect(DepartureCancellationReply.parse(read.body).call_off.done_at).not.toBeNull()
      for (const { email } of [giver, friend]) {
        expect(mailsTo(email).at(-1)).toContain('The day of your gift is called off')
      }
      expect(
        await shop.count("select count(*) from gift_cards where id = $1 and state = 'available'", id),
      ).toBe(1)
    },
  )

  test('no code path can put a passenger on it', async () => {
    const { order } = await sellOrder(shop)
    await helpers.strand(order)
    const update = shop.deps.database.query(
      "update flights set seats_held = seats_held + 1 where status = 'called_off'",
    )
    await expect(update).rejects.toThrow('is called off')
  })
})

async function placeOfUnpaid(order: Order): Promise<Flight> {
  const { rows } = await shop.deps.database.query(
    'select departure_id, depart_at from order_item_seats where order_id = $1',
    [order.id],
  )
  return {
    departureId: Number(rows[0]?.['departure_id']),
    departAt: new Date(String(rows[0]?.['depart_at'])).toISOString(),
  }
}
