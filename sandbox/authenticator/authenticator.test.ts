import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'
import { readCode } from './authenticator.ts'

const PATH = '/sandbox/authenticator'
/** The key of RFC 6238's appendix B in base 32. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox()
})
afterAll(() => shop.close())
const page = async () => (await shop.get(PATH)).text()

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 1],
  [20000000000, '353130', 10],
])('shows the code of the standard at second %d', (second, code, secondsLeft) => {
  expect(readCode({ secret: RFC_KEY }, new Date(second * 1000))).toEqual({ code, secondsLeft })
})

test('a key that was added shows its code, and loads again when the code changes', async () => {
  expect(await page()).toContain('There is no key yet')
  const added = await shop.post(PATH, {
    account: 'staff@example.com',
    secret: 'gezd gnbv gy3t qojq gezd gnbv',
  })
  expect(added.status).toBe(303)
  const shown = await shop.get(PATH)
  expect(shown.headers.get('refresh')).toBe('31')
  const html = await shown.text()
  expect(html).toContain('staff@example.com')
  const first = /class="code">([\d ]+)</.exec(html)?.[1]
  shop.wait(30)
  const later = /class="code">([\d ]+)</.exec(await page())?.[1]
  expect(later).toMatch(/^\d{3} \d{3}$/)
  expect(later).not.toBe(first)
})

test('a later key of the same account replaces the first, and a key can be removed', async () => {
  await shop.post(PATH, { account: 'staff@example.com', secret: RFC_KEY })
  const html = await page()
  expect(html.match(/class="code"/g)).toHaveLength(1)
  const id = /name="remove" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect((await shop.post(PATH, { remove: id })).status).toBe(303)
  expect(await page()).toContain('There is no key yet')
})

test('a text that is no key is refused and stays in its field', async () => {
  const refused = await shop.post(PATH, { account: 'me <x>', secret: 'not a key 189' })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('value="not a key 189"')
  expect(html).toContain('value="me &lt;x&gt;"')
  expect(html).toContain('A key has 16 letters or more')
})
