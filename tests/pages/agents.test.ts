import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMainText } from '#tests/support/staff-sell.ts'
import { openAgent } from '#tests/support/open-agent.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let pages: ShopPages
let admin: Browser
let staff: Browser
let hotel: Browser
let own: Awaited<ReturnType<typeof openAgent>>
let orderId: number
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  admin = await pages.browser({ token: (await openStaffMember(shop.deps, 'admin')).token })
  staff = await pages.browser({ token: (await openStaffMember(shop.deps)).token })
  const account = await openStaffMember(shop.deps, 'agent')
  hotel = await pages.browser({ token: account.token })
  const token = await shop.guest('buyer@example.com')
  const order = await shop.order(token, 2)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
  orderId = order.id
  own = await openAgent(shop, { orderId, userId: account.userId })
}, 180_000)
afterAll(() => shop.close())

describe('the agents of the desk', () => {
  test('are made by an admin, and what was typed stays after an error', async () => {
    const typed = {
      intent: 'new',
      name: 'City Pass',
      code: 'no code',
      brand_id: '1',
      percent: '18',
      user_id: '',
    }
    const refused = await admin.post('/staff/agents', typed)
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('Use 2 to 40 letters, digits and hyphens')
    expect(refused.html).toContain('value="City Pass"')
    const made = await admin.post('/staff/agents', { ...typed, code: 'city-pass' })
    expect(made.location).toMatch(/^\/staff\/agents\/\d+\?done=made$/)
    const page = await admin.get(made.location ?? '')
    expect(readMainText(page.html)).toContain('The agent is made.')
    expect(page.html).toContain('/?affiliate=city-pass')
    const list = await staff.get('/staff/agents')
    expect(readMainText(list.html)).toContain('City Pass')
    expect(list.html).not.toContain('value="new"')
    expect((await staff.post('/staff/agents', { ...typed, code: 'another' })).status).toBe(404)
  })

  test('get another commission from a day to come, and are ended', async () => {
    const path = `/staff/agents/${String(own.id)}`
    const past = await admin.post(path, { intent: 'terms', percent: '15', from: '2020-01-01' })
    expect(readMainText(past.html)).toContain('Must be a day to come')
    expect(past.html).toContain('value="15"')
    const set = await admin.post(path, { intent: 'terms', percent: '15', from: '2030-01-01' })
    expect(set.location).toBe(`${path}?done=terms`)
    expect((await admin.post(path, { intent: 'end' })).location).toBe(`${path}?done=ended`)
    expect(readMainText((await staff.get(path)).html)).toContain('Ended')
    expect((await admin.post(path, { intent: 'begin' })).location).toBe(`${path}?done=begun`)
    const renamed = await admin.post(path, { intent: 'change', name: '', user_id: '' })
    expect(readMainText(renamed.html)).toContain('Please enter a name')
  })

  test('have statements that only an admin notes as paid', async () => {
    const path = `/staff/agents/statements/${String(own.statementId)}`
    const page = readMainText((await staff.get(path)).html)
    for (const words of ['January 2000', 'To be paid', '$12.00', `O-${String(orderId)}`])
      expect(page).toContain(words)
    expect((await staff.post(path, { intent: 'pay', reference: 'Mine' })).status).toBe(404)
    expect((await admin.post(path, { intent: 'pay', reference: '' })).status).toBe(422)
    expect((await admin.post(path, { intent: 'pay', reference: 'Transfer 4711' })).location).toBe(path)
    expect(readMainText((await staff.get(path)).html)).toContain('Transfer 4711')
    const file = await staff.get(`${path}/csv`)
    expect(file.html.split('\r\n')).toContain(
      `O-${String(orderId)},The New Yorker,2000-01-20,12,100.00,12.00,no`,
    )
  })
})

describe('an agent', () => {
  test('lands on the own page, with the link, orders with a shortened name and statements', async () => {
    expect((await hotel.get('/staff')).location).toBe('/agent')
    const { html } = await hotel.get('/agent')
    const page = readMainText(html)
    for (const words of [own.name, 'Owed', `O-${String(orderId)}`, 'Guest', 'January 2000'])
      expect(page).toContain(words)
    expect(html).toContain(`/?affiliate=${own.code}`)
    expect(html).not.toContain('buyer@example.com')
    expect(html).not.toContain('/staff/')
    const statement = await hotel.get(`/agent/statements/${String(own.statementId)}`)
    expect(readMainText(statement.html)).toContain('Transfer 4711')
    expect(readMainText(statement.html)).toContain('Loft &amp; Rotor Air Tours, Inc., 90 Fish House Road')
    expect((await hotel.get(`/agent/statements/${String(own.statementId)}/csv`)).status).toBe(200)
  })

  test('opens no other page of staff, and nobody else opens theirs', async () => {
    const statement = `/agent/statements/${String(own.statementId)}`
    for (const path of ['/staff/agents', '/staff/orders', '/staff/people', '/staff/flights', '/pilot'])
      expect((await hotel.get(path)).status, path).toBe(404)
    const other = await pages.browser({ token: (await openStaffMember(shop.deps, 'agent')).token })
    expect(readMainText((await other.get('/agent')).html)).toContain('not connected yet')
    for (const path of [statement, `${statement}/csv`]) expect((await other.get(path)).status, path).toBe(404)
    const pilot = await pages.browser({ token: (await openStaffMember(shop.deps, 'pilot')).token })
    for (const who of [admin, staff, pilot]) expect((await who.get('/agent')).status).toBe(404)
    expect((await (await pages.browser()).get('/agent')).location).toContain('/account')
  })
})
