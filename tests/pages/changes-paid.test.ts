import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cardHolder } from '#tests/support/card-holder.ts'
import { openReschedulingShop, type ReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { typeCard } from '#tests/support/type-card.ts'

// The test loads the whole shop, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

const VISA = '4242424242424242'
const DECLINES = '4000000000000002'

let shop: ReschedulingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openReschedulingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

/** Builds what the page's one form would send: its hidden fields and the given ones. */
function fieldsOf(html: string, more: Record<string, string>): Record<string, string> {
  const form = [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)]
    .map(([one]) => one)
    .find((one) => one.includes('form_key'))
  if (form === undefined) throw new Error('no form that pays')
  const hidden = [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(([input]) => {
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? ''
    return [valueOf('name'), valueOf('value')]
  })
  const fields = Object.fromEntries(hidden) as Record<string, string>
  return { ...fields, intent: 'purchase', terms_and_conditions: 'on', ...more }
}

async function bought() {
  const holder = await cardHolder(shop)
  const placed = await shop.order(holder.token, 1)
  await shop.pay(holder.token, placed, { stripe_source: 'pm_card_visa' })
  const order = await shop.read(holder.token, placed)
  return { holder, order, browser: await pages.browser({ token: holder.token }) }
}

/** Upgrades that are sold without a question are paid here. */
async function upgradePath(browser: Awaited<ReturnType<typeof bought>>['browser'], order: { id: number }) {
  const path = `/account/orders/${String(order.id)}`
  const id = /name="add" value="(\d+)"/.exec((await browser.get(path)).html)?.[1] ?? ''
  const chosen = await browser.get(`${path}?add=${id}`)
  expect([chosen.status, chosen.location]).toEqual([303, `${path}/upgrades?add=${id}`])
  return chosen.location ?? ''
}

test('the payment area of an order’s upgrades takes a saved card after a declined one', async () => {
  const { holder, order, browser } = await bought()
  const path = await upgradePath(browser, order)
  const page = await browser.get(path)
  expect(page.html).toContain('id="payment"')
  expect(page.html).toContain('Purchase Upgrade')
  // The content security policy of this page allows the provider's script.
  expect(page.headers.get('content-security-policy')).toContain("'nonce-")
  const { terms_and_conditions: terms, ...unread } = fieldsOf(page.html, {})
  const missing = await browser.post(path, unread)
  expect([terms, missing.status]).toEqual(['on', 422])
  expect(missing.html).toContain('Please read and accept the terms')
  const declined = await browser.post(
    path,
    fieldsOf(page.html, { card_token: await typeCard(shop.sandbox, DECLINES) }),
  )
  expect(declined.status).toBe(422)
  expect(declined.html).toContain('Your card was declined.')
  await holder.save(VISA)
  const again = await browser.get(path)
  expect(again.html).toContain('name="saved_card"')
  const [card] = await holder.cards()
  const paid = await browser.post(path, fieldsOf(again.html, { saved_card: String(card?.id) }))
  expect([paid.status, paid.location]).toEqual([303, `/account/orders/${String(order.id)}?added=1#upgrades`])
  const changes = (await shop.read(holder.token, order)).changes ?? []
  expect(changes.filter(({ status }) => status === 'completed')).toHaveLength(1)
})

test('a card typed into its page pays a reschedule, and a link offers the hosted page', async () => {
  const { holder, order, browser } = await bought()
  const to = await shop.nextWeek().sellExpensiveFlight()
  const date = new Date(Date.parse(to.departAt) - 6 * 3_600_000).toISOString().slice(0, 10)
  const item = order.order_items.find(({ kind }) => kind === 'seat')?.id ?? 0
  const bare = await browser.get(`/reschedule-flight/${String(item)}`)
  // When nothing is due, the page loads no script of the framework.
  expect(bare.headers.get('content-security-policy')).not.toContain("'nonce-")
  const path = `/reschedule-flight/${String(item)}?date=${date}&departure=${String(to.departureId)}`
  const page = await browser.get(path)
  expect(page.headers.get('content-security-policy')).toContain("'nonce-")
  const hosted = await browser.post(path, fieldsOf(page.html, { intent: 'hosted' }))
  expect([hosted.status, hosted.location]).toEqual([303, expect.stringContaining('/sandbox/')])
  const token = await typeCard(shop.sandbox, VISA)
  const fresh = await browser.get(path)
  const moved = await browser.post(path, fieldsOf(fresh.html, { card_token: token }))
  expect([moved.status, moved.location]).toEqual([
    303,
    expect.stringMatching(/\/reschedule-flight-confirmation\?order_id=\d+/),
  ])
  const read = await shop.read(holder.token, order)
  expect(read.changes?.at(-1)).toMatchObject({ kind: 'reschedule', status: 'completed' })
})

test('the wallet pays an upgrade and a reschedule for exactly the amount in its sheet', async () => {
  const { order, browser } = await bought()
  const begin = async (path: string) => {
    const { html } = await browser.get(path)
    const fields = fieldsOf(html, { intent: 'wallet' })
    const other = await browser.post(path, { ...fields, due: '1' })
    expect(other.status).toBe(409)
    expect(other.html).toContain('What is left to pay changed')
    // The page's script sends the form this way and reads only the answer.
    const begun = await browser.post(`${path.replace(/(\?|$)/, '.data$1')}`, fields)
    return begun.html
  }
  expect(await begin(await upgradePath(browser, order))).toMatch(/pi_\w+_secret_\w+/)
  const to = await shop.nextWeek().sellExpensiveFlight()
  const date = new Date(Date.parse(to.departAt) - 6 * 3_600_000).toISOString().slice(0, 10)
  const item = order.order_items.find(({ kind }) => kind === 'seat')?.id ?? 0
  const path = `/reschedule-flight/${String(item)}?date=${date}&departure=${String(to.departureId)}`
  expect(await begin(path)).toMatch(/pi_\w+_secret_\w+/)
})
