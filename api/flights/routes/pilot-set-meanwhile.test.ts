import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account } from '#tests/support/give-tenders.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let desk: Account
let colleague: Account
let [ida, piet]: number[] = []
let flight: number
beforeAll(async () => {
  shop = await openPayingShop()
  const { order } = await sellOrder(shop)
  flight = order.flights[0]?.flight_id ?? 0
  desk = await openStaffMember(shop.deps)
  colleague = await openStaffMember(shop.deps)
  await shop.deps.database.query("update users set first_name = 'Ann', last_name = 'Reed' where id = $1", [
    colleague.userId,
  ])
  ida = (await openStaffMember(shop.deps, 'pilot')).userId
  piet = (await openStaffMember(shop.deps, 'pilot')).userId
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.deps.database.query('update flights set pilot_id = null where id = $1', [flight])
})

const set = (fields: Record<string, unknown>, token = desk.token) =>
  shop.call('PATCH', `/v1/flights/${String(flight)}`, { token, body: { flight: fields } })
const pilotOf = () => shop.count('select coalesce(pilot_id, 0) from flights where id = $1', flight)

describe('setting a pilot with the value that was read', () => {
  it('answers 409 with the present pilot, who set them and when, and writes nothing', async () => {
    expect((await set({ pilot_id: ida, pilot_id_was: null }, colleague.token)).status).toBe(200)
    const late = await set({ pilot_id: piet, pilot_id_was: null })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        flight: { id: flight, pilot_id: ida },
        changed_by: 'Ann Reed',
        changed_at: shop.clock.now().toISOString(),
      },
    })
    expect(await pilotOf()).toBe(ida)
    // Whoever saw the colleague's choice may still overwrite it.
    expect((await set({ pilot_id: piet, pilot_id_was: ida })).status).toBe(200)
    expect(await pilotOf()).toBe(piet)
  })

  it('is refused when the pilot was taken away meanwhile', async () => {
    await set({ pilot_id: ida })
    await set({ pilot_id: null }, colleague.token)
    const late = await set({ pilot_id: piet, pilot_id_was: ida })
    expect(late).toMatchObject({ status: 409, body: { flight: { pilot_id: null }, changed_by: 'Ann Reed' } })
  })

  it('is done when the colleague chose the same pilot', async () => {
    await set({ pilot_id: ida }, colleague.token)
    expect((await set({ pilot_id: ida, pilot_id_was: null })).status).toBe(200)
  })

  it('names nobody when the audit log does not know who set the pilot', async () => {
    await set({ pilot_id: piet }, colleague.token)
    await shop.deps.database.query('update flights set pilot_id = $2 where id = $1', [flight, ida])
    const late = await set({ pilot_id: piet, pilot_id_was: null })
    expect(late).toMatchObject({ status: 409, body: { changed_by: null, changed_at: null } })
  })

  it('names no member of staff to another system', async () => {
    await set({ pilot_id: ida }, colleague.token)
    const { key } = await makeApiKey(shop, { scopes: ['flights:write'] })
    const late = await set({ pilot_id: piet, pilot_id_was: null }, key)
    expect(late).toMatchObject({ status: 409, body: { flight: { pilot_id: ida }, changed_by: null } })
  })

  it('refuses a value that is no id', async () => {
    expect((await set({ pilot_id: ida, pilot_id_was: 'Ida' })).status).toBe(422)
  })
})

it('a client that does not send what it read sets the pilot as before', async () => {
  await set({ pilot_id: ida }, colleague.token)
  expect((await set({ pilot_id: piet })).status).toBe(200)
  expect(await pilotOf()).toBe(piet)
})

it('another field is changed whoever flies', async () => {
  await set({ pilot_id: ida }, colleague.token)
  expect((await set({ color: '#1d4ed8', pilot_id_was: null })).status).toBe(200)
})
