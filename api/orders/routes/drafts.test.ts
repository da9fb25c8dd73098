import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DraftReply } from '#contract/draft.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi()
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const create = (fields: Record<string, string>) =>
  shop.call('POST', '/v1/drafts', { body: { draft: { fields } } })
const read = (id: string) => shop.call('GET', `/v1/drafts/${id}`)

async function keep(fields: Record<string, string>) {
  const { status, body } = await create(fields)
  expect(status).toBe(201)
  return DraftReply.parse(body).draft
}

test('a draft is returned as it was typed, for a day', async () => {
  const fields = { email: ' not an e-mail', 'passengers[0].weight': 'heavy', name: 'Ж <b>' }
  const draft = await keep(fields)
  expect(draft.id).toMatch(/^[\w-]{22}$/)
  shop.clock.advance(24 * 60 - 1)
  expect((await read(draft.id)).body).toEqual({ draft })
  shop.clock.advance(1)
  expect((await read(draft.id)).status).toBe(404)
})

test('a replaced draft lives another day', async () => {
  const { id } = await keep({ name: 'Ada' })
  shop.clock.advance(23 * 60)
  const replaced = await shop.call('PUT', `/v1/drafts/${id}`, {
    body: { draft: { fields: { name: 'Grace' } } },
  })
  expect(replaced.status).toBe(200)
  shop.clock.advance(23 * 60)
  expect(DraftReply.parse((await read(id)).body).draft.fields).toEqual({ name: 'Grace' })
})

test('an unknown or expired draft cannot be replaced', async () => {
  const { id } = await keep({ name: 'Ada' })
  shop.clock.advance(24 * 60)
  for (const unknown of [id, 'AAAAAAAAAAAAAAAAAAAAAA']) {
    const { status } = await shop.call('PUT', `/v1/drafts/${unknown}`, { body: { draft: { fields: {} } } })
    expect(status).toBe(404)
  }
})

test('the database does not show what was typed', async () => {
  await keep({ full_name: 'Wilhelmina Ostrander', weight: '187' })
  const { rows } = await shop.deps.database.query(`select encode(sealed, 'escape') as kept, * from drafts`)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('Wilhelmina')
})

test.each([
  ['a long value', { note: 'x'.repeat(2001) }],
  ['a long name', { ['n'.repeat(81)]: 'x' }],
  [
    'too much text altogether',
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${String(i)}`, 'x'.repeat(1990)])),
  ],
  ['too many fields', Object.fromEntries(Array.from({ length: 251 }, (_, i) => [`f${String(i)}`, 'x']))],
])('a draft with %s is refused', async (_name, fields) => {
  expect((await create(fields)).status).toBe(422)
})
