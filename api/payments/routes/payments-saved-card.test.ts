import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { type CardHolder, cardHolder } from '#tests/support/card-holder.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Answer } from '#tests/support/test-api.ts'
import { callAsPage, cardFields, typeCard } from '#tests/support/type-card.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
// Removes the events of earlier tests.
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())

const VISA = '4242424242424242'
const MASTERCARD = '5555555555554444'
const type = (number: string) => typeCard(shop.sandbox, number)
const firstOf = (answer: Answer): Payment | undefined => PaymentsReply.parse(answer.body).payments[0]
async function buyer() {
  const who = await cardHolder(shop)
  return { who, order: await shop.order(who.token, 1) }
}
const charges = (orderId: number) =>
  shop.count(
    `select count(*) from sandbox.objects where type = 'charge' and data->>'status' = 'succeeded'
      and data->'metadata'->>'order_id' = $1`,
    String(orderId),
  )
const answerBank = (payment: Payment | undefined, outcome: string) =>
  shop.sandbox.pages(
    new Request(payment?.redirect_url ?? '', { method: 'POST', body: new URLSearchParams({ outcome }) }),
  )
const last4s = async (who: CardHolder) => (await who.cards()).map(({ last4 }) => last4)

describe('a saved card', () => {
  test.each([['as a number'], ['as text']])('pays by its id, %s', async (how) => {
    const { who, order } = await buyer()
    const { id } = await who.save(MASTERCARD)
    const source = how === 'as text' ? String(id) : id
    const answer = await shop.pay(who.token, order, { stripe_source: source })
    expect(firstOf(answer)).toMatchObject({ status: 'succeeded', client_secret: null, redirect_url: null })
    expect(await shop.read(who.token, order)).toMatchObject({
      status: 'completed',
      payment_method: { brand: 'mastercard', last4: '4444' },
    })
    expect(await charges(order.id)).toBe(1)
    expect((await shop.pay(who.token, order, { stripe_source: id })).status).toBe(409)
  })

  test('a card of somebody else, a removed card and a guest’s card are not found', async () => {
    const { who: ida } = await buyer()
    const { id } = await ida.save(VISA)
    const { who: eve, order } = await buyer()
    expect((await shop.pay(eve.token, order, { stripe_source: id })).status).toBe(404)
    const guest = await shop.guest(ida.email)
    const theirs = await shop.order(guest, 1)
    expect((await shop.pay(guest, theirs, { stripe_source: id })).status).toBe(404)
    expect((await shop.pay(guest, theirs, { stripe_source: String(id) })).status).toBe(404)
    await shop.call('DELETE', `${ida.path}/${String(id)}`, { token: ida.token })
    const own = await shop.order(ida.token, 1)
    expect((await shop.pay(ida.token, own, { stripe_source: id })).status).toBe(404)
    for (const one of [order, theirs, own]) expect(await charges(one.id)).toBe(0)
  })

  test('the owner can pay by the provider’s name of a card, and others cannot', async () => {
    const { who: ida, order } = await buyer()
    await ida.save(VISA)
    const { rows } = await shop.deps.database.query('select reference from credit_cards where user_id = $1', [
      ida.id,
    ])
    const source = { stripe_source: String(rows[0]?.['reference']) }
    const { who: eve, order: hers } = await buyer()
    expect((await shop.pay(eve.token, hers, source)).status).toBe(422)
    expect(await charges(hers.id)).toBe(0)
    expect(firstOf(await shop.pay(ida.token, order, source))?.status).toBe('succeeded')
  })

  test.each([
    ['complete', 'completed', 1],
    ['fail', 'awaiting_payment', 0],
  ])('3-D Secure goes by an address: %s', async (outcome, status, count) => {
    const { who, order } = await buyer()
    const { id } = await who.save('4000000000000341')
    // It was saved without a question, and the bank asks when it pays.
    await shop.deps.database.query(
      `update sandbox.objects set hidden = jsonb_set(hidden, '{card}', '"authenticationRequired"')
       where id = (select reference from credit_cards where id = $1)`,
      [id],
    )
    const payment = firstOf(await shop.pay(who.token, order, { stripe_source: id }))
    expect(payment).toMatchObject({ status: 'requires_action', client_secret: null })
    expect(payment?.redirect_url).toContain('/sandbox/3ds/')
    await answerBank(payment, outcome)
    shop.clock.advance(0.01)
    expect(await shop.read(who.token, order)).toMatchObject({ status })
    expect(await charges(order.id)).toBe(count)
  })

  test('a typed and a saved card after each other’s decline make one charge', async () => {
    const first = await buyer()
    const saved = await first.who.save(VISA)
    const declined = await shop.pay(first.who.token, first.order, {
      stripe_source: await type('4000000000000002'),
    })
    expect(declined).toMatchObject({ status: 422, body: { credit_card: ['Your card was declined.'] } })
    const paid = await shop.pay(first.who.token, first.order, { stripe_source: saved.id })
    expect(firstOf(paid)?.status).toBe('succeeded')
    expect(await charges(first.order.id)).toBe(1)

    const second = await buyer()
    const declines = await second.who.save('4000000000000341')
    const refused = await shop.pay(second.who.token, second.order, { stripe_source: declines.id })
    expect(refused).toMatchObject({ status: 422, body: { credit_card: ['Your card was declined.'] } })
    const typed = await shop.pay(second.who.token, second.order, { stripe_source: await type(VISA) })
    expect(firstOf(typed)?.status).toBe('succeeded')
    expect(await charges(second.order.id)).toBe(1)
  })

  test('the next saved card uses the same intent', async () => {
    const { who, order } = await buyer()
    const [declines, good] = [await who.save('4000000000000341'), await who.save(VISA)]
    expect((await shop.pay(who.token, order, { stripe_source: declines.id })).status).toBe(422)
    expect(firstOf(await shop.pay(who.token, order, { stripe_source: good.id }))?.status).toBe('succeeded')
    const tried = 'select count(*) from payment_attempts where order_id = $1'
    expect([await charges(order.id), await shop.count(tried, order.id)]).toEqual([1, 1])
  })

  test('the same card after a lost answer makes one charge', async () => {
    const { who, order } = await buyer()
    const { id } = await who.save(VISA)
    shop.sandbox.control.failNext('lost', 'POST /v1/payment_intents')
    expect((await shop.pay(who.token, order, { stripe_source: id })).status).toBe(503)
    expect(firstOf(await shop.pay(who.token, order, { stripe_source: id }))?.status).toBe('succeeded')
    expect(await charges(order.id)).toBe(1)
  })
})

describe('a card to be saved', () => {
  test('a card typed into the page is saved once it has paid, and no sooner', async () => {
    const { who, order } = await buyer()
    const pay = async (number: string) =>
      shop.pay(who.token, order, { stripe_source: await type(number), remember: true })
    expect((await pay('4000000000000002')).status).toBe(422)
    expect(await last4s(who)).toEqual([])
    expect(firstOf(await pay(VISA))?.status).toBe('succeeded')
    expect(await last4s(who)).toEqual(['4242'])
    await shop.deliverEvents(2)
    expect(await last4s(who)).toEqual(['4242'])
    const next = await shop.order(who.token, 1)
    const [card] = await who.cards()
    expect(firstOf(await shop.pay(who.token, next, { stripe_source: card?.id }))?.status).toBe('succeeded')
  })

  test('a card on the provider’s page is saved by the events alone', async () => {
    const { who, order } = await buyer()
    const how = { hosted: true, return_url: 'http://shop.test/order-confirmation', remember: true }
    const payment = firstOf(await shop.pay(who.token, order, how))
    if (!payment) throw new Error('no page')
    await shop.payPage(payment, MASTERCARD)
    await shop.deliverEvents(2)
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'completed' })
    expect(await last4s(who)).toEqual(['4444'])
  })

  test('a changed request begins another payment, and only the last request counts', async () => {
    const { who, order } = await buyer()
    await shop.pay(who.token, order, { stripe_source: await type('4000000000000002'), remember: true })
    const paid = await shop.pay(who.token, order, { stripe_source: await type(VISA) })
    expect(firstOf(paid)?.status).toBe('succeeded')
    await shop.deliverEvents()
    expect(await last4s(who)).toEqual([])
    expect(await charges(order.id)).toBe(1)
  })

  test('a guest has no account to save it with', async () => {
    const guest = await shop.guest('passing-by@example.com')
    const order = await shop.order(guest, 1)
    const paid = await shop.pay(guest, order, { stripe_source: await type(VISA), remember: true })
    expect(firstOf(paid)?.status).toBe('succeeded')
    await shop.deliverEvents()
    const kept = 'select count(*) from credit_cards c join users u on u.id = c.user_id where u.email = $1'
    expect(await shop.count(kept, 'passing-by@example.com')).toBe(0)
  })

  test(
    'the payment stands when the provider does not answer about ' + 'the card; the events bring it',
    async () => {
      const { who, order } = await buyer()
      const made = await callAsPage(shop.sandbox, 'POST', 'payment_methods', {
        type: 'card',
        ...cardFields(VISA, 'card'),
      })
      const source = String(made.body['id'])
      shop.sandbox.control.failNext('before', `GET /v1/payment_methods/${source}`)
      const paid = await shop.pay(who.token, order, { stripe_source: source, remember: true })
      expect(firstOf(paid)?.status).toBe('succeeded')
      expect(await last4s(who)).toEqual([])
      await shop.deliverEvents()
      expect(await last4s(who)).toEqual(['4242'])
    },
  )
})
