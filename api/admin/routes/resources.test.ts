import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody, FieldErrors } from '#contract/errors.ts'
import { type Field } from '#contract/resources/field.ts'
import { listReplySchema, oneReplySchema } from '#contract/resources/resource-shape.ts'
import { wholeRows } from '#contract/resources/whole-rows.ts'
import { auditLog } from '#api/db/schema/audit.ts'
import { audiences, permissions } from '#api/rules/access/permissions.ts'
import { allResources } from '#api/admin/all-resources.ts'
import { type Resource, sortedFields } from '#api/resources/resource.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { departureAt, guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
const tokens: Record<string, string | undefined> = {}
beforeAll(async () => {
  const opened = await openShop()
  shop = opened.shop
  // A flight with held seats.
  const departure = await departureAt(shop, 6, opened.nextDay(), '14:30')
  await placeOrder(shop, await guestToken(shop), seatOrder(departure, 1))
  for (const who of ['customer', 'pilot', 'staff', 'admin'])
    tokens[who] = await logIn(shop, `${who}@example.com`)
  tokens['agent'] = (await openStaffMember(shop.deps, 'agent')).token
  tokens['guest'] = await guestToken(shop)
  tokens['key'] = (await makeApiKey(shop)).key
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: unknown, who = 'admin') => {
  const token = tokens[who]
  return shop.call(method, path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  })
}

const IdOf = z.looseObject({ id: z.number() })
const all = allResources.map((resource) => [resource.shape.plural, resource] as const)
const written = allResources
  .filter(({ methods, refused }) => methods.includes('create') && !refused?.create)
  .map((resource) => [resource.shape.plural, resource] as const)

/** Ids of the demo shop, for each resource that a field refers to. */
const known = new Map<string, number[]>()
async function idsOf(plural: string): Promise<number[]> {
  const cached = known.get(plural)
  if (cached) return cached
  const { body } = await call('GET', `/v1/${plural}?page_size=5`)
  const rows = z.record(z.string(), z.unknown()).parse(body)[plural] ?? []
  const ids = z
    .array(IdOf)
    .parse(rows)
    .map(({ id }) => id)
  known.set(plural, ids)
  return ids
}

/** Values that are valid for one field. */
function validValue(field: Field): fc.Arbitrary<unknown> {
  const value = validNonNullValue(field)
  return field.nullable ? fc.option(value, { nil: null, freq: 4 }) : value
}

let marks = 0
function validNonNullValue(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
      if (field.pattern) {
        marks += 1
        const samples = [
          '#a63a12',
          '/checkout/6',
          '/a.png',
          `s-${String(marks)}`,
          `CODE${String(marks)}`,
          `a${String(marks)}@example.com`,
          `${String(marks)}.example.com`,
          // A weather station.
          `K${String(marks % 1000).padStart(3, '0')}`,
          // The id of a photo that nobody has uploaded.
          'f'.repeat(32),
        ]
        return fc.constantFrom(...samples.filter((text) => field.pattern?.is.test(text)))
      }
      return fc
        .string({ minLength: 1, maxLength: Math.min(field.max ?? 20, 20), unit: 'grapheme-ascii' })
        .map((text) => text.trim() || 'x')
    case 'flag':
      return fc.boolean()
    case 'whole':
      return fc.integer({ min: field.min ?? 0, max: Math.min(field.max ?? 5_000, 5_000) })
    case 'number':
      return fc.integer({ min: field.min, max: field.max })
    case 'dollars':
      return fc.integer({ min: 0, max: 200_000 }).map((cents) => cents / 100)
    case 'percent':
      return fc.integer({ min: 1, max: 10_000 }).map((bps) => bps / 100)
    case 'instant':
      return fc
        .date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString())
    case 'date':
      return fc.integer({ min: 1, max: 28 }).map((day) => `2027-03-${String(day).padStart(2, '0')}`)
    case 'time':
      return fc.constantFrom('08:15', '23:45')
    case 'zone':
      return fc.constantFrom('America/New_York', 'Europe/Berlin')
    case 'choice':
      return fc.constantFrom(...field.of)
    case 'id':
      return fc.constantFrom(...(known.get(field.to) ?? [1]), 999_999)
    case 'ids':
      return fc.uniqueArray(fc.constantFrom(...(known.get(field.to) ?? [1])), { maxLength: 3 })
    case 'texts':
      return fc.array(fc.constantFrom('a', 'by train', 'ü'), { maxLength: 3 })
    case 'shape':
      return fc.constantFrom({ question: null }, { question: 'Whose birthday is it?' }, [])
  }
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    'x'.repeat(10_000),
    -1,
    1.005,
    2 ** 31,
    1e300,
    [],
    {},
    [null],
    true,
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    'DROP TABLE',
  ),
  fc.jsonValue(),
)

function bodies(resource: Resource, oddities: boolean): fc.Arbitrary<unknown> {
  const { fields, singular } = resource.shape
  const sent = Object.entries(fields).filter(([, { readOnly }]) => !readOnly)
  const model: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, field] of sent) {
    model[name] = oddities
      ? fc.oneof({ weight: 6, arbitrary: validValue(field) }, { weight: 1, arbitrary: strange })
      : validValue(field)
  }
  const required = sent.flatMap(([name, field]) => (field.required ? [name] : []))
  return fc.record(model, { requiredKeys: oddities ? [] : required }).map((row) => ({ [singular]: row }))
}

function expectInShape(resource: Resource, { status, body }: { status: number; body: unknown }) {
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  if (status === 200 || status === 201)
    expect(
      oneReplySchema(resource.shape, wholeRows[resource.shape.plural]).safeParse(body).error,
    ).toBeUndefined()
  else if (status === 422) expect(FieldErrors.safeParse(body).success).toBe(true)
  else if (status !== 204) expect(ErrorBody.safeParse(body).success).toBe(true)
}

const listed = all.filter(([, { methods }]) => methods.includes('list'))

test.each(listed)('%s are paged, filtered and sorted in the declared shape', async (plural, resource) => {
  const { shape } = resource
  const path = `/v1/${plural}`
  const { status, body } = await call('GET', `${path}?page_size=3`)
  expect(status).toBe(200)
  expect(listReplySchema(shape, wholeRows[shape.plural]).safeParse(body).error).toBeUndefined()
  for (const sort of sortedFields(resource)) {
    expect((await call('GET', `${path}?sort=-${sort}`)).status, sort).toBe(200)
  }
  expect((await call('GET', `${path}?sort=nothing`)).status).toBe(422)
  for (const [name, field] of Object.entries(shape.fields).filter(([, one]) => one.filter)) {
    const query =
      { id: '1', flag: 'true', date: '2027-03-01' }[field.kind as string] ??
      (field.kind === 'choice' ? field.of[0] : 'x')
    expect((await call('GET', `${path}?${name}=${query}`)).status, name).toBe(200)
  }
  if (!resource.methods.includes('read')) return
  for (const id of (await idsOf(plural)).slice(0, 2)) {
    const one = await call('GET', `${path}/${String(id)}`)
    expect(one.status).toBe(200)
    expect(oneReplySchema(shape, wholeRows[shape.plural]).safeParse(one.body).error).toBeUndefined()
  }
  expect((await call('GET', `${path}/999999`)).status).toBe(404)
  expect((await call('GET', `${path}/0x1`)).status).toBe(404)
})

describe.each(all)('%s', (plural, resource) => {
  const path = `/v1/${plural}`

  test('grants and refuses its calls to each kind of caller as the permission table says', async () => {
    const verbs = { list: 'GET', read: 'GET', create: 'POST', change: 'PATCH', remove: 'DELETE' } as const
    for (const method of resource.methods) {
      const many = method === 'list' || method === 'create'
      const row = permissions[`${verbs[method]} ${path}${many ? '' : '/:id'}`]
      for (const who of audiences) {
        const sent = method === 'create' || method === 'change' ? {} : undefined
        const { status } = await call(verbs[method], many ? path : `${path}/999999`, sent, who)
        const cell = `${who} ${method}: ${String(status)}`
        if (row?.[who] === 'no') expect([401, 403], cell).toContain(status)
        else expect([401, 403], cell).not.toContain(status)
      }
    }
  })
})

describe.each(written)('%s are written', (plural, resource) => {
  const { shape } = resource
  const path = `/v1/${plural}`

  test('a row is created, read, changed and removed, each with a line in the audit log', async () => {
    for (const { kind, ...rest } of Object.values(shape.fields)) {
      if ((kind === 'id' || kind === 'ids') && 'to' in rest) await idsOf(rest.to)
    }
    const [body] = await firstAccepted(resource)
    const made = await call('POST', path, body)
    expect(made.status, JSON.stringify({ body, made: made.body })).toBe(201)
    const reads = resource.methods.includes('read')
    const { id } = IdOf.parse(z.record(z.string(), z.unknown()).parse(made.body)[shape.singular])
    if (reads) expect((await call('GET', `${path}/${String(id)}`)).body).toEqual(made.body)
    expect((await call('PATCH', `${path}/${String(id)}`, { [shape.singular]: {} })).body).toEqual(made.body)
    const gone = await call('DELETE', `${path}/${String(id)}`)
    const lines = (await shop.deps.database.db.select().from(auditLog)).filter(
      (line) => line.resource === plural && line.resourceId === id,
    )
    const made1 = lines.find(({ action }) => action === 'create')
    expect(made1).toMatchObject({ before: null, after: { id } })
    expect(made1?.userId).toBeGreaterThan(0)
    if (resource.refused?.remove) expect(gone.status).toBe(409)
    else {
      expect(gone.status, JSON.stringify(gone.body)).toBe(204)
      expect(lines.find(({ action }) => action === 'remove')).toMatchObject({ before: { id }, after: null })
      if (reads) expect((await call('GET', `${path}/${String(id)}`)).status).toBe(404)
    }
  })

  test('any body is answered in the declared shape and never with a 5xx', async () => {
    const [id] = await idsOf(plural)
    await fc.assert(
      fc.asyncProperty(bodies(resource, true), fc.boolean(), async (body, change) => {
        const answer =
          change && id !== undefined
            ? await call('PATCH', `${path}/${String(id)}`, body)
            : await call('POST', path, body)
        expectInShape(resource, answer)
        await forgetLimits()
      }),
      { numRuns: 60 },
    )
  })
})

/**
 * Bodies whose fields are valid may still break a rule across several fields. Returns the first
 * accepted one.
 */
async function firstAccepted(resource: Resource): Promise<[unknown]> {
  for (const body of fc.sample(bodies(resource, false), { numRuns: 600, seed: 7 })) {
    const { status, body: reply } = await call('POST', `/v1/${resource.shape.plural}`, body)
    await forgetLimits()
    if (status !== 201) continue
    const { id } = IdOf.parse(z.record(z.string(), z.unknown()).parse(reply)[resource.shape.singular])
    await call('DELETE', `/v1/${resource.shape.plural}/${String(id)}`)
    return [body]
  }
  throw new Error(`Nothing that fits ${resource.shape.plural} was taken`)
}

/** This test writes more often than the call limits allow a person to. */
const forgetLimits = () => shop.deps.database.query('delete from call_counts')

describe('refused writes', () => {
  test('only an admin assigns roles, and never to themselves', async () => {
    const { body } = await call('GET', '/v1/users?page_size=100')
    const people = z
      .object({ users: z.array(z.looseObject({ id: z.number(), email: z.string() })) })
      .parse(body).users
    const idOf = (email: string) => String(people.find((one) => one.email === email)?.id)
    const [admin, staff, customer] = ['admin', 'staff', 'customer'].map((who) => idOf(`${who}@example.com`))
    const give = (id: string | undefined, role_ids: number[], who: string) =>
      call('PATCH', `/v1/users/${String(id)}`, { user: { role_ids } }, who)
    expect((await give(admin, [1, 2], 'admin')).status).toBe(403)
    expect((await give(staff, [1], 'staff')).status).toBe(403)
    expect((await give(customer, [1], 'customer')).status).toBe(403)
    expect((await give(customer, [5], 'admin')).status).toBe(422)
    expect(await give(customer, [3], 'admin')).toMatchObject({
      status: 200,
      body: { user: { role_ids: [3] } },
    })
    expect((await give(customer, [], 'admin')).status).toBe(200)
    const me = await call('GET', '/v1/users/me', undefined, 'customer')
    expect(me.status).toBe(200)
  })

  test.each([
    ['PATCH', '/v1/payments/1', { payment: {} }],
    ['DELETE', '/v1/payments/1', undefined],
    ['PATCH', '/v1/refunds/1', { refund: {} }],
    ['DELETE', '/v1/refunds/1', undefined],
    ['PATCH', '/v1/credits/1', { credit: {} }],
    ['DELETE', '/v1/credits/1', undefined],
    ['DELETE', '/v1/orders/1001', undefined],
    ['DELETE', '/v1/users/1', undefined],
    ['POST', '/v1/order_item_seats', { order_item_seat: {} }],
    ['PATCH', '/v1/order_item_seats/1', { order_item_seat: {} }],
    ['DELETE', '/v1/order_item_gift_cards/1', undefined],
  ])('%s %s answers 409 with the reason', async (method, path, body) => {
    const answer = await call(method, path, body)
    expect(answer.status).toBe(409)
    expect(ErrorBody.parse(answer.body).error.length).toBeGreaterThan(20)
  })

  test('a flight cannot be cancelled by changing its status', async () => {
    const { query } = shop.deps.database
    const { rows } = await query('select id from flights limit 1')
    const id = rows[0]?.['id']
    if (id === undefined) throw new Error('The demo shop has no flight')
    expect(
      (await call('PATCH', `/v1/flights/${String(id)}`, { flight: { status: 'called_off' } })).status,
    ).toBe(409)
    expect(
      (await call('PATCH', `/v1/flights/${String(id)}`, { flight: { status: 'delayed' } }, 'pilot')).status,
    ).toBe(404)
    expect(
      (await call('PATCH', `/v1/flights/${String(id)}`, { flight: { status: 'delayed' } }, 'staff')).status,
    ).toBe(200)
  })
})

test('the time of a departure with bookings cannot be changed', async () => {
  const { rows } = await shop.deps.database.query('select departure_id as id from slots limit 1')
  const id = String(rows[0]?.['id'])
  const answer = await call('GET', `/v1/departures/${id}`)
  expect(answer.body).toMatchObject({ departure: { departureAlreadyInUse: true } })
  expect(
    (await call('PATCH', `/v1/departures/${id}`, { departure: { day_of_week: 6, time: '03:33' } })).status,
  ).toBe(409)
  expect((await call('PATCH', `/v1/departures/${id}`, { departure: { seat_price: 240 } })).status).toBe(200)
  expect((await call('DELETE', `/v1/departures/${id}`)).status).toBe(409)
})

test('a row in use cannot be removed, and the refusal names what uses it', async () => {
  const { status, body } = await call('DELETE', '/v1/terminals/1')
  expect(status).toBe(409)
  expect(ErrorBody.parse(body).error).toMatch(
    /^This terminal is in use and stays: \d+ products leave from it/,
  )
})

test('a body with a control character is refused', async () => {
  const { status } = await call('PATCH', '/v1/terminals/1', { terminal: { name: 'a\u0000b' } })
  expect(status).toBe(422)
})

test('rows of the audit log can be neither changed nor deleted', async () => {
  await expect(shop.deps.database.query('delete from audit_log')).rejects.toThrow()
  await expect(shop.deps.database.query("update audit_log set resource = 'x'")).rejects.toThrow()
})

test('the catalogue answers 304 to a current ETag until somebody changes it', async () => {
  const read = (tag?: string) =>
    shop.call('GET', '/v1/fees', tag === undefined ? {} : { headers: { 'If-None-Match': tag } })
  const tag = (await read()).headers.get('ETag') ?? ''
  expect(tag).toMatch(/^W\/"/)
  const same = await read(tag)
  expect(same).toMatchObject({ status: 304, body: undefined })
  expect(same.headers.get('Vary')).toContain('Authorization')
  expect((await call('PATCH', '/v1/fees/1', { fee: { description: 'Another' } })).status).toBe(200)
  expect((await read(tag)).status).toBe(200)
  expect((await call('GET', '/v1/audit_log')).headers.get('ETag')).toBeNull()
})
