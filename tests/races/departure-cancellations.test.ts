import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { OrderRebookingOfferReply, RebookingOfferReply } from '#contract/call-off.ts'
import { type Order } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { processDepartureCancellations } from '#api/disruptions/work-departure-cancellations.ts'
import { type Account, BALANCED_BOOKS, readBookErrors } from '../support/give-tenders.ts'
import { type Flight } from '../support/paying-shop.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { sellOrder } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

let racing: RacingShop
let staff: Account
beforeAll(async () => {
  racing = await openRacingShop()
  staff = await openStaffMember(racing.shop.deps)
})
afterAll(() => racing.close())
/**
 * However a race ends, no cent is lost, nobody flies on a cancelled departure, and everybody who
 * paid has a rebooking offer.
 */
afterEach(async () => {
  const { deps, clock } = racing.shop
  await racing.shop.deliverEvents()
  await racing.shop.runDueNow()
  expect(await readBookErrors(deps)).toEqual(BALANCED_BOOKS)
  const later = new Date(clock.now().getTime() + 11 * 60_000)
  const checked = await runIntegrityChecks(deps.database.db, later)
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind, id }) => `${check}: ${kind} ${id}`))).toEqual(
    [],
  )
})

const callOff = ({ departureId, departAt }: Flight) =>
  racing.shop.call('POST', '/v1/call_offs', {
    token: staff.token,
    body: { call_off: { departure_id: departureId, depart_at: departAt, reason: 'weather' } },
  })

const placeOf = ({ flights: [flight] }: Order): Flight => ({
  departureId: flight?.departure_id ?? 0,
  departAt: flight?.depart_at ?? '',
})

async function claimOf(token: string, order: Order) {
  const answer = await racing.shop.call('GET', `/v1/orders/${String(order.id)}/reschedule_claim`, { token })
  return OrderRebookingOfferReply.parse(answer.body).reschedule_claim
}

test('of twelve different answers to one rebooking offer one counts, and the others read which', async () => {
  const { shop } = racing
  const token = await shop.guest('many@example.com')
  const order = await shop.order(token, 2, undefined, { order_item_upgrades_attributes: [{ upgrade_id: 3 }] })
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  await callOff(placeOf(await shop.read(token, order)))
  await shop.runDueNow()
  const claim = await claimOf(token, order)
  const kinds = [
    { choice: 'voucher', amount: claim.voucher_amount },
    { choice: 'refund', amount: claim.refund?.amount },
    ...claim.alternatives.map(({ id }) => ({ choice: 'alternative', alternative_id: id })),
  ]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      shop.call('POST', `/v1/reschedule_claims/${claim.token}/answer`, {
        body: { reschedule_claim: kinds[n % kinds.length] },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const lost = answers.filter(({ status }) => status === 409)
  expect(lost).toHaveLength(11)
  const { state } = await claimOf(token, order)
  for (const { body } of lost) expect(RebookingOfferReply.parse(body).reschedule_claim.state).toBe(state)
})

test('buyers who pay during a departure cancellation get an offer or a refund, and no seat', async () => {
  const { shop } = racing
  const flight = await shop.nextFlight()
  const buyers = []
  for (let n = 0; n < 4; n++) {
    const token = await shop.guest(`paying${String(n)}@example.com`)
    buyers.push({ token, order: await shop.order(token, 1, flight) })
  }
  const paying = buyers.map(({ token, order }) => shop.pay(token, order, { stripe_source: 'pm_card_visa' }))
  const [called] = await Promise.all([callOff(flight), ...paying, processDepartureCancellations(shop.deps)])
  expect(called.status).toBe(201)
  await shop.runDueNow()
  await shop.runDueNow()
  for (const { token, order } of buyers) {
    const { status } = await shop.read(token, order)
    if (status === 'completed') expect((await claimOf(token, order)).state).toBe('open')
    else expect(status).toBe('cancelled')
  }
  const kept = await shop.count(
    'select count(*) from holds h join flights f on f.id = h.flight_id where f.status = ' +
      "'called_off' and h.state = 'held'",
  )
  expect(kept).toBe(0)
})

test('four jobs at once give each order one rebooking offer, one mail and three alternatives', async () => {
  const { shop } = racing
  const { buyer, order } = await sellOrder(shop, { seats: 2 })
  await Promise.all([callOff(placeOf(order)), callOff(placeOf(order))])
  await Promise.all(Array.from({ length: 4 }, () => processDepartureCancellations(shop.deps)))
  const claims = 'select count(*) from reschedule_claims where order_id = $1'
  expect(await shop.count(claims, order.id)).toBe(1)
  expect(
    await shop.count("select count(*) from mails where kind = 'called_off' and order_id = $1", order.id),
  ).toBe(1)
  expect((await claimOf(buyer.token, order)).alternatives).toHaveLength(3)
})

test('a party never books a departure that is cancelled at the same moment', async () => {
  const { shop } = racing
  for (let round = 0; round < 6; round++) {
    const flight = await shop.nextFlight()
    const token = await shop.guest(`booking${String(round)}@example.com`)
    await Promise.allSettled([shop.order(token, 2, flight), callOff(flight)])
    await shop.runDueNow()
    const left = await shop.count(
      'select coalesce(sum(h.seats), 0) from holds h join flights f on f.id = h.flight_id join ' +
        'slots s on s.id = f.slot_id where s.departure_id = $1 and s.depart_at = $2 and h.state ' +
        "<> 'released'",
      flight.departureId,
      new Date(flight.departAt),
    )
    expect(left).toBe(0)
  }
})
