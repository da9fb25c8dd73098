import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { type Account } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let desk: Account
let colleague: Account
let path: string
let passenger: number
let link: string
let leavesAt: number
beforeAll(async () => {
  shop = await openPayingShop()
  const sold = await sellOrder(shop)
  const { order } = sold
  passenger = order.passengers[0]?.id ?? 0
  path = `/v1/orders/${String(order.id)}/passengers/${String(passenger)}`
  const listed = await shop.call('GET', path.replace(/\/\d+$/, ''), { token: sold.buyer.token })
  const [own] = OrderPassengersReply.parse(listed.body).passengers
  link = new URL(own?.link ?? '').pathname.split('/').at(-1) ?? ''
  leavesAt = Date.parse(order.flights[0]?.depart_at ?? '')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.deps.database.query(
    "update passengers set weight_lbs = null, full_name = 'Kofi Mensah' where id = $1",
    [passenger],
  )
})

/** Sessions depend on the clock, so both sign in at the moment that a test is about. */
async function signInBefore(minutes: number) {
  shop.clock.set(new Date(leavesAt - minutes * 60_000))
  desk = await openStaffMember(shop.deps)
  colleague = await openStaffMember(shop.deps)
  await shop.deps.database.query("update users set first_name = 'Ann', last_name = 'Reed' where id = $1", [
    colleague.userId,
  ])
}
const correct = (fields: Record<string, unknown>, token = desk.token) =>
  shop.call('PATCH', path, { token, body: { passenger: fields } })
/** The passenger types into the form behind their own link. */
const fill = (form: Record<string, unknown>) =>
  shop.call('PUT', `/v1/passenger_links/${link}`, { body: { passenger_form: form } })
const weightOf = () => shop.count('select weight_lbs from passengers where id = $1', passenger)

describe('a weight with the value that was seen', () => {
  it('is refused with the present weight and the colleague who typed it', async () => {
    await signInBefore(5)
    expect((await correct({ weight: 178, weight_was: null }, colleague.token)).status).toBe(204)
    expect(await correct({ weight: 175, weight_was: null })).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        passenger: { id: passenger, full_name: 'Kofi Mensah', weight: 178 },
        changed_by: 'Ann Reed',
        changed_at: shop.clock.now().toISOString(),
      },
    })
    expect(await weightOf()).toBe(178)
    expect((await correct({ weight: 175, weight_was: 178 })).status).toBe(204)
    expect(await weightOf()).toBe(175)
  })

  it('names the colleague also while the passenger can still use their own form', async () => {
    await signInBefore(24 * 60)
    await correct({ weight: 178 }, colleague.token)
    expect(await correct({ weight: 175, weight_was: null })).toMatchObject({
      status: 409,
      body: {
        passenger: { weight: 178 },
        changed_by: 'Ann Reed',
        changed_at: shop.clock.now().toISOString(),
      },
    })
  })

  it('names the passenger who typed it in their own form, in an audit line without the weight', async () => {
    await signInBefore(24 * 60)
    await correct({ weight: 178 }, colleague.token)
    const typed = await fill({ full_name: 'Kofi Mensah', weight: 181 })
    expect(typed.status).toBe(200)
    expect(await correct({ weight: 175, weight_was: 178 })).toMatchObject({
      status: 409,
      body: { passenger: { weight: 181 }, changed_by: 'the passenger' },
    })
    const { rows } = await shop.deps.database.query(
      `select before, after from audit_log where resource = 'passengers' and resource_id = $1
       order by id desc limit 1`,
      [passenger],
    )
    expect(rows).toEqual([{ before: { weight: 'not kept' }, after: { weight: 'typed by the passenger' } }])
    await fill({ full_name: 'Kofi A. Mensah' })
    expect(await correct({ full_name: 'K. Mensah', full_name_was: 'Kofi Mensah' })).toMatchObject({
      status: 409,
      body: { passenger: { full_name: 'Kofi A. Mensah' }, changed_by: 'the passenger' },
    })
  })

  it('is done when the colleague typed the same weight', async () => {
    await correct({ weight: 178 }, colleague.token)
    expect((await correct({ weight: 178, weight_was: null })).status).toBe(204)
  })
})

it('a name that a colleague corrected meanwhile is not overwritten', async () => {
  await correct({ full_name: 'Kofi Mensah-Boateng' }, colleague.token)
  expect(await correct({ full_name: 'Kofie Mensah', full_name_was: 'Kofi Mensah' })).toMatchObject({
    status: 409,
    body: { passenger: { full_name: 'Kofi Mensah-Boateng' } },
  })
})

it('a client that does not send what it saw corrects as before', async () => {
  await correct({ weight: 178 }, colleague.token)
  expect((await correct({ weight: 175 })).status).toBe(204)
  expect(await weightOf()).toBe(175)
})
