import { expect, test } from 'vitest'
import { keepUnchangedPages, type OnMade } from './unchanged-pages.ts'

/** A shop whose pages say how often they were made, and a database that tells its snapshot. */
function openShop() {
  const state = { snapshot: '7:7:', now: 0, made: 0, down: false, mayRepeat: true }
  const answer = keepUnchangedPages({
    readSnapshot: () =>
      state.down ? Promise.reject(new Error('the database is down')) : Promise.resolve(state.snapshot),
    clock: () => state.now,
  })
  const make = async (onMade?: OnMade) => {
    const page = `page ${String(++state.made)}`
    await Promise.resolve()
    if (state.mayRepeat) onMade?.(() => new Response(page))
    return new Response(page)
  }
  const ask = async (path = '/staff/board', headers: Record<string, string> = { Cookie: 'session=ann' }) =>
    (await answer(new Request(`http://desk.example${path}`, { headers }), make)).text()
  return { answer, ask, make, state }
}

test('a page is sent again while nothing was written', async () => {
  const { ask, state } = openShop()
  expect([await ask(), await ask(), await ask()]).toEqual(['page 1', 'page 1', 'page 1'])
  state.snapshot = '7:8:'
  expect(await ask()).toBe('page 2')
  expect(await ask()).toBe('page 2')
})

test('a page is made anew after ten seconds, or when the clock was set back', async () => {
  const { ask, state } = openShop()
  state.now = 100_000
  await ask()
  state.now += 9_999
  expect(await ask()).toBe('page 1')
  state.now += 1
  expect(await ask()).toBe('page 2')
  state.now -= 50_000
  expect(await ask()).toBe('page 3')
})

test('each browser, address and program gets a page of its own', async () => {
  const { ask } = openShop()
  await ask()
  expect(await ask('/staff/board', { Cookie: 'session=bo' })).toBe('page 2')
  expect(await ask('/staff/board?date=2027-01-01')).toBe('page 3')
  expect(await ask('/staff/board', { Cookie: 'session=ann', 'User-Agent': 'phone' })).toBe('page 4')
  expect(await ask()).toBe('page 1')
})

test('requests for a page that is being made wait for it', async () => {
  const { ask, state } = openShop()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['page 1', 'page 1', 'page 1'])
  expect(state.made).toBe(1)
})

test.each(['/', '/product/6', '/account', '/staffing', '/pilot'])(
  'the page %s, which is not of the desk, is made for each request',
  async (path) => {
    const { ask } = openShop()
    expect([await ask(path), await ask(path)]).toEqual(['page 1', 'page 2'])
  },
)

test('a form is never answered with a kept page, and visitors without a cookie get none', async () => {
  const { answer, ask, make } = openShop()
  await ask()
  const form = new Request('http://desk.example/staff/board', {
    method: 'POST',
    headers: { Cookie: 'session=ann' },
  })
  expect(await (await answer(form, make)).text()).toBe('page 2')
  expect(await ask('/staff/board', {})).toBe('page 3')
  expect(await ask('/staff/board', {})).toBe('page 4')
})

test('a page that may not be repeated is made for each request, also for those that waited', async () => {
  const { ask, state } = openShop()
  state.mayRepeat = false
  expect(await Promise.all([ask(), ask()])).toEqual(['page 1', 'page 2'])
  expect(await ask()).toBe('page 3')
})

test('while the database tells nothing, each page is made, and says itself what is wrong', async () => {
  const { ask, state } = openShop()
  await ask()
  state.down = true
  expect(await ask()).toBe('page 2')
  state.down = false
  expect(await ask()).toBe('page 1')
})

test('a page that failed is made anew', async () => {
  const { answer, ask } = openShop()
  const request = new Request('http://desk.example/staff/board', { headers: { Cookie: 'session=ann' } })
  const failing = answer(request, () => Promise.reject(new Error('no page')))
  const waiting = ask()
  await expect(failing).rejects.toThrow('no page')
  expect(await waiting).toBe('page 1')
})

test('of more than a hundred pages the oldest leaves', async () => {
  const { ask } = openShop()
  for (let page = 1; page <= 101; page++) await ask(`/staff/orders/${String(page)}`)
  expect(await ask('/staff/orders/2')).toBe('page 2')
  expect(await ask('/staff/orders/1')).toBe('page 102')
})
