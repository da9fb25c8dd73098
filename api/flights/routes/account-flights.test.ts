import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountFlightReply, AccountFlightsReply, FlightPhotoReply } from '#contract/flight.ts'
import { OrderLinkReply } from '#contract/order-link.ts'
import { findOrderToken } from '#api/store/orders/order-link.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

let shop: PayingShop
let photo: Buffer
beforeAll(async () => {
  shop = await openPayingShop()
  // A photo as a phone stores it: rotated, with place, owner and time in its metadata.
  const notes = {
    IFD0: { Copyright: 'Nora Adler, roof of 9 Pine St' },
    IFD3: { GPSLatitudeRef: 'N' },
  }
  photo = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#7fb2d6' } })
    .withExif(notes)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})
afterAll(() => shop.close())

const get = (path: string, token: string) => shop.call('GET', path, { token })
const flightsOf = async (token: string, when = '') =>
  AccountFlightsReply.parse((await get(`/v1/flights${when}`, token)).body).flights
const idOf = ({ order }: Sold) => order.flights[0]?.flight_id ?? 0

/** A call with bytes as body or answer. */
function raw(
  method: string,
  path: string,
  token?: string,
  more: { headers?: Record<string, string>; body?: Buffer } = {},
) {
  const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...more.headers }
  const body = more.body ? new Uint8Array(more.body) : null
  return shop.api.fetch(new Request(`http://v1.internal${path}`, { method, headers, body }))
}
const upload = (flightId: number, token: string, body: Buffer) =>
  raw('POST', `/v1/flights/${String(flightId)}/photos`, token, {
    body,
    headers: { 'Content-Type': 'image/jpeg' },
  })

/**
 * Runs with the clock after the landing and sets it back afterwards. Tokens that the test needs are
 * created there.
 */
async function afterLanding<T>({ order }: Sold, work: (token: string) => Promise<T>): Promise<T> {
  shop.clock.set(new Date(new Date(order.flights[0]?.arrive_at ?? '').getTime() + 3_600_000))
  try {
    const { logInAgain } = await import('#tests/support/give-tenders.ts')
    const { rows } = await shop.deps.database.query('select user_id from orders where id = $1', [order.id])
    return await work(await logInAgain(shop.deps, Number(rows[0]?.['user_id'])))
  } finally {
    shop.clock.set(TEST_NOW)
  }
}

test('an account lists its coming and past flights and no others', async () => {
  const sold = await sellOrder(shop, { seats: 2 })
  const [flight] = await flightsOf(sold.buyer.token, '?when=coming')
  expect(flight).toMatchObject({
    flight_id: idOf(sold),
    status: 'scheduled',
    orders: [{ number: sold.order.number, quantity: 2 }],
    photo_count: 0,
  })
  expect(await flightsOf(sold.buyer.token, '?when=past')).toEqual([])
  const one = AccountFlightReply.parse(
    (await get(`/v1/flights/${String(idOf(sold))}`, sold.buyer.token)).body,
  ).flight
  expect(one.directions.length).toBeGreaterThan(0)
  const { dawn, sunrise, sunset, dusk } = one.daylight
  expect([dawn, sunrise, sunset, dusk]).toEqual([dawn, sunrise, sunset, dusk].toSorted())

  const stranger = await openAccount(shop.deps)
  expect(await flightsOf(stranger.token)).toEqual([])
  expect((await get(`/v1/flights/${String(idOf(sold))}`, stranger.token)).status).toBe(404)
  const staff = await openStaffMember(shop.deps)
  expect((await get(`/v1/flights/${String(idOf(sold))}?everybody=0`, staff.token)).status).toBe(404)

  await shop.deps.database.query("update flights set status = 'delayed' where id = $1", [idOf(sold)])
  expect((await flightsOf(sold.buyer.token))[0]?.status).toBe('delayed')
  await shop.deps.database.query("update flights set status = 'scheduled' where id = $1", [idOf(sold)])
  await afterLanding(sold, async (token) => {
    expect((await flightsOf(token, '?when=past'))[0]?.status).toBe('landed')
    expect(await flightsOf(token, '?when=coming')).toEqual([])
  })
  // After a refund it is not a flight of the account any more.
  const paidBack = await sellOrder(shop)
  expect((await requestRefund(shop, staff.token, paidBack.order.id)).status).toBe(201)
  expect(await flightsOf(paidBack.buyer.token)).toEqual([])
})

test('photos are re-encoded upright without metadata and filed under the New York day', async () => {
  const sold = await sellOrder(shop)
  const before = await openStaffMember(shop.deps)
  expect((await upload(idOf(sold), before.token, photo)).status).toBe(409)
  await afterLanding(sold, async (token) => {
    const staff = await openStaffMember(shop.deps)
    expect(photo.includes('Pine St')).toBe(true)
    const made = await upload(idOf(sold), staff.token, photo)
    expect(made.status).toBe(201)
    const stored = FlightPhotoReply.parse(await made.json()).photo
    expect([stored.width, stored.height]).toEqual([400, 640])
    expect(stored.file_name.startsWith(`${sold.order.flights[0]?.local_date ?? ''}-`)).toBe(true)
    // Uploading the same file again returns the same photo.
    const again = FlightPhotoReply.parse(await (await upload(idOf(sold), staff.token, photo)).json()).photo
    expect(again.id).toBe(stored.id)

    const path = `/v1/flights/${String(idOf(sold))}/photos/${String(stored.id)}`
    const answer = await raw('GET', path, token)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const metadata = await sharp(bytes).metadata()
    expect([metadata.format, metadata.exif, metadata.orientation, metadata.icc]).toEqual([
      'jpeg',
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('Pine St')).toBe(false)
    const small = await sharp(
      Buffer.from(await (await raw('GET', `${path}?size=thumbnail`, token)).arrayBuffer()),
    ).metadata()
    expect(small.width).toBe(400)

    const { rows } = await shop.deps.database.query('select folder from flight_photos where id = $1', [
      stored.id,
    ])
    expect(rows[0]?.['folder']).toMatch(new RegExp(`^photos/${sold.order.flights[0]?.local_date ?? ''}/`))
    expect((await shop.call('DELETE', path, { token: staff.token })).status).toBe(204)
    expect((await raw('GET', path, token)).status).toBe(404)
  })
})

test('a flight that has left before its time has photos at once', async () => {
  const sold = await sellOrder(shop)
  const staff = await openStaffMember(shop.deps)
  expect((await upload(idOf(sold), staff.token, photo)).status).toBe(409)
  await shop.deps.database.query("update flights set status = 'landed' where id = $1", [idOf(sold)])
  expect((await upload(idOf(sold), staff.token, photo)).status).toBe(201)
})

test('disguised, too large and broken files are refused as photos', async () => {
  const sold = await sellOrder(shop)
  await afterLanding(sold, async () => {
    const { token } = await openStaffMember(shop.deps)
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    )
    const bomb = Buffer.concat([photo.subarray(0, 3), Buffer.alloc(200, 7)])
    for (const body of [
      drawing,
      bomb,
      photo.subarray(0, 200),
      Buffer.alloc(1),
      Buffer.alloc(25_000_001, 0xff),
    ]) {
      expect((await upload(idOf(sold), token, body)).status).toBe(422)
    }
  })
})

test('passengers see photos by account or mailed link; staff and the pilot add them', async () => {
  const sold = await sellOrder(shop)
  const other = await sellOrder(shop)
  const mailed = (await findOrderToken(shop.deps, { orderId: sold.order.id, to: sold.buyer.email })) ?? ''
  const others = (await findOrderToken(shop.deps, { orderId: other.order.id, to: other.buyer.email })) ?? ''
  await afterLanding(other, async (token) => {
    const pilot = await openStaffMember(shop.deps, 'pilot')
    expect((await upload(idOf(sold), pilot.token, photo)).status).toBe(404)
    await shop.deps.database.query('update flights set pilot_id = $1 where id = $2', [
      pilot.userId,
      idOf(sold),
    ])
    const made = await upload(idOf(sold), pilot.token, photo)
    const { id } = FlightPhotoReply.parse(await made.json()).photo
    expect((await upload(idOf(sold), token, photo)).status).toBe(403)

    const path = `/v1/flights/${String(idOf(sold))}/photos/${String(id)}`
    expect((await raw('GET', path)).status).toBe(401)
    expect((await raw('GET', path, token)).status).toBe(404)
    // The photo is not found under another flight of the caller either.
    expect((await raw('GET', `/v1/flights/${String(idOf(other))}/photos/${String(id)}`, token)).status).toBe(
      404,
    )
    expect((await raw('GET', `/v1/order_links/${others}/photos/${String(id)}`)).status).toBe(404)
    expect((await raw('GET', `/v1/order_links/${mailed}/photos/${String(id)}`)).status).toBe(200)
    const linked = OrderLinkReply.parse(await (await raw('GET', `/v1/order_links/${mailed}`)).json())
    expect(linked.photos.map((one) => one.id)).toEqual([id])
  })
})

test('a picture is cached only privately, revalidated each time and sent in ranges', async () => {
  const sold = await sellOrder(shop)
  await afterLanding(sold, async (token) => {
    const staff = await openStaffMember(shop.deps)
    const made = await upload(idOf(sold), staff.token, photo)
    const path = `/v1/flights/${String(idOf(sold))}/photos/${String(
      FlightPhotoReply.parse(await made.json()).photo.id,
    )}`
    const ask = (headers: Record<string, string>, query = '') =>
      raw('GET', `${path}${query}`, token, { headers })
    const whole = await ask({})
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(whole.headers.get('cache-control')).toBe('private, no-cache')
    const etag = whole.headers.get('etag') ?? ''
    const total = String(bytes.length)
    const cases: [Record<string, string>, number, string | null, Buffer | undefined][] = [
      [{ 'If-None-Match': etag }, 304, null, undefined],
      [{ 'If-None-Match': '"other"' }, 200, null, bytes],
      [{ Range: 'bytes=0-9' }, 206, `bytes 0-9/${total}`, bytes.subarray(0, 10)],
      [
        { Range: 'bytes=-5' },
        206,
        `bytes ${String(bytes.length - 5)}-${String(bytes.length - 1)}/${total}`,
        bytes.subarray(-5),
      ],
      [{ Range: 'bytes=20-' }, 206, `bytes 20-${String(bytes.length - 1)}/${total}`, bytes.subarray(20)],
      [{ Range: `bytes=${total}-` }, 416, `bytes */${total}`, undefined],
      [{ Range: 'bytes=0-1,5-6' }, 200, null, bytes],
      [{ Range: 'bytes=0-9', 'If-Range': '"other"' }, 200, null, bytes],
      [{ Range: 'bytes=0-9', 'If-Range': etag }, 206, `bytes 0-9/${total}`, bytes.subarray(0, 10)],
    ]
    for (const [headers, status, range, part] of cases) {
      const answer = await ask(headers)
      expect([headers, answer.status, answer.headers.get('content-range')]).toEqual([headers, status, range])
      const sent = Buffer.from(await answer.arrayBuffer())
      if (part) expect(sent.equals(part)).toBe(true)
      else expect(sent).toHaveLength(0)
    }
    expect((await ask({}, '?download=1')).headers.get('content-disposition')).toMatch(
      /^attachment; filename="2027-/,
    )
    expect((await ask({}, '?size=thumbnail')).headers.get('etag')).not.toBe(etag)
  })
})
