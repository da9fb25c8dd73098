import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isChangeable } from '#contract/resources/resource-shape.ts'
import { READ_ONLY, NO_SUCH_FIELD } from '#api/rules/fields/read-only-fields.ts'
import { allResources } from '#api/admin/all-resources.ts'
import { departureAt, guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
const tokens: Record<string, string> = {}
beforeAll(async () => {
  const opened = await openShop()
  shop = opened.shop
  const departure = await departureAt(shop, 6, opened.nextDay(), '14:30')
  tokens['guest'] = await guestToken(shop)
  await placeOrder(shop, tokens['guest'], seatOrder(departure, 2))
  for (const who of ['customer', 'admin']) tokens[who] = await logIn(shop, `${who}@example.com`)
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: unknown, who = 'admin') =>
  shop.call(method, path, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })

const Row = z.looseObject({ id: z.union([z.number(), z.string()]) })
const rowsOf = (body: unknown, key: string) =>
  z.array(Row).parse(z.record(z.string(), z.unknown()).parse(body)[key] ?? [])

const changed = allResources.filter(
  ({ methods, refused }) => methods.includes('list') && methods.includes('change') && !refused?.change,
)

describe.each(changed.map((resource) => [resource.shape.plural, resource] as const))(
  '%s',
  (plural, { shape }) => {
    const first = async () => {
      const listed = await call(
        'GET',
        `/v1/${plural}?page_size=1${plural === 'flights' ? '&everybody=1' : ''}`,
      )
      return rowsOf(listed.body, plural)[0]
    }
    const send = (id: unknown, fields: object) =>
      call('PATCH', `/v1/${plural}/${String(id)}`, { [shape.singular]: fields })

    test('a row that is sent back as it was read is accepted and unchanged', async () => {
      const row = await first()
      if (!row) return
      const answer = await send(row.id, row)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const returned = z.record(z.string(), z.unknown()).parse(answer.body)[shape.singular]
      expect({ ...row, ...(returned as object), updated_at: 0 }).toEqual({ ...row, updated_at: 0 })
    })

    test('a read-only or unknown field is refused by its name', async () => {
      const row = await first()
      if (!row) return
      const others = Object.entries(shape.fields).flatMap(([name, field]) =>
        isChangeable(field) ? [] : [name],
      )
      for (const name of ['id', ...others]) {
        const answer = await send(row.id, { [name]: 'something else' })
        expect(answer, name).toMatchObject({ status: 422, body: { [name]: [READ_ONLY] } })
      }
      expect(await send(row.id, { nowhere: 1 })).toMatchObject({
        status: 422,
        body: { nowhere: [NO_SUCH_FIELD] },
      })
    })
  },
)

describe('the caller’s own account', () => {
  test('can be sent back as it was read, including null fields', async () => {
    const read = await call('GET', '/v1/users/me', undefined, 'customer')
    const { user } = z.object({ user: z.record(z.string(), z.unknown()) }).parse(read.body)
    const answer = await call('PATCH', '/v1/users/me', { user }, 'customer')
    expect(answer).toMatchObject({ status: 200, body: { user } })
    const wrong = await call('PATCH', '/v1/users/me', { user: { credit: 1000, nickname: 'Ada' } }, 'customer')
    expect(wrong).toMatchObject({ status: 422, body: { credit: [READ_ONLY], nickname: [NO_SUCH_FIELD] } })
  })
})

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({ parameters: z.array(z.looseObject({ name: z.string().optional() })).default([]) }),
    ),
  ),
})
/**
 * Lists whose rows have no id of their own: days of a week, days of a search, counts, and rows that
 * are identified by a name or by another row, such as consents by their brand. `callers` is a
 * search that finds a few, and `product_sheets` are pages about rows of `products`.
 */
const WITHOUT_IDS = [
  'aircraft_outages',
  'duty_limits',
  'schedules',
  'promises',
  'hand_outs',
  'credit_movements',
  'next',
  'search',
  'passengers',
  'order_counts',
  'state_counts',
  'callers',
  'product_sheets',
  'text_consents',
  'care_reports',
  'written_texts',
  'written_text_versions',
  'written_text_drafts',
  'passkeys',
  'recovery_codes',
  'pilot_flights',
  'weather_days',
  'weather_holds',
  'rescue_plans',
]

test('id[] filters every list to the named rows', async () => {
  const { paths } = Document.parse((await call('GET', '/v1/openapi.json')).body)
  const tried: string[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    const name = path.split('/').at(-1) ?? ''
    if (!get || name.startsWith('{') || WITHOUT_IDS.includes(name)) continue
    const whole = path.includes('{') ? '' : path
    if (whole === '' || !/s$|aircraft$|audit_log$/.test(name)) continue
    const queryStart = name === 'contests' ? '?brand_id=1&' : '?'
    for (const who of ['admin', 'customer']) {
      const listed = await call('GET', `${path}${queryStart}`, undefined, who)
      if (listed.status !== 200 || !(name in z.looseObject({}).parse(listed.body))) continue
      expect(
        get.parameters.map((one) => one.name),
        path,
      ).toContain('id[]')
      tried.push(name)
      const [row] = rowsOf(listed.body, name)
      const none = typeof row?.id === 'string' ? crypto.randomUUID() : '2147483647'
      const uuids = ['sessions', 'jobs'].includes(name)
      const empty = await call(
        'GET',
        `${path}${queryStart}id[]=${uuids ? crypto.randomUUID() : none}`,
        undefined,
        who,
      )
      expect([path, empty.status, rowsOf(empty.body, name).length]).toEqual([path, 200, 0])
      if (!row) continue
      const one = await call('GET', `${path}${queryStart}id[]=${String(row.id)}`, undefined, who)
      expect(
        rowsOf(one.body, name).map(({ id }) => id),
        path,
      ).toEqual([row.id])
    }
  }
  expect(new Set(tried).size).toBeGreaterThan(30)
})
