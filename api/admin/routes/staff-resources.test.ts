import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READ_ONLY } from '#api/rules/fields/read-only-fields.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { ErrorBody } from '#contract/errors.ts'
import { type Order } from '#contract/order.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { type Account, giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { CARD, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: Account
let admin: Account
let pilot: Account
let buyer: Account
let order: Order
let flight: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  admin = await openStaffMember(shop.deps, 'admin')
  pilot = await openStaffMember(shop.deps, 'pilot')
  buyer = await openAccount(shop.deps)
  order = await shop.order(buyer.token, 2)
  await shop.payPage(await shop.hosted(buyer.token, order), CARD)
  await shop.deliverEvents()
  flight = String(order.flights[0]?.flight_id)
})
afterAll(() => shop.close())

const call = (who: Account, method: string, path: string, body?: unknown) =>
  shop.call(method, `/v1/${path}`, { token: who.token, ...(body === undefined ? {} : { body }) })
const statusOf = async (...request: Parameters<typeof call>) => (await call(...request)).status
const query = async (sql: string, values: unknown[] = []) =>
  (await shop.deps.database.query(sql, values)).rows
const audits = (resource: string) =>
  query('select action, before, after from audit_log where resource = $1 order by id', [resource])

describe('passengers', () => {
  const listed = `passengers?order_id=`

  test('are shown with weights only to staff and to the pilot of their flight', async () => {
    const path = `${listed}${String(order.id)}`
    const presented = { passengers: [{ full_name: 'Passenger 1', weight: 150 }, { weight: 150 }] }
    expect(await call(staff, 'GET', path)).toMatchObject({ status: 200, body: presented })
    expect(await statusOf(buyer, 'GET', path)).toBe(403)
    expect(await call(pilot, 'GET', path)).toMatchObject({ status: 200, body: { passengers: [] } })
    const [one] = await query('select id from passengers where order_id = $1 order by id', [order.id])
    expect(await statusOf(pilot, 'GET', `passengers/${String(one?.['id'])}`)).toBe(404)
    await call(staff, 'PATCH', `flights/${flight}`, { flight: { pilot_id: pilot.userId } })
    expect(await call(pilot, 'GET', path)).toMatchObject({ status: 200, body: presented })
    expect(await statusOf(pilot, 'GET', `passengers/${String(one?.['id'])}`)).toBe(200)
    expect(await statusOf(pilot, 'PATCH', `passengers/${String(one?.['id'])}`, { passenger: {} })).toBe(403)
  })

  test('can have name and seating corrected; the audit log records only that they changed', async () => {
    const [one] = await query('select id from passengers where order_id = $1 order by id', [order.id])
    const path = `passengers/${String(one?.['id'])}`
    const right = { full_name: 'Passenger One', seating: 'front left' }
    const heavier = await call(staff, 'PATCH', path, { passenger: { ...right, weight: 10 } })
    expect(heavier).toMatchObject({ status: 422, body: { weight: [READ_ONLY] } })
    const changed = await call(staff, 'PATCH', path, { passenger: { ...right, weight: 150 } })
    expect(changed).toMatchObject({ status: 200, body: { passenger: { ...right, weight: 150 } } })
    const [line] = await audits('passengers')
    expect(line).toMatchObject({ action: 'change', after: { full_name: 'changed', seating: 'changed' } })
    expect(JSON.stringify(line)).not.toMatch(/Passenger|front/)
    expect(figuresOf(line)).not.toContain(150)
    for (const [method, at] of [
      ['POST', 'passengers'],
      ['DELETE', path],
    ] as const)
      expect(
        await call(staff, method, at, method === 'POST' ? { passenger: { full_name: 'x' } } : undefined),
      ).toMatchObject({ status: 409 })
  })
})

test('staff read every field of all flights, and pilots of their own flights', async () => {
  const listed = await call(staff, 'GET', 'flights?everybody=1')
  const presented = {
    id: Number(flight),
    product_id: 6,
    brand_id: 1,
    departure_id: order.flights[0]?.departure_id,
    tag_list: [],
    seat_price: 229,
  }
  expect(listed).toMatchObject({ status: 200, body: { flights: [presented] } })
  expect(await call(staff, 'GET', `flights/${flight}?everybody=1`)).toMatchObject({
    body: { flight: presented },
  })
  expect(await call(pilot, 'GET', 'flights?everybody=1')).toMatchObject({ body: { flights: [presented] } })
  expect(await call(staff, 'GET', 'flights?everybody=0')).toMatchObject({
    status: 200,
    body: { flights: [] },
  })
  const stranger = await openStaffMember(shop.deps, 'pilot')
  expect(await call(stranger, 'GET', 'flights?everybody=1')).toMatchObject({ body: { flights: [] } })
  expect(await statusOf(stranger, 'GET', `flights/${flight}?everybody=1`)).toBe(404)
  expect(await call(buyer, 'GET', 'flights?everybody=1')).toMatchObject({
    body: { flights: [{ flight_id: Number(flight) }] },
  })
})

test('only staff can read a discount code by its id', async () => {
  const [row] = await query('select id, code from discount_codes where not internal order by id limit 1')
  const path = `discount_codes/${String(row?.['id'])}`
  expect(await call(staff, 'GET', path)).toMatchObject({
    status: 200,
    body: { discount_code: { code: row?.['code'] } },
  })
  expect(await statusOf(buyer, 'GET', path)).toBe(404)
  const digits = { discount_code: { code: '2027', discount_id: 1 } }
  expect(await statusOf(staff, 'POST', 'discount_codes', digits)).toBe(422)
})

describe('generated discount codes', () => {
  const batch = { discount_id: 1, quantity: 40, prefix: 'spring' }
  const make = (over: object = {}, who = staff) =>
    call(who, 'POST', 'discount_code_batches', { discount_code_batch: { ...batch, ...over } })

  test('are created at once, are unique and single-use, and each has a line in the audit log', async () => {
    const made = await make()
    expect(made.status).toBe(201)
    const { codes } = (made.body as { discount_code_batch: { codes: string[] } }).discount_code_batch
    expect(new Set(codes).size).toBe(40)
    for (const code of codes) expect(code).toMatch(/^SPRING-[2-9A-HJ-NP-Z]{8}$/)
    const read = await shop.call('GET', `/v1/discount_codes/${String(codes[0])}`)
    expect(read).toMatchObject({
      status: 200,
      body: { discount_code: { discount_id: 1, redemption_limit: 1 } },
    })
    expect((await audits('discount_codes')).filter(({ action }) => action === 'create')).toHaveLength(40)
  })

  test.each([
    [{ quantity: 1001 }],
    [{ quantity: 0 }],
    [{ prefix: '=1+1' }],
    [{ prefix: '20' }],
    [{ discount_id: 999_999 }],
    [{ redemption_limit: 0 }],
  ])('are refused with %j', async (wrong) => {
    expect((await make(wrong)).status).toBe(422)
  })

  test('can be created by staff only', async () => {
    expect((await make({}, buyer)).status).toBe(403)
    expect((await make({}, pilot)).status).toBe(403)
  })
})

describe('prizes', () => {
  test('are readable by their holder and staff, and stay once an order uses them', async () => {
    const prize = { upgrade_id: 1, user_id: buyer.userId, name: 'Photo, won' }
    const made = await call(staff, 'POST', 'prizes', { prize })
    expect(made).toMatchObject({ status: 201, body: { prize } })
    const id = (made.body as { prize: { id: number } }).prize.id
    const path = `prizes/${String(id)}`
    expect(await call(buyer, 'GET', 'prizes')).toMatchObject({ body: { prizes: [{ id }] } })
    expect(await statusOf(buyer, 'GET', path)).toBe(200)
    expect(await statusOf(await openAccount(shop.deps), 'GET', path)).toBe(404)
    expect(await call(staff, 'GET', 'prizes?everybody=0')).toMatchObject({ body: { prizes: [] } })
    expect(await call(staff, 'GET', `prizes?everybody=1&user_id=${String(buyer.userId)}`)).toMatchObject({
      body: { prizes: [{ id, user_id: buyer.userId, used_at: null }] },
    })
    await query('update prizes set order_id = $1 where id = $2', [order.id, id])
    expect(await statusOf(staff, 'PATCH', path, { prize: { name: 'Another' } })).toBe(409)
    expect(await statusOf(staff, 'DELETE', path)).toBe(409)
    await query('update prizes set order_id = null where id = $1', [id])
    expect(await statusOf(staff, 'DELETE', path)).toBe(204)
  })

  test('need a proven mailbox, and staff cannot award them to themselves', async () => {
    const give = (user_id: number, who = staff) =>
      statusOf(who, 'POST', 'prizes', { prize: { upgrade_id: 1, user_id, name: 'Won' } })
    expect(await give((await openAccount(shop.deps, { proven: false })).userId)).toBe(422)
    expect(await give(staff.userId)).toBe(403)
    expect(await give(admin.userId, admin)).toBe(201)
  })
})

describe('gift cards and vouchers', () => {
  const card = () => ({
    name: 'With our thanks',
    good_for_fare_id: 61,
    expires_at: '2028-01-01T00:00:00.000Z',
    purchaser_id: buyer.userId,
  })

  test('only an admin issues an unpaid gift card, and only its holder reads its code', async () => {
    expect(await statusOf(staff, 'POST', 'gift_cards', { gift_card: card() })).toBe(403)
    const made = await call(admin, 'POST', 'gift_cards', { gift_card: card() })
    expect(made).toMatchObject({
      status: 201,
      body: {
        gift_card: { value: 0, price: 289, code: null, good_for_fare_ids: [61, 62, 63, 64], unit: 'seat' },
      },
    })
    const path = `gift_cards/${String((made.body as { gift_card: { id: number } }).gift_card.id)}`
    expect(await call(staff, 'GET', path)).toMatchObject({
      status: 200,
      body: { gift_card: { code: null } },
    })
    expect(await call(buyer, 'GET', path)).toMatchObject({
      body: { gift_card: { code: expect.stringMatching(/\w{4}-/) } },
    })
    expect(await statusOf(await openAccount(shop.deps), 'GET', path)).toBe(404)
    expect((await audits('gift_cards')).at(-1)).toMatchObject({
      action: 'create',
      after: { purchaser_id: buyer.userId },
    })
    for (const wrong of [
      { expires_at: '2020-01-01T00:00:00Z' },
      { good_for_fare_id: 999_999 },
      { good_for_fare_ids: [62] },
      { purchaser_id: 999_999 },
    ])
      expect(
        await statusOf(admin, 'POST', 'gift_cards', { gift_card: { ...card(), ...wrong } }),
        JSON.stringify(wrong),
      ).toBe(422)
  })

  test('can be extended but neither shortened nor removed', async () => {
    const gift = `gift_cards/${String((await giveGiftCard(shop.deps, buyer.userId)).id)}`
    const paper = `vouchers/${String((await giveVoucher(shop.deps, buyer.userId)).id)}`
    for (const [path, wrapper] of [
      [gift, 'gift_card'],
      [paper, 'voucher'],
    ] as const) {
      const read = async () => (await call(staff, 'GET', path)).headers.get('ETag') ?? ''
      const put = (tag: string, body: unknown) =>
        shop.call('PATCH', `/v1/${path}`, {
          token: staff.token,
          body: { [wrapper]: body },
          headers: { 'If-Match': tag },
        })
      const tag = await read()
      const first = await put(tag, { expires_at: '2048-01-01T00:00:00.000Z' })
      expect([first.status, first.headers.get('ETag')]).toEqual([200, await read()])
      expect((await put(tag, { expires_at: '2049-01-01T00:00:00.000Z' })).status).toBe(412)
      expect((await put(await read(), { expires_at: '2049-01-01T00:00:00.000Z' })).status).toBe(200)
    }
    for (const [path, name] of [
      [gift, 'gift_card'],
      [paper, 'voucher'],
    ] as const) {
      const set = (expires_at: string) => statusOf(staff, 'PATCH', path, { [name]: { expires_at } })
      expect(await set('2027-06-01T00:00:00Z'), name).toBe(409)
      expect(await set('2099-06-01T00:00:00Z'), name).toBe(200)
      const refused = await call(staff, 'DELETE', path)
      expect(refused.status).toBe(409)
      expect(ErrorBody.parse(refused.body).error).toContain('stays in the books')
      expect(await statusOf(buyer, 'PATCH', path, { [name]: {} })).toBe(403)
      expect(await statusOf(await openAccount(shop.deps), 'GET', path)).toBe(404)
      expect(await statusOf(buyer, 'GET', path)).toBe(200)
    }
    const wider = { gift_card: { good_for_fare_ids: [61, 62, 63, 64, 65] } }
    expect(await statusOf(staff, 'PATCH', gift, wider)).toBe(403)
    expect((await audits('vouchers')).at(-1)).toMatchObject({ action: 'change' })
  })

  test('a voucher can be issued only to the customer of its order', async () => {
    const voucher = { order_id: order.id, value: 10, reason_type: 'goodwill', reason_description: 'Waited' }
    expect(
      await statusOf(staff, 'POST', 'vouchers', { voucher: { ...voucher, user_id: staff.userId } }),
    ).toBe(422)
    const given = await call(staff, 'POST', 'vouchers', { voucher: { ...voucher, user_id: buyer.userId } })
    expect(given).toMatchObject({ status: 201, body: { voucher: { value: 10, user_id: buyer.userId } } })
  })
})

test('a brand under maintenance takes new orders from staff only and completes open ones', async () => {
  const begun = await shop.order(buyer.token, 1)
  const close = (maintenance: boolean) => call(admin, 'PATCH', 'brands/1', { brand: { maintenance } })
  expect(await close(true)).toMatchObject({ status: 200, body: { brand: { maintenance: true } } })
  const { departureId, departAt } = await shop.nextFlight()
  const input = {
    order: {
      brand_id: 1,
      order_item_seats_attributes: [{ departure_id: departureId, depart_at: departAt, quantity: 1 }],
      passengers_attributes: [{ full_name: 'Ada' }],
    },
  }
  const refused = await call(buyer, 'POST', 'orders', input)
  expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance' } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await statusOf(staff, 'POST', 'orders', input)).toBe(201)
  await shop.payPage(await shop.hosted(buyer.token, begun), CARD)
  await shop.deliverEvents()
  expect((await shop.read(buyer.token, begun)).status).toBe('completed')
  await close(false)
  expect(await statusOf(buyer, 'POST', 'orders', input)).toBe(201)
})

describe('an old order', () => {
  const pages = async () => ({
    order: (await call(buyer, 'GET', `orders/${String(order.id)}`)).body,
    receipt: (await call(buyer, 'GET', `orders/${String(order.id)}/receipt`)).body,
  })
  const money = ({ order: presented }: { order: unknown }) => {
    const { order: one } = presented as { order: Order }
    return {
      items: one.order_items,
      lines: one.lines,
      total: one.total,
      paid: one.amount_paid,
      flights: one.flights,
    }
  }

  test('keeps its lines when product, fares, upgrades, fees or departure change', async () => {
    const before = await pages()
    const departure = String(order.flights[0]?.departure_id)
    const [fare] = await query('select fare_id as id from departures where id = $1', [departure])
    for (const [path, body] of [
      ['products/6', { product: { name: 'Another name', seat_price: 999 } }],
      [`fares/${String(fare?.['id'] ?? 61)}`, { fare: { name: 'Another fare', seat_price: 998 } }],
      [`departures/${departure}`, { departure: { seat_price: 997 } }],
      ['upgrades/1', { upgrade: { name: 'Another upgrade', price: 996, percent: null } }],
      ['fees/1', { fee: { name: 'Another fee', price: 995, percent: null } }],
    ] as const)
      expect(await statusOf(staff, 'PATCH', path, body), path).toBe(200)
    const after = await pages()
    expect(money(after)).toEqual(money(before))
    expect(after.receipt).toMatchObject({
      receipt: { paid: (before.receipt as { receipt: { paid: number } }).receipt.paid },
    })
    expect(JSON.stringify(after)).not.toMatch(/[:$]99[5-9]\b|Another (name|fare|upgrade|fee)/)
  })

  test('keeps its product, fares and fees from being removed, and the refusal names the use', async () => {
    const departure = String(order.flights[0]?.departure_id)
    for (const [path, says] of [
      ['products/6', /orders bought it/],
      [`departures/${departure}`, /flights were made of it/],
      ['terminals/1', /products leave from it/],
      ['brands/1', /orders were placed with it/],
    ] as const) {
      const refused = await call(admin, 'DELETE', path)
      expect(refused.status, path).toBe(409)
      expect(ErrorBody.parse(refused.body).error).toMatch(says)
    }
  })
})

test('weights and notes of passengers are erased exactly thirty days after the flight', async () => {
  const readStored = async () =>
    (
      await query(
        'select weight_lbs, seating, boarding_note, full_name from passengers where order_id = ' +
          '$1 order by id',
        [order.id],
      )
    )[0]
  await query("update passengers set boarding_note = 'sits in front' where order_id = $1", [order.id])
  await query('update passengers set seating = $1 where order_id = $2', ['front left', order.id])
  const departs = Date.parse(order.flights[0]?.depart_at ?? '')
  const minutes = (departs - shop.clock.now().getTime()) / 60_000
  shop.clock.advance(Math.floor(minutes + 29 * 1440))
  await cleanUp(shop.deps)
  expect(await readStored()).toMatchObject({ weight_lbs: 150, boarding_note: 'sits in front' })
  shop.clock.advance(2 * 1440)
  await cleanUp(shop.deps)
  expect(await readStored()).toMatchObject({ weight_lbs: null, seating: null, boarding_note: null })
  expect((await readStored())?.['full_name']).not.toBe('')
  const [held] = await query('select weight_lbs from holds where order_id = $1', [order.id])
  expect(held?.['weight_lbs']).toBe(0)
})
