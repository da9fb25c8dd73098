import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account } from '../support/give-tenders.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { sellOrder } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

let shop: PayingShop
let close: () => Promise<void>
let staff: Account[]
beforeAll(async () => {
  ;({ shop, close } = await openRacingShop())
  staff = await Promise.all([1, 2, 3, 4].map(() => openStaffMember(shop.deps)))
})
afterAll(() => close())

const sorted = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

it('of four who set the pilot of a flight at once, one does and the others see whom', async () => {
  const pilots = await Promise.all(staff.map(() => openStaffMember(shop.deps, 'pilot')))
  for (let round = 0; round < 6; round++) {
    const { order } = await sellOrder(shop)
    const flight = order.flights[0]?.flight_id ?? 0
    const answers = await Promise.all(
      staff.map(({ token }, at) => {
        const body = { flight: { pilot_id: pilots[at]?.userId, pilot_id_was: null } }
        return shop.call('PATCH', `/v1/flights/${String(flight)}`, { token, body })
      }),
    )
    expect(sorted(answers)).toEqual([200, 409, 409, 409])
    const pilot = await shop.count('select pilot_id from flights where id = $1', flight)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(pilot).toBe(pilots[winner]?.userId)
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ flight: { pilot_id: pilot } })
    }
  }
})

it('of four who type the weight of a passenger at once, one does and the others see which', async () => {
  for (let round = 0; round < 6; round++) {
    const { order } = await sellOrder(shop)
    const passenger = order.passengers[0]?.id ?? 0
    await shop.deps.database.query('update passengers set weight_lbs = null where id = $1', [passenger])
    const path = `/v1/orders/${String(order.id)}/passengers/${String(passenger)}`
    const answers = await Promise.all(
      staff.map(({ token }, at) =>
        shop.call('PATCH', path, { token, body: { passenger: { weight: 160 + at, weight_was: null } } }),
      ),
    )
    expect(sorted(answers)).toEqual([204, 409, 409, 409])
    const weight = await shop.count('select weight_lbs from passengers where id = $1', passenger)
    expect(weight).toBe(160 + answers.findIndex(({ status }) => status === 204))
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ passenger: { weight } })
    }
  }
})

it('of four who save a text at once, one does and the others read its words', async () => {
  const admins = await Promise.all(staff.map(() => openStaffMember(shop.deps, 'admin')))
  const brands = [1, 2]
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(
      admins.map(({ token }, at) => {
        const written_text = {
          ...{ name: 'press', title: 'Press', summary: 'In short', note: 'Why' },
          body: `Words ${String(round)} of ${String(at)}`,
          // As two pages send the brands that were ticked.
          brands: (at % 2 === 0 ? brands : brands.toReversed()).map((id) => ({
            ...{ brand_id: id, version_was: round },
          })),
        }
        return shop.call('POST', '/v1/written_text_versions', { token, body: { written_text } })
      }),
    )
    expect(sorted(answers)).toEqual([201, 409, 409, 409])
    const winner = answers.findIndex(({ status }) => status === 201)
    const body = `Words ${String(round)} of ${String(winner)}`
    for (const { status, body: told } of answers) {
      if (status === 409) expect(told).toMatchObject({ written_text_version: { version: round + 1, body } })
    }
  }
})

it('the weights of a party that are typed at once and do not fit raise one task', async () => {
  const tasks =
    "select count(*) from staff_tasks where order_id = $1 and kind = 'weight_does_not_fit' and state = 'open'"
  for (let round = 0; round < 6; round++) {
    const { order } = await sellOrder(shop, { seats: 3 })
    const flight = order.flights[0]?.flight_id ?? 0
    await shop.deps.database.query('update flights set max_weight_lbs = 600 where id = $1', [flight])
    const answers = await Promise.all(
      order.passengers.map(({ id }, at) =>
        shop.call('PATCH', `/v1/orders/${String(order.id)}/passengers/${String(id)}`, {
          token: staff[at]?.token ?? '',
          body: { passenger: { weight: 240 } },
        }),
      ),
    )
    expect(sorted(answers)).toEqual([204, 204, 204])
    expect(await shop.count(tasks, order.id)).toBe(1)
  }
})
