import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: TestApi
let pages: ShopPages
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

async function openDesk(name: string): Promise<Browser & { token: string }> {
  const { userId, token } = await openStaffMember(shop.deps, 'admin')
  await shop.deps.database.query('update users set first_name = $2, last_name = $3 where id = $1', [
    userId,
    name,
    'Reed',
  ])
  return { ...(await pages.browser({ token })), token }
}

const keyIn = (html: string) => /name="key" value="([\w-]{36})"/.exec(html)?.[1] ?? ''

test('a page of the desk that stays the same has another key of its form in each answer', async () => {
  const desk = await openDesk('Ann')
  const [first, second] = [
    await desk.get('/staff/catalogue/week'),
    await desk.get('/staff/catalogue/week'),
  ].map(({ html }) => html)
  const [one, two] = [keyIn(first ?? ''), keyIn(second ?? '')]
  expect(one).not.toBe('')
  expect(two).not.toBe('')
  expect(two).not.toBe(one)
  expect(second?.replaceAll(two, '')).toBe(first?.replaceAll(one, ''))
})

test('a page of the desk has the name of who asks for it', async () => {
  const [ann, bo] = [await openDesk('Ann'), await openDesk('Bo')]
  expect((await ann.get('/staff/agents')).html).toContain('Ann Reed')
  const { html } = await bo.get('/staff/agents')
  expect(html).toContain('Bo Reed')
  expect(html).not.toContain('Ann Reed')
})

test('a page of the desk shows what a colleague changed', async () => {
  const desk = await openDesk('Ann')
  const path = '/staff/agents'
  expect((await desk.get(path)).html).not.toContain('Harbor Desk')
  const agent = { brand_id: 1, name: 'Harbor Desk', code: 'harbor-desk', percent: 10 }
  const made = await shop.call('POST', '/v1/agents', { token: (await openDesk('Bo')).token, body: { agent } })
  expect(made.status).toBe(201)
  expect((await desk.get(path)).html).toContain('Harbor Desk')
})

test('a page of the desk asks the service again only after something was written', async () => {
  const desk = await openDesk('Ann')
  const path = '/staff/promises'
  const asked = () => pages.calls.length
  // What the tests before have left to do may still write.
  const countCalls = async () => {
    const before = asked()
    await desk.get(path)
    return asked() - before
  }
  await expect.poll(countCalls, { timeout: 20_000 }).toBe(0)
  const before = asked()
  await shop.deps.database.query(`update users set last_name = 'Moss' where first_name = 'Ann'`)
  expect((await desk.get(path)).html).toContain('Ann Moss')
  expect(asked()).toBeGreaterThan(before)
})

test('who logged out sees no page of the desk again', async () => {
  const desk = await openDesk('Ann')
  const path = '/staff/promises'
  expect((await desk.get(path)).status).toBe(200)
  expect((await desk.get(path)).status).toBe(200)
  expect((await shop.call('DELETE', '/v1/user_token', { token: desk.token })).status).toBe(204)
  expect((await desk.get(path)).status).toBe(303)
})
