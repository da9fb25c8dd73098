import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import {
  createSellHelpers,
  openStaffShop,
  readFieldValue,
  readMainText,
  readOrderId,
  readRedirectPath,
} from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
beforeAll(async () => {
  ;({ shop, staff, pages } = await openStaffShop())
})
afterAll(() => shop.close())

const { saleOf, sell, brokenPromises } = createSellHelpers(() => ({ shop, staff }))
const REASON = 'Waited <three> hours for the fog'
const soldTo = (email: string) => shop.count('select count(*)::int from orders where email = $1', email)
const isOpen = (html: string) => /<details class="sale-other" open=""/.test(html)

describe('another price on the page of a sale', () => {
  test('is folded, and shows what is to pay before anything is sold, with what was typed', async () => {
    const { page, form } = await saleOf({ email: 'agreed@example.com' })
    const first = (await staff.get(page)).html
    expect(first).toContain('<summary>Another price</summary>')
    expect(isOpen(first)).toBe(false)
    const typed = { ...form, intent: 'price', staff_price: '$100', staff_price_reason: REASON }
    const shown = await staff.post(page, typed)
    expect(shown.status).toBe(200)
    expect(isOpen(shown.html)).toBe(true)
    expect(readFieldValue(shown.html, 'staff_price')).toBe('$100')
    expect(readFieldValue(shown.html, 'staff_price_reason')).toBe('Waited &lt;three&gt; hours for the fog')
    const text = readMainText(shown.html)
    expect(text).toMatch(/2 seats ?\$100\.00 each ?\$200\.00/)
    expect(text).toContain(
      'List price $229.00 for each seat. This price gives $258.00 of the $2,500.00 that you may ' +
        'give of an order.',
    )
    expect(text).toMatch(/Total \$[\d,]+\.\d\d/)
    expect(text).not.toContain('A colleague can approve this sale')
    expect(await soldTo('agreed@example.com')).toBe(0)
    const seen = readFieldValue(shown.html, 'seen') ?? ''
    const sold = await staff.post(page, { ...typed, intent: 'sell', seen })
    expect(sold.status).toBe(303)
    const path = readRedirectPath(sold.location)
    const order = readMainText((await staff.get(path)).html)
    expect(order).toContain(
      'Price set to $100.00 for each seat, list price $229.00. Reason: Waited &lt;three&gt; hours ' +
        'for the fog',
    )
    expect(Number(seen)).toBe(
      (await shop.count('select total_cents from orders where id = $1', readOrderId(path))) / 100,
    )
    expect(await brokenPromises()).toEqual([])
  })

  test.each([
    ['a word', { staff_price: 'half' }, 'Please type an amount in dollars, as 1250 or 12.50.'],
    ['less than nothing', { staff_price: '-1' }, 'Must be from 0 to 100,000'],
    ['far too much', { staff_price: '100,001' }, 'Must be from 0 to 100,000'],
    ['parts of a cent', { staff_price: '10.005' }, 'Must have at most two decimals'],
    ['a code beside it', { staff_price: '100', codes: 'FLY15' }, 'A code does not go with another price.'],
  ])('is refused with a sentence: %s', async (_, wrong, sentence) => {
    const { page, form } = await saleOf({ email: 'refused@example.com' })
    const refused = await staff.post(page, { ...form, intent: 'price', staff_price_reason: REASON, ...wrong })
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain(sentence)
    expect(isOpen(refused.html)).toBe(true)
    expect(readFieldValue(refused.html, 'staff_price')).toBe(wrong.staff_price)
    expect(readFieldValue(refused.html, 'seen')).toBeUndefined()
  })

  test('needs its reason, and a reason its price', async () => {
    const silent = await sell({ email: 'silent@example.com', staff_price: '100' })
    expect(silent.status).toBe(422)
    expect(readMainText(silent.html)).toContain('Please type why.')
    expect(readFieldValue(silent.html, 'staff_price')).toBe('100')
    const alone = await sell({ email: 'silent@example.com', staff_price_reason: REASON })
    expect(alone.status).toBe(422)
    expect(readMainText(alone.html)).toContain('Please type the price, or empty the reason.')
    expect(await soldTo('silent@example.com')).toBe(0)
  })

  test('stays typed when another day or party is chosen, and is none of gift cards', async () => {
    const { page, form } = await saleOf({})
    const typed = { ...form, staff_price: '100', staff_price_reason: 'A cousin' }
    const chosen = await staff.post(page, { ...typed, choose: 'people=3' })
    const { html } = await staff.get(chosen.location ?? '')
    expect(readFieldValue(html, 'staff_price')).toBe('100')
    expect(readFieldValue(html, 'staff_price_reason')).toBe('A cousin')
    expect(chosen.location).not.toContain('cousin')
    const gifts = await staff.get((await saleOf({ kind: 'gift_card' })).page)
    expect(gifts.html).not.toContain('Another price')
  })
})

describe('another price above the limit of who sells', () => {
  const priceOf = { staff_price: '0', staff_price_reason: REASON, quantity: '2' }

  test('is put before a colleague, whose press makes the sale', async () => {
    const { query } = shop.deps.database
    await query("update users set staff_limit_cents = 30000 where email = 'staff@example.com'")
    const { page, form } = await saleOf({ ...priceOf, email: 'asked@example.com' })
    const held = await staff.post(page, { ...form, choose: `departure=${form.departure}` })
    const at = held.location ?? ''
    const shown = await staff.post(at, { ...form, intent: 'price' })
    expect(readMainText(shown.html)).toContain(
      'This price gives $458.00, and you may give $300.00 of an order: a colleague has to approve it.',
    )
    expect(shown.html).toMatch(/<button[^>]*value="ask"[^>]*>Ask for approval/)
    const sale = { ...form, seen: readFieldValue(shown.html, 'seen') ?? '', key: 'one sale' }
    const refused = await staff.post(at, { ...sale, intent: 'sell' })
    expect(refused.status).toBe(409)
    expect(readMainText(refused.html)).toContain('Please ask for approval, or sell at the list price.')
    expect(readFieldValue(refused.html, 'staff_price_reason')).toContain('fog')
    expect(refused.html).toMatch(/<button[^>]*value="ask"[^>]*>Ask for approval/)
    for (let press = 1; press <= 2; press++)
      expect(await staff.post(at, { ...sale, intent: 'ask' })).toMatchObject({
        ...{ status: 303, location: '/staff/sell?asked=waits' },
      })
    expect(readMainText((await staff.get('/staff/sell?asked=waits')).html)).toContain(
      'A colleague has to approve this now, under Office, Approvals.',
    )
    expect(readMainText((await staff.get('/staff/sell?asked=waits')).html)).toContain('No seats are held')
    expect(await soldTo('asked@example.com')).toBe(0)
    const hold = Number(new URL(at, 'https://shop.example').searchParams.get('hold'))
    expect(
      await shop.count("select count(*)::int from holds where order_id = $1 and state = 'held'", hold),
    ).toBe(0)
    const own = (await staff.get('/staff/approvals')).html
    expect(readMainText(own)).toContain('An admin decides, or a colleague with a higher limit.')

    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const [first] = /<li class="q"[^]*?<\/li>/.exec((await admin.get('/staff')).html) ?? []
    expect(first).toContain('Sale at another price, $458.00')
    expect(first).toContain('Nothing is sold yet, and no seats are held.')
    const { html } = await admin.get('/staff/approvals')
    const text = readMainText(html)
    expect(text).toContain('Sale at another price, $458.00')
    expect(text).toContain('Waited &lt;three&gt; hours for the fog')
    expect(text).toMatch(/For Ada Lind\. Price set to \$0\.00 each\. Total \$[\d.]+\. 2 seats, [^.]+\./)
    const waiting = [...html.matchAll(/name="approval" value="(\d+)"/g)].map(([, id]) => id)
    expect(new Set(waiting).size).toBe(1)
    expect(
      await admin.post('/staff/approvals', { approval: waiting[0] ?? '', intent: 'approve' }),
    ).toMatchObject({ status: 303 })
    expect(await soldTo('asked@example.com')).toBe(1)
    expect(await brokenPromises()).toEqual([])
  })

  test('a code above the limit is asked for in the same way', async () => {
    const admin = await logIn(shop, 'admin@example.com')
    const discount = { name: 'Free', invoice_description: 'Free', publish_status: 'published', percent: 100 }
    const made = await shop.call('POST', '/v1/discounts', { token: admin, body: { discount } })
    const { id } = (made.body as { discount: { id: number } }).discount
    const code = { code: 'HOUSE', discount_id: id, redemption_limit: 10, publish_status: 'published' }
    await shop.call('POST', '/v1/discount_codes', { token: admin, body: { discount_code: code } })
    const refused = await sell({ email: 'coded@example.com', codes: 'HOUSE' })
    expect(refused.status).toBe(409)
    expect(refused.html).toMatch(/<button[^>]*value="ask"[^>]*>Ask for approval/)
  })
})
