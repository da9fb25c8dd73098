import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { ManifestReply } from '#contract/passenger.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import {
  requestReschedule,
  quoteReschedule,
  readRescheduled,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { type ReschedulingShop, openReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { type Flight } from '#tests/support/paying-shop.ts'
import { requestRefund, readRefund } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: ReschedulingShop
let who: Account
let staff: Account
/** Sessions depend on the clock, so each test day logs in anew. */
const signIn = async () => {
  staff = await openStaffMember(shop.deps)
}
beforeAll(async () => {
  shop = await openReschedulingShop()
  who = await openAccount(shop.deps)
})
afterAll(() => shop.close())

const flightIdsOf = ({ flights }: Order) => flights.map(({ flight_id: id }) => id)
const idsOf = ({ passengers }: Order) => passengers.map(({ id }) => id)
const hoursBefore = (departAt: string | undefined, hours: number) => {
  shop.clock.set(new Date(Date.parse(departAt ?? '') - hours * 3_600_000))
}

/** Six people on two aircraft of four seats, paid. */
async function bookTwo(from: Flight): Promise<Order> {
  await shop.deps.database.query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
      select 'N49TWO', a.aircraft_type_id, a.terminal_id from aircraft a join products p
        on p.aircraft_type_id = a.aircraft_type_id and p.departure_terminal_id = a.terminal_id
      where p.id = 6 limit 1 on conflict do nothing`,
  )
  const order = await shop.order(who.token, 6, from, {
    order_item_seats_attributes: [],
    order_item_flights_attributes: [
      { departure_id: from.departureId, depart_at: from.departAt, quantity: 6 },
    ],
  })
  await shop.pay(who.token, order, VISA_PAYMENT)
  return shop.read(who.token, order)
}

/**
 * The planned passengers of a flight, and those of their party who may join it from another one.
 */
async function manifestOf(flightId: number | undefined) {
  const path = `/v1/flights/${String(flightId)}/manifest`
  return ManifestReply.parse((await shop.call('GET', path, { token: staff.token })).body).manifest
}
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
const namesOn = async (flightId: number | undefined) => {
  const { passengers, same_party: others } = await manifestOf(flightId)
  return sorted([...passengers, ...others].map(({ id }) => id))
}
const plannedOn = async (flightId: number | undefined) =>
  (await manifestOf(flightId)).passengers.map(({ id }) => id)

const board = async (
  flightId: number | undefined,
  passengerId: number | undefined,
  boarding: string | null,
) => {
  const path = `/v1/flights/${String(flightId)}/passengers/${String(passengerId)}`
  return (await shop.call('PATCH', path, { token: staff.token, body: { passenger: { boarding } } })).status
}

test(
  'a party on two aircraft is planned apart, may check in on either, and never ' + 'exceeds its seats there',
  async () => {
    const order = await bookTwo(await shop.nextWeek().cheap())
    const [first, second] = flightIdsOf(order)
    const everybody = idsOf(order)
    expect(everybody).toHaveLength(6)
    hoursBefore(order.flights[0]?.depart_at, 2)
    await signIn()
    expect([await namesOn(first), await namesOn(second)]).toEqual([everybody, everybody])
    const planned = [await plannedOn(first), await plannedOn(second)]
    expect(planned.map(({ length }) => length)).toEqual([3, 3])
    expect(sorted(planned.flat())).toEqual(everybody)
    for (const id of everybody.slice(0, 4)) expect(await board(first, id, 'checked_in')).toBe(200)
    expect(await board(first, everybody[4], 'checked_in')).toBe(409)
    expect(await board(second, everybody[4], 'checked_in')).toBe(200)
    expect([await namesOn(first), await namesOn(second)]).toEqual([
      everybody.filter((_, at) => at !== 4),
      everybody.slice(4),
    ])
    // After the check-in on the wrong aircraft is undone, a seat is free and both lists name the
    // passenger.
    expect([await plannedOn(first), await plannedOn(second)]).toEqual([
      everybody.slice(0, 4),
      everybody.slice(4),
    ])
    expect(await board(first, everybody[0], null)).toBe(200)
    expect(await namesOn(second)).toContain(everybody[0])
    expect(await board(first, everybody[5], 'checked_in')).toBe(200)
    expect(await board(second, everybody[0], 'checked_in')).toBe(200)
    expect(await namesOn(first)).not.toContain(everybody[0])
  },
)

test('a repeated cart keeps a party on two aircraft without an assigned aircraft', async () => {
  const from = await shop.nextWeek().cheap()
  const named = 'select count(*) from passengers where order_id = $1 and flight_id is not null'
  const again = {
    order_item_seats_attributes: [],
    order_item_flights_attributes: [
      { departure_id: from.departureId, depart_at: from.departAt, quantity: 6 },
    ],
  }
  who = await openAccount(shop.deps)
  const one = await shop.order(who.token, 6, from, again)
  expect((await shop.order(who.token, 6, from, again)).id).toBe(one.id)
  expect(await shop.count(named, one.id)).toBe(0)
})

test(
  'a passenger whose seat was refunded cannot check in, even where all passengers ' + 'have a named flight',
  async () => {
    const admin = await openStaffMember(shop.deps, 'admin')
    who = await openAccount(shop.deps)
    const order = await shop.order(who.token, 3, await shop.nextWeek().cheap())
    await shop.pay(who.token, order, VISA_PAYMENT)
    readRefund(await requestRefund(shop, admin.token, order.id, { lines: [{ position: 0, quantity: 1 }] }))
    const [flightId] = flightIdsOf(order)
    hoursBefore(order.flights[0]?.depart_at, 2)
    await signIn()
    const [one, two, three] = idsOf(order)
    expect(await board(flightId, one, 'checked_in')).toBe(200)
    expect(await board(flightId, two, 'checked_in')).toBe(200)
    expect(await board(flightId, three, 'checked_in')).toBe(404)
  },
)

test('a rescheduled passenger is not checked in on the new flight', async () => {
  who = await openAccount(shop.deps)
  const week = shop.nextWeek()
  const order = await bookTwo(await week.cheap())
  const [first, second] = flightIdsOf(order)
  const [one, two] = idsOf(order)
  hoursBefore(order.flights[0]?.depart_at, 5)
  await signIn()
  who = (await shop.again({ buyer: who, order })).buyer
  expect(await board(first, one, 'checked_in')).toBe(200)
  expect(await board(second, two, 'no_show')).toBe(200)
  await shop.deps.database.query("update passengers set boarding_note = 'Front seat' where id = $1", [one])
  const to = await week.sellExpensiveFlight()
  const price = await quoteReschedule(shop, { buyer: who, order }, to)
  const { reschedule_fee: fee, reschedule_price_difference: difference } = price
  readRescheduled(
    await requestReschedule(shop, { buyer: who, order }, to, { fee, difference, ...VISA_PAYMENT }),
  )
  const moved = await shop.rereadOrder({ buyer: who, order })
  for (const flightId of flightIdsOf(moved)) {
    expect(await namesOn(flightId)).toEqual(idsOf(order))
    for (const person of (await manifestOf(flightId)).passengers)
      expect(person).toMatchObject({ boarding: null, boarding_note: null })
  }
})
