import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { StaffTasksReply } from '#contract/passenger.ts'
import { type Order } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { type Account } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { decideMinimums } from './decide-minimums.ts'

const DAY_MS = 86_400_000

let shop: PayingShop
let staff: Account
let helpers: ReturnType<typeof createDepartureCanceller>
let place: Flight
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())
beforeEach(nextPlace)
afterEach(async () => {
  await set({ passengers: 1, missed: 'ask' })
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

/** The clock stands half an hour before the moment of another departure. */
async function nextPlace() {
  place = await shop.nextFlight()
  goTo(30)
  staff = await openStaffMember(shop.deps)
  helpers = createDepartureCanceller({ shop, token: staff.token })
}
const set = ({ passengers, missed }: { passengers: number; missed: string }) =>
  shop.deps.database.query(
    'update products set min_passengers = $1, min_missed = $2, min_decided_mins = 1440 where id = 6',
    [passengers, missed],
  )
/** Lets the clock stand so many minutes before the moment of the decision, a day before departure. */
const goTo = (minutesBefore: number) => {
  shop.clock.advance(
    (Date.parse(place.departAt) - DAY_MS - shop.clock.now().getTime()) / 60_000 - minutesBefore,
  )
}
async function buy(email: string, seats: number): Promise<{ token: string; order: Order }> {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, place)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  await shop.runDueNow()
  return { token, order }
}
const openTasks = async () => {
  const { body } = await shop.call('GET', '/v1/staff_tasks?state=open', { token: staff.token })
  return StaffTasksReply.parse(body).staff_tasks.filter(({ kind }) => kind === 'too_few_passengers')
}
const cancelled = (reason = 'too_few_passengers') =>
  shop.count(
    'select count(*) from call_offs c join slots s on s.id = c.slot_id ' +
      'where s.depart_at = $1 and reason = $2',
    place.departAt,
    reason,
  )
const isOpenOnline = async () => {
  const date = place.departAt.slice(0, 10)
  const { body } = await shop.call(
    'GET',
    `/v1/availability/day?product_id=6&quantity=1&quantity_type=seat&date=${date}`,
  )
  const found = AvailabilityDayReply.parse(body).availability.departures.find(
    ({ departure_id: id }) => id === place.departureId,
  )
  return found?.status === 'open'
}

test('a departure with too few seats is cancelled at its moment and may be refunded', async () => {
  const { token, order } = await buy('early@example.com', 2)
  await set({ passengers: 4, missed: 'call_off' })
  goTo(5)
  await shop.runDueNow()
  expect(await cancelled()).toBe(0)
  expect(await isOpenOnline()).toBe(true)
  goTo(-1)
  expect(await isOpenOnline()).toBe(false)
  await expect(shop.order(await shop.guest('late@example.com'), 1, place)).rejects.toThrow(
    /Sales for this departure have ended/,
  )
  await shop.runDueNow()
  expect(await cancelled()).toBe(1)
  const offer = await helpers.claimOf(token, order)
  expect(offer).toMatchObject({ reason: 'too_few_passengers', state: 'open' })
  expect(offer.refund?.amount).toBe(order.total)
  const mail = shop.mailer.sent.find(
    ({ to, subject }) => to === 'early@example.com' && subject.includes('is called off'),
  )
  expect(mail?.text).toContain('Too few guests have booked this departure')
})

test('a departure with enough stays, also when a party cancels after the decision', async () => {
  const { order } = await buy('four@example.com', 3)
  await set({ passengers: 3, missed: 'call_off' })
  goTo(-1)
  expect(await isOpenOnline()).toBe(true)
  await shop.runDueNow()
  const back = await shop.call('POST', '/v1/refunds', {
    token: staff.token,
    body: { refund: { order_id: order.id, reason: 'A cold' } },
  })
  expect(back.status).toBe(201)
  await shop.runDueNow()
  expect(await cancelled()).toBe(0)
})

test('where staff are asked there is one task, which their answer or the departure closes', async () => {
  await buy('two@example.com', 2)
  await set({ passengers: 4, missed: 'ask' })
  goTo(-1)
  await shop.runDueNow()
  await shop.runDueNow()
  const [task, ...more] = await openTasks()
  expect(more).toEqual([])
  expect(task).toMatchObject({
    depart_at: new Date(place.departAt).toISOString(),
    departure: { departure_id: place.departureId, seats_sold: 2, min_passengers: 4 },
  })
  const path = `/v1/staff_tasks/${String(task?.id)}`
  const body = { staff_task: { state: 'done', choice: 'nothing' } }
  expect((await shop.call('PATCH', path, { token: staff.token, body })).status).toBe(200)
  await shop.runDueNow()
  expect(await openTasks()).toEqual([])
  expect(await cancelled()).toBe(0)
})

test('calling the departure off closes the task, and so does its time', async () => {
  await buy('one@example.com', 1)
  await set({ passengers: 4, missed: 'ask' })
  goTo(-1)
  await shop.runDueNow()
  expect(await openTasks()).toHaveLength(1)
  expect((await helpers.callOff(place, 'too_few_passengers')).status).toBe(201)
  expect(await openTasks()).toEqual([])
  await shop.runDueNow()

  await nextPlace()
  await buy('next@example.com', 1)
  goTo(-1)
  await shop.runDueNow()
  expect(await openTasks()).toHaveLength(1)
  shop.clock.advance(24 * 60)
  await shop.runDueNow()
  staff = await openStaffMember(shop.deps)
  expect(await openTasks()).toEqual([])
})

test('two jobs at once and a job that begins again decide once', async () => {
  const { token, order } = await buy('once@example.com', 2)
  await set({ passengers: 4, missed: 'call_off' })
  goTo(-1)
  await Promise.all([decideMinimums(shop.deps), decideMinimums(shop.deps)])
  await decideMinimums(shop.deps)
  expect(await cancelled()).toBe(1)
  await shop.runDueNow()
  expect((await helpers.claimOf(token, order)).state).toBe('open')
})
