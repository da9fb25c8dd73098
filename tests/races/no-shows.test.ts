import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyNoShows } from '#api/disruptions/no-shows/apply-no-shows.ts'
import { type Account } from '../support/give-tenders.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { sellOrder } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

let shop: PayingShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, close } = await openRacingShop())
})
afterAll(() => close())

/** A paid party shortly before its flight, and two members of staff. */
async function atTheGate() {
  await shop.deps.database.query("update products set no_show = 'move' where id = 6")
  const { order } = await sellOrder(shop)
  const [flight] = order.flights
  shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 20 * 60_000))
  const staff = await Promise.all([openStaffMember(shop.deps), openStaffMember(shop.deps)])
  return { order, flight: flight?.flight_id ?? 0, passenger: order.passengers[0]?.id ?? 0, staff }
}
type Gate = Awaited<ReturnType<typeof atTheGate>>

const board = (gate: Gate, by: Account | undefined, boarding: string, was: string | null) =>
  shop.call('PATCH', `/v1/flights/${String(gate.flight)}/passengers/${String(gate.passenger)}`, {
    token: by?.token ?? '',
    body: { passenger: { boarding, boarding_was: was } },
  })

it('of a check-in and a no-show pressed at once, one counts and the other sees it', async () => {
  for (let round = 0; round < 6; round++) {
    const gate = await atTheGate()
    const answers = await Promise.all([
      board(gate, gate.staff[0], 'checked_in', null),
      board(gate, gate.staff[1], 'no_show', null),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { rows } = await shop.deps.database.query('select boarding from passengers where id = $1', [
      gate.passenger,
    ])
    expect(rows[0]?.['boarding']).toBe(answers[0]?.status === 200 ? 'checked_in' : 'no_show')
  }
})

it('two jobs that apply the rule while staff undo the no-show give nothing that stands', async () => {
  for (let round = 0; round < 6; round++) {
    const gate = await atTheGate()
    await board(gate, gate.staff[0], 'no_show', null)
    await shop.deps.database.query("update flights set status = 'departed' where id = $1", [gate.flight])
    const [undone] = await Promise.all([
      board(gate, gate.staff[1], 'checked_in', 'no_show'),
      applyNoShows(shop.deps),
      applyNoShows(shop.deps),
    ])
    expect(undone.status).toBe(200)
    const of = 'from no_shows n left join vouchers v on v.id = n.voucher_id where n.order_id = $1'
    expect(await shop.count(`select count(*) ${of} and n.undone_at is null`, gate.order.id)).toBe(0)
    expect(await shop.count(`select count(*) ${of} and v.state <> 'void'`, gate.order.id)).toBe(0)
  }
})

it('two jobs at once settle a party once, with one mail', async () => {
  for (let round = 0; round < 4; round++) {
    const gate = await atTheGate()
    await board(gate, gate.staff[0], 'no_show', null)
    await shop.deps.database.query("update flights set status = 'departed' where id = $1", [gate.flight])
    await Promise.all([applyNoShows(shop.deps), applyNoShows(shop.deps), applyNoShows(shop.deps)])
    const id = gate.order.id
    expect(await shop.count('select count(*) from no_shows where order_id = $1', id)).toBe(1)
    expect(await shop.count("select count(*) from mails where kind = 'no_show' and order_id = $1", id)).toBe(
      1,
    )
  }
})
