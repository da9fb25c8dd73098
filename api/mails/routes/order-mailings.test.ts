import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OrderFileReply } from '#contract/order-file.ts'
import { type LeftOut, OrderMailingReply } from '#contract/order-mailing.ts'
import { type Order } from '#contract/order.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: { token: string; userId: number }
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())

let guests = 0
const guest = () => shop.guest(`mailing${String(++guests)}@example.com`)

async function paidOrder(people: Record<string, unknown>[] = [{ full_name: 'Ada Ames' }]): Promise<Order> {
  const token = await guest()
  const order = await shop.order(token, people.length, undefined, { passengers_attributes: people })
  expect((await shop.pay(token, order, VISA_PAYMENT)).status).toBe(201)
  await shop.runDueNow()
  return order
}
const phoneOrder = () =>
  shop.order(staff.token, 1, undefined, {
    channel: 'phone',
    customer: { email: `caller${String(++guests)}@example.com`, full_name: 'Cara Caller' },
  })

type Kind = 'ticket' | 'payment' | 'passengers'
const ask = async (path: string, kind: Kind, ids: readonly number[], key?: string) => {
  const { status, body } = await shop.call('POST', path, {
    token: staff.token,
    body: { order_mailing: { kind, order_ids: ids } },
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  })
  expect([200, 201]).toContain(status)
  return OrderMailingReply.parse(body).order_mailing.orders
}
const preview = async (kind: Kind, ...orders: Pick<Order, 'id'>[]): Promise<(LeftOut | null)[]> => {
  const ids = orders.map(({ id }) => id)
  const seen = await ask('/v1/order_mailing_previews', kind, ids)
  return ids.map((id) => seen.find((one) => one.order_id === id)?.left_out ?? null)
}
const send = (kind: Kind, orders: Pick<Order, 'id'>[], key?: string) =>
  ask(
    '/v1/order_mailings',
    kind,
    orders.map(({ id }) => id),
    key,
  )
const mailsOf = ({ id }: Pick<Order, 'id'>, kind: string) =>
  shop.count('select count(*) from mails where order_id = $1 and kind = $2', id, kind)
/** What was mailed until now was mailed more than an hour ago. */
const ageMails = () =>
  shop.deps.database.query("update mails set created_at = created_at - interval '61 minutes'")

describe('mailing several orders', () => {
  it('shows who gets a ticket and who does not, and writes nothing', async () => {
    const [paid, fresh, bounced, open] = [
      await paidOrder(),
      await paidOrder(),
      await paidOrder(),
      await shop.order(await guest(), 1),
    ]
    await ageMails()
    await shop.deps.database.query('update mails set created_at = $1 where order_id = $2', [
      shop.clock.now(),
      fresh.id,
    ])
    await shop.deps.database.query("update mails set state = 'bounced' where order_id = $1", [bounced.id])
    expect(await preview('ticket', paid, fresh, bounced, open)).toEqual([
      null,
      'mailed_lately',
      'bounced',
      'not_paid',
    ])
    expect(await mailsOf(paid, 'order_confirmation')).toBe(1)
  })

  it('sends each ticket once, however often and under whichever key it is asked for', async () => {
    const orders = [await paidOrder(), await paidOrder()]
    await ageMails()
    const first = await send('ticket', orders, 'press-1')
    expect(first.map(({ left_out: reason }) => reason)).toEqual([null, null])
    expect(await send('ticket', orders, 'press-1')).toEqual(first)
    await shop.runDueNow()
    shop.clock.advance(1)
    const [again, other] = await Promise.all([send('ticket', orders, 'press-2'), send('ticket', orders)])
    for (const one of [...again, ...other]) expect(one.left_out).toBe('mailed_lately')
    for (const order of orders) expect(await mailsOf(order, 'order_confirmation')).toBe(2)
    await shop.runDueNow()
    const left = "select count(*) from mails where state = 'sent' and kind = $2 and order_id = $1"
    expect(await shop.count(left, orders[0]?.id, 'order_confirmation')).toBe(2)
  })

  it('of two requests at the same moment, one sends', async () => {
    const order = await paidOrder()
    await ageMails()
    const both = await Promise.all([send('ticket', [order]), send('ticket', [order])])
    expect(
      both
        .flat()
        .map(({ left_out: reason }) => reason)
        .toSorted(),
    ).toEqual(['mailed_lately', null])
    expect(await mailsOf(order, 'order_confirmation')).toBe(2)
  })

  it('stands in the history of each order, with who sent it', async () => {
    const order = await paidOrder()
    await ageMails()
    await send('ticket', [order])
    const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/file`, { token: staff.token })
    const { history } = OrderFileReply.parse(body).file
    const told = history.find(({ text }) => text === 'The ticket was sent again.')
    expect(told).toMatchObject({ kind: 'message', by: expect.any(String) })
  })

  it('reminds those to pay whom staff have sold something, by the link that opens the payment', async () => {
    const [called, web, paid, over] = [
      await phoneOrder(),
      await shop.order(await guest(), 1),
      await paidOrder(),
      await phoneOrder(),
    ]
    await shop.deps.database.query('update holds set expires_at = $1 where order_id = $2', [
      new Date(shop.clock.now().getTime() - 1),
      over.id,
    ])
    const expected = [null, 'sold_on_web', 'already_paid', 'order_over']
    expect(await preview('payment', called, web, paid, over)).toEqual(expected)
    const sent = await send('payment', [called, web, paid, over])
    expect(sent.map(({ left_out: reason }) => reason)).toEqual(expected)
    await shop.runDueNow()
    const to = sent.find((one) => one.order_id === called.id)?.to ?? ''
    expect(shop.mailer.to(to).at(-1)?.text).toMatch(/\/pay\/\d+-[0-9a-z]+-[\w-]{22}/)
    expect(await preview('payment', called)).toEqual(['mailed_lately'])
  })

  it('asks for what is missing of passengers, and names two days only when there are two', async () => {
    const missing = await paidOrder()
    const complete = await paidOrder([{ full_name: 'Bo Berg', weight: 150 }])
    await shop.deps.database.query(
      `insert into waiver_signatures (passenger_id, version, signature, signed_at)
        select id, '1', full_name, now() from passengers where order_id = $1`,
      [complete.id],
    )
    expect(await preview('passengers', missing, complete)).toEqual([null, 'nothing_missing'])
    await send('passengers', [missing, complete])
    await shop.runDueNow()
    expect(await mailsOf(missing, 'passengers_missing')).toBe(1)
    expect(await mailsOf(complete, 'passengers_missing')).toBe(0)
    const { rows } = await shop.deps.database.query('select email from orders where id = $1', [missing.id])
    const mail = shop.mailer.to(String(rows[0]?.['email'])).at(-1)
    expect(mail?.text).toContain('/passengers/')
    expect(mail?.subject).toMatch(/^Before your flight: /)
  })

  it('takes 200 orders at most, and is for staff alone', async () => {
    const order_mailing = { kind: 'ticket', order_ids: Array.from({ length: 201 }, (_, at) => at + 1) }
    for (const path of ['/v1/order_mailing_previews', '/v1/order_mailings']) {
      const many = await shop.call('POST', path, { token: staff.token, body: { order_mailing } })
      expect(many.status).toBe(422)
      const token = await guest()
      expect((await shop.call('POST', path, { token, body: { order_mailing } })).status).toBe(403)
    }
  })
})
