import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemberPriceUsesReply } from '#contract/member-price-use.ts'
import { SubscriptionsReply } from '#contract/membership.ts'
import { type Order } from '#contract/order.ts'
import { QuoteReply } from '#contract/quote.ts'
import { type CardHolder, cardHolder } from '#tests/support/card-holder.ts'
import { logInAgain, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { typeCard } from '#tests/support/type-card.ts'

const PLAN = 1
const MEMBERS = 206.2
const USUAL = 252
/** Pays an order, and asks for the bank when a membership begins: its first invoice stays open. */
const ALWAYS_ASKS = '4000002760003184'
const ONCE =
  'You had the members’ price once already, and the membership with it is not paid. Join ' +
  'under SkyClub first, and every flight has it.'
const CARD_USED =
  'This card had the members’ price before, for a membership that is not paid. Use another ' +
  'card, or untick the membership.'

vi.setConfig({ testTimeout: 120_000 })

let shop: PayingShop
let holder: CardHolder
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  holder = await cardHolder(shop)
})

const consent = { membership_plan_id: PLAN }
const agree = (token: string) => shop.order(token, 1, undefined, consent)

async function pay(token: string, order: Order, card: string) {
  const source = await typeCard(shop.sandbox, card)
  return shop.pay(token, order, { stripe_source: source, return_url: 'http://shop.test/back' })
}

/** An order with the members' price, paid on the hosted page, whose membership nobody paid. */
async function flyWithoutPaying(token: string, card: string) {
  const order = await agree(token)
  expect(order.total).toBe(MEMBERS)
  await shop.payPage(await shop.hosted(token, order), card)
  await shop.deliverEvents()
  await shop.call('POST', '/v1/subscriptions', { token, body: { subscription: { plan_id: PLAN } } })
  // Events that came later would say again that it is paid.
  await shop.deliverEvents()
  const write = (sql: string) => shop.deps.database.query(sql, [order.id])
  await write(
    'delete from subscription_invoices where subscription_id in (select id from subscriptions ' +
      'where order_id = $1)',
  )
  await write("update subscriptions set status = 'incomplete_expired' where order_id = $1")
  expect(await shop.read(token, order)).toMatchObject({ status: 'completed', total: MEMBERS })
  return order
}

/** The bank asks for the buyer when the membership begins; they cancel it instead of paying. */
async function cancelUnpaid(token: string) {
  const order = await agree(token)
  expect((await pay(token, order, ALWAYS_ASKS)).status).toBe(201)
  await prove()
  expect(await shop.read(token, order)).toMatchObject({ status: 'completed', total: MEMBERS })
  await shop.call('POST', '/v1/subscriptions', { token, body: { subscription: { plan_id: PLAN } } })
  const [membership] = await mine(token)
  expect(membership).toMatchObject({ status: 'incomplete' })
  const body = { subscription: { cancel_at_period_end: true } }
  const path = `/v1/subscriptions/${String(membership?.id)}`
  expect((await shop.call('PATCH', path, { token, body })).status).toBe(200)
  return order
}

async function prove() {
  const intent = (await shop.deps.stripe.paymentIntents.list({ limit: 1 })).data[0]
  const url = `${shop.deps.settings.publicUrl}/sandbox/3ds/${intent?.id ?? ''}`
  const body = new URLSearchParams({ outcome: 'complete' })
  await shop.sandbox.pages(new Request(url, { method: 'POST', body }))
  await shop.deliverEvents()
}

const mine = async (token: string) =>
  SubscriptionsReply.parse((await shop.call('GET', '/v1/subscriptions', { token })).body).subscriptions

async function quote(token: string) {
  const { departureId, departAt } = await shop.nextFlight()
  const body = {
    brand_id: 1,
    departure_id: departureId,
    depart_at: departAt,
    quantity_type: 'seat',
    quantity: 1,
    ...consent,
  }
  return QuoteReply.parse((await shop.call('POST', '/v1/quotes', { token, body })).body).quote
}

const uses = async () => {
  const staff = await openStaffMember(shop.deps)
  const { body } = await shop.call('GET', '/v1/member_price_uses?page_size=100', { token: staff.token })
  return MemberPriceUsesReply.parse(body).member_price_uses
}

describe('the members’ price by consent', () => {
  it('is given once per account while no first invoice is paid, and a later quote says why', async () => {
    const first = await cancelUnpaid(holder.token)
    expect(await quote(holder.token)).toMatchObject({
      total: USUAL,
      discount: 0,
      membership: { by: 'consent', applied: false, message: ONCE, charge: null },
    })
    await expect(agree(holder.token)).rejects.toThrow(ONCE)
    const listed = (await uses()).find(({ order_id: id }) => id === first.id)
    expect(listed).toMatchObject({
      saved: 45.8,
      same_card_order_ids: [],
    })
  })

  it('is given again once a first invoice was paid', async () => {
    const order = await agree(holder.token)
    expect((await pay(holder.token, order, '4242424242424242')).status).toBe(201)
    const started = await shop.call('POST', '/v1/subscriptions', {
      token: holder.token,
      body: { subscription: { plan_id: PLAN } },
    })
    expect(started).toMatchObject({ body: { subscription: { status: 'active' } } })
    expect((await uses()).map(({ order_id: id }) => id)).not.toContain(order.id)
    await shop.deps.database.query("update subscriptions set status = 'canceled' where order_id = $1", [
      order.id,
    ])
    expect(await quote(holder.token)).toMatchObject({ total: MEMBERS, membership: { applied: true } })
  })

  it('is refused to another spelling of the same mailbox, a guest’s too', async () => {
    const name = `ada.${String(Date.now())}`
    await flyWithoutPaying(await shop.guest(`${name}@gmail.com`), '4000056655665556')
    const again = await shop.guest(`${name.replace('.', '')}+sky@googlemail.com`)
    expect((await quote(again)).membership).toMatchObject({ applied: false, message: ONCE })
    await expect(agree(again)).rejects.toThrow(ONCE)
    expect((await agree(await shop.guest(`not.${name}@gmail.com`))).total).toBe(MEMBERS)
  })

  it('is refused to the account that another one was merged into', async () => {
    const [kept, merged] = [await openAccount(shop.deps), await openAccount(shop.deps)]
    await flyWithoutPaying(merged.token, '378282246310005')
    const { token } = await openStaffMember(shop.deps, 'admin')
    const customer_merge = { kept_id: kept.userId, merged_id: merged.userId }
    const done = await shop.call('POST', '/v1/customer_merges', { token, body: { customer_merge } })
    expect(done.status).toBe(201)
    await expect(agree(kept.token)).rejects.toThrow(ONCE)
  })

  it('is refused to a card that has it already, before the card is charged', async () => {
    await flyWithoutPaying(holder.token, '6011111111111117')
    const guest = await shop.guest(`card.${String(Date.now())}@example.com`)
    const order = await agree(guest)
    const refused = await pay(guest, order, '6011111111111117')
    expect(refused).toMatchObject({ status: 422, body: { credit_card: [CARD_USED] } })
    expect(await shop.count('select count(*) from payment_attempts where order_id = $1', order.id)).toBe(0)
    expect((await pay(guest, order, '5555555555554444')).status).toBe(201)
    expect(await shop.read(guest, order)).toMatchObject({ status: 'completed', amount_paid: MEMBERS })
  })

  it('stays with an order whose card showed only after the payment, and staff see both orders', async () => {
    const card = '4000000000007726'
    const first = await flyWithoutPaying(holder.token, card)
    const second = await flyWithoutPaying(await shop.guest(`late.${String(Date.now())}@example.com`), card)
    const listed = await uses()
    expect(listed.find(({ order_id: id }) => id === second.id)?.same_card_order_ids).toContain(first.id)
    expect(listed.find(({ order_id: id }) => id === first.id)?.same_card_order_ids).toContain(second.id)
  })

  it('counts an unpaid order when the next order is placed, but not when a price is quoted', async () => {
    const who = await openAccount(shop.deps)
    await agree(who.token)
    const phone = await logInAgain(shop.deps, who.userId)
    expect(await quote(phone)).toMatchObject({ total: MEMBERS, membership: { applied: true } })
    await expect(agree(phone)).rejects.toThrow(ONCE)
  })

  it('lists the orders for staff only', async () => {
    expect((await shop.call('GET', '/v1/member_price_uses', { token: holder.token })).status).toBe(403)
    expect((await shop.call('GET', '/v1/member_price_uses')).status).toBe(401)
  })
})
