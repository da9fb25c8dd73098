import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommentReply, CommentsReply } from '#contract/comment.ts'
import { FieldErrors } from '#contract/errors.ts'
import { SubscriptionReply } from '#contract/membership.ts'
import { OrderReply } from '#contract/order.ts'
import { createOutsideClient, type OutsideClient } from '../support/outside-client.ts'
import { type ContractTarget, openContract } from '../support/open-contract.ts'

let target: ContractTarget
let client: OutsideClient
beforeAll(async () => {
  target = await openContract()
  client = createOutsideClient(target)
})
afterAll(() => target.close())

describe('a guest without our script', () => {
  it('a guest subscribes after a completed order with plan_id alone', async () => {
    const token = await client.guest()
    const subscribe = () =>
      client.call('POST', '/v1/subscriptions', { token, body: { subscription: { plan_id: 1 } } })
    expect((await subscribe()).status).toBe(409)
    const order = await client.paidOrder(token)
    expect(order.status).toBe('completed')
    const answer = await subscribe()
    expect(answer.status).toBe(201)
    const { subscription } = SubscriptionReply.parse(answer.body)
    expect(subscription).toMatchObject({ plan_id: 1, order_id: order.id })
    expect(subscription.payment_url).toMatch(/^https?:\/\//)
    expect(await subscribe()).toMatchObject({ status: 200, body: { subscription: { id: subscription.id } } })
  })

  it('a wrong phone number is refused with the sentences of the registration', async () => {
    const phoneOf = async (phone: unknown) => {
      const customer = { email: 'phone@example.com', phone }
      const { status, body } = await client.call('POST', '/v1/customers', { body: { customer } })
      const messages = status === 422 ? Object.entries(FieldErrors.parse(body)) : []
      return { status, messages: messages.flatMap(([name, said]) => (/phone$/.test(name) ? said : [])) }
    }
    expect(await phoneOf('123')).toEqual({
      status: 422,
      messages: ['Length should be at least 10 characters'],
    })
    expect(await phoneOf('call me maybe')).toEqual({
      status: 422,
      messages: ['Must be numbers or symbols only'],
    })
    for (const phone of ['', null, undefined, '(212) 555-0100'])
      expect(await phoneOf(phone)).toEqual({ status: 201, messages: [] })
  })
})

describe('a card token', () => {
  it('a fresh card token pays once, whoever typed the card', async () => {
    for (const fresh of [() => client.typedToken(), () => 'tok_visa', () => 'tok_visa']) {
      const token = await client.guest()
      const paid = await client.pay(token, await client.order(token), await fresh())
      expect(paid).toMatchObject({ status: 201, body: { payments: [{ status: 'succeeded' }] } })
    }
  })

  it('a used card token is refused as credit_card by a payment and by a saved card', async () => {
    const token = await client.guest()
    const used = await client.typedToken()
    expect((await client.pay(token, await client.order(token), used)).status).toBe(201)
    const again = { status: 422, body: { credit_card: ['Please enter your card again.'] } }
    const stranger = await client.guest()
    expect(await client.pay(stranger, await client.order(stranger), used)).toMatchObject(again)
    const { token: holder, cards } = await account()
    expect(await client.call('POST', cards, { token: holder, body: { stripe_token: used } })).toMatchObject(
      again,
    )
  })

  it('a card is saved for every account, and again after it was removed', async () => {
    for (const { token, cards } of [await account(), await account()]) {
      const body = { stripe_token: 'tok_visa' }
      for (const fresh of [body, body]) {
        const saved = await client.call('POST', cards, { token, body: fresh })
        expect(saved).toMatchObject({ status: 201, body: { credit_card: { last4: '4242' } } })
        const { id } = (saved.body as { credit_card: { id: number } }).credit_card
        expect(
          (await client.call('DELETE', `${cards.replace(/\?.*/, '')}/${String(id)}`, { token })).status,
        ).toBe(204)
      }
      const typed = { stripe_token: await client.typedToken() }
      const saved = await client.call('POST', cards, { token, body: typed })
      const { id } = (saved.body as { credit_card: { id: number } }).credit_card
      await client.call('DELETE', `${cards.replace(/\?.*/, '')}/${String(id)}`, { token })
      expect(await client.call('POST', cards, { token, body: typed })).toMatchObject({ status: 422 })
    }
  })

  async function account() {
    const token = await client.customer()
    const { body } = await client.call('GET', '/v1/users/me', { token })
    const { id } = (body as { user: { id: number } }).user
    return { token, cards: `/v1/users/${String(id)}/credit_cards?brand_id=1` }
  }
})

describe('an order with two seat items', () => {
  const place = async (items: { departure_id: number; depart_at: string; quantity: number }[]) =>
    client.call('POST', '/v1/orders', {
      token: await client.guest(),
      body: { order: { brand_id: 1, tag_list: ['website'], order_item_seats_attributes: items } },
    })

  it('two seat items of one departure form one party', async () => {
    const departure = await client.someDeparture()
    const { status, body } = await place([
      { ...departure, quantity: 1 },
      { ...departure, quantity: 1 },
    ])
    expect(status).toBe(201)
    expect(OrderReply.parse(body).order.quantity).toBe(2)
  })

  it('seat items of two departures are refused with a message of the shop', async () => {
    const departure = { ...(await client.someDeparture()), quantity: 1 }
    const other = {
      ...departure,
      depart_at: new Date(Date.parse(departure.depart_at) + 604_800_000).toISOString(),
    }
    const said = 'One order holds one departure. Please place another order for the other flight.'
    expect(await place([departure, other])).toMatchObject({
      status: 422,
      body: { order_item_seats_attributes: [said] },
    })
  })
})

describe('comments', () => {
  it('a comment takes and returns commentable_type as the specification writes it', async () => {
    const token = await client.staff()
    const order = await client.order(await client.guest())
    for (const commentable_type of ['Order', 'order']) {
      const comment = { commentable_type, commentable_id: order.id, public: true, body: 'Please come early' }
      const { status, body } = await client.call('POST', '/v1/comments', { token, body: { comment } })
      expect(status).toBe(201)
      expect(CommentReply.parse(body).comment).toMatchObject({ ...comment, commentable_type: 'Order' })
      const query = `commentable_type=${commentable_type}&commentable_id=${String(order.id)}`
      const listed = await client.call('GET', `/v1/comments?${query}`, { token })
      expect(CommentsReply.parse(listed.body).comments[0]?.commentable_type).toBe('Order')
    }
  })

  it('customers list the comments of their own orders without naming an order', async () => {
    const token = await client.guest()
    const note = async (order: { id: number }, isPublic: boolean, body: string) => {
      const comment = { commentable_type: 'Order', commentable_id: order.id, public: isPublic, body }
      await client.call('POST', '/v1/comments', { token: await client.staff(), body: { comment } })
    }
    await note(await client.order(token), true, 'See you there')
    const second = await client.paidOrder(token)
    await note(second, true, 'Gate 2')
    await note(second, false, 'Only for us')
    await note(await client.order(await client.guest()), true, 'For somebody else')
    const { body } = await client.call('GET', '/v1/comments', { token })
    expect(CommentsReply.parse(body).comments.map((one) => one.body)).toEqual(['Gate 2', 'See you there'])
  })
})
