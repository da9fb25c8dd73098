import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustomerReply } from '#contract/customer.ts'
import { GiftShareFields } from '#contract/gift-share.ts'
import { type Order, OrderItemGiftCardsAttributes, OrderReply } from '#contract/order.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { mailDeclarations } from '#api/platform/register-mails.ts'
import { permissions } from '#api/rules/access/permissions.ts'
import { type MailKind } from '#api/store/mails/mail-kinds.ts'
import { queueMail } from '#api/store/mails/queue-mail.ts'
import { paymentToken } from '#api/store/orders/payment-token.ts'
import { createWalkInEmail } from '#api/store/walk-in-email.ts'
import { consentWords } from '#tests/support/texted-buyer.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const WALK_IN = { channel: 'counter', customer: { full_name: 'Tomasz Kowal', phone: '201 555 0139' } }
const mailsOf = ({ id }: Order) => shop.count('select count(*) from mails where order_id = $1', id)
const file = async ({ id }: Order) =>
  OrderFileReply.parse((await shop.call('GET', `/v1/orders/${String(id)}/file`, { token: staff })).body).file
async function sold(more: Record<string, unknown> = {}): Promise<Order> {
  const order = await shop.order(staff, 1, undefined, { ...WALK_IN, ...more })
  const counter_payment = {
    order_id: order.id,
    method: 'reader',
    amount: order.amount_due,
    reader_reference: `W${String(order.id)}`,
  }
  const paid = await shop.call('POST', '/v1/counter_payments', { token: staff, body: { counter_payment } })
  expect(paid.status).toBe(201)
  return order
}
const readByStaff = ({ id }: Order) => shop.call('GET', `/v1/orders/${String(id)}`, { token: staff })
async function holdsEverywhere() {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
}
const add = ({ id }: Order, email: string, token = staff) =>
  shop.call('PUT', `/v1/orders/${String(id)}/email`, { token, body: { order: { email } } })

describe('a walk-in without an e-mail', () => {
  test('gets a paid order with a null e-mail, no mail at all, and a ticket to scan', async () => {
    const order = await sold()
    expect(order).toMatchObject({ email: null, phone: '201 555 0139' })
    await shop.runDueNow()
    expect(await mailsOf(order)).toBe(0)
    const { ticket_url: url, customer, history } = await file(order)
    expect(customer.name).toBe('Tomasz Kowal')
    expect(history.map(({ text }) => text)).toContain('Sold without an e-mail: nothing is mailed.')
    const opened = await shop.call(
      'GET',
      `/v1/order_links/${new URL(url ?? '').pathname.split('/').at(-1) ?? ''}`,
    )
    expect(opened.status).toBe(200)
    expect(JSON.stringify([opened.body, order, await file(order)])).not.toContain('walk-in.invalid')
    const listed = await shop.call('GET', '/v1/orders?q=Tomasz', { token: staff })
    expect(JSON.stringify(listed.body)).not.toContain('walk-in.invalid')
    await holdsEverywhere()
  })

  test('needs a name, and gift cards an e-mail', async () => {
    const { departureId, departAt } = await shop.nextFlight()
    const place = (order: Record<string, unknown>) =>
      shop.call('POST', '/v1/orders', { token: staff, body: { order: { brand_id: 1, ...order } } })
    const seats = { departure_id: departureId, depart_at: departAt, quantity: 1 }
    const nameless = { channel: 'counter', customer: { phone: '201 555 0139' } }
    expect(await place({ ...nameless, order_item_seats_attributes: [seats] })).toMatchObject({
      status: 422,
      body: { full_name: ['Without an e-mail, please type the name'] },
    })
    const cards = { order_item_gift_cards_attributes: [{ fare_id: 1, quantity: 1 }] }
    expect(await place({ ...WALK_IN, ...cards })).toMatchObject({
      status: 422,
      body: { email: ['Gift cards are sent by mail. Please type the e-mail'] },
    })
  })

  test('is never what a shopper’s order becomes', async () => {
    const order = await shop.order(await shop.guest('ada@example.com'), 1, undefined, WALK_IN)
    expect(order.email).toBe('ada@example.com')
  })

  test('can be given an e-mail later, to which the ticket goes, while the scanned link stays', async () => {
    const order = await sold()
    const { ticket_url: url, customer } = await file(order)
    const path = `/v1/order_links/${new URL(url ?? '').pathname.split('/').at(-1) ?? ''}`
    expect((await add(order, 'nonsense')).status).toBe(422)
    expect((await add(order, 'tomasz@example.com', await shop.guest())).status).toBe(404)
    const added = await add(order, 'Tomasz@example.com')
    expect(OrderReply.parse(added.body).order.email).toBe('tomasz@example.com')
    await shop.runDueNow()
    expect(shop.mailer.to('tomasz@example.com').some(({ subject }) => subject.includes('booked'))).toBe(true)
    expect((await shop.call('GET', path)).status).toBe(200)
    const after = await file(order)
    expect(after.ticket_url).toBeNull()
    expect(after.history.map(({ text }) => text)).toContain('The customer gave an e-mail.')
    expect(after.customer.id).toBe(customer.id)
    expect((await add(order, 'other@example.com')).status).toBe(409)
  })

  test('goes on paying by the link that was texted when an e-mail is given meanwhile', async () => {
    const order = await shop.order(staff, 1, undefined, WALK_IN)
    const { rows } = await shop.deps.database.query('select email from orders where id = $1', [order.id])
    const expiresAt = Math.floor(shop.clock.now().getTime() / 1000) + 3600
    const ring = shop.deps.settings.secrets.code
    const token = paymentToken(ring, { orderId: order.id, email: String(rows[0]?.['email']), expiresAt })
    expect((await add(order, 'nadia@example.com')).status).toBe(200)
    const opened = await shop.call('POST', '/v1/payment_links/preview', { body: { token } })
    expect(opened.status).toBe(200)
  })

  test('joins the account that has the e-mail already, with all orders of theirs', async () => {
    const order = await sold()
    const walkIn = (await file(order)).customer.id
    const again = await sold({ user_id: walkIn })
    const known = await shop.order(await shop.guest('known@example.com'), 1)
    const owner = (await file(known)).customer.id
    const given = await shop.call('PUT', `/v1/customers/${String(walkIn)}/email`, {
      token: staff,
      body: { customer: { email: 'known@example.com' } },
    })
    expect(CustomerReply.parse(given.body).customer).toMatchObject({
      ...{ id: owner, email: 'known@example.com', former_emails: [], orders: 3 },
    })
    for (const one of [order, again]) {
      expect((await file(one)).customer.id).toBe(owner)
      expect(await mailsOf(one)).toBe(1)
    }
    const twice = await shop.call('PUT', `/v1/customers/${String(walkIn)}/email`, {
      token: staff,
      body: { customer: { email: 'another@example.com' } },
    })
    expect(twice.status).toBe(409)
    await holdsEverywhere()
  })

  test('does not join the account of a member of staff, and says why', async () => {
    const order = await sold()
    expect(await add(order, 'admin@example.com')).toMatchObject({
      status: 409,
      body: { error: 'One of them has a role at the desk. Please take the role away first.' },
    })
    expect(OrderReply.parse((await readByStaff(order)).body).order.email).toBeNull()
  })

  test('two walk-ins with the same e-mail at the same moment become one customer', async () => {
    const both = [await sold(), await sold()]
    const answers = await Promise.all(both.map((order) => add(order, 'twins@example.com')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = await Promise.all(both.map(file))
    expect(one?.customer).toEqual(other?.customer)
    expect(one?.customer.orders).toBe(2)
  })

  test('is not what an account with an e-mail is merged into', async () => {
    const order = await sold()
    const known = await shop.order(await shop.guest('ordinary@example.com'), 1)
    const [walkIn, owner] = [(await file(order)).customer.id, (await file(known)).customer.id]
    const merge = (kept_id: number, merged_id: number) =>
      shop.call('POST', '/v1/customer_merge_previews', {
        token: staff,
        body: { customer_merge: { kept_id, merged_id } },
      })
    expect((await merge(walkIn, owner)).body).toMatchObject({
      customer_merge: { refusals: ['Only the other account has an e-mail. Please keep that one.'] },
    })
    expect((await merge(owner, walkIn)).body).toMatchObject({ customer_merge: { refusals: [] } })
  })

  test('is another customer than the walk-in before', async () => {
    const [one, other] = [await file(await sold()), await file(await sold())]
    expect(one.customer.id).not.toBe(other.customer.id)
    expect(one.customer.orders).toBe(1)
  })

  test('gets the ticket by text, once they agree, and only they', async () => {
    const words = await consentWords(shop)
    const order = await sold()
    const text = (body: Record<string, unknown>, id = order.id) =>
      shop.call('POST', `/v1/orders/${String(id)}/ticket_texts`, {
        token: staff,
        body: { ticket_text: body },
      })
    expect(await text({})).toMatchObject({
      status: 422,
      body: { text_consent: ['The customer must agree to texts first'] },
    })
    expect((await text({ text_consent: 'Anything' })).status).toBe(422)
    expect(await text({ text_consent: words })).toMatchObject({ status: 201 })
    const unpaid = await shop.order(staff, 1, undefined, WALK_IN)
    expect((await text({ text_consent: words }, unpaid.id)).status).toBe(409)
    const mailed = await shop.order(staff, 1, undefined, {
      ...{ channel: 'counter', customer: { email: 'mailed@example.com' } },
    })
    expect((await text({ text_consent: words }, mailed.id)).status).toBe(409)
    // Whoever agreed at the sale gets it without a press.
    const agreed = await sold({ text_consent: words })
    await shop.runDueNow()
    const { rows } = await shop.deps.database.query(
      "select order_id, state from texts where kind = 'ticket' order by id",
    )
    expect(rows).toEqual([
      { order_id: order.id, state: 'sent' },
      { order_id: agreed.id, state: 'sent' },
    ])
    const sent = await shop.deps.database.query('select body from sandbox.texts order by id')
    const url = (await file(agreed)).ticket_url ?? 'none'
    expect(sent.rows.some(({ body }) => String(body).includes(url))).toBe(true)
  })

  test('gets no link to pay by mail, and nothing else that is mailed', async () => {
    const order = await shop.order(staff, 1, undefined, WALK_IN)
    const payment_link = { url: `${shop.deps.settings.publicUrl}/pay` }
    const path = `/v1/orders/${String(order.id)}/payment_links`
    expect(await shop.call('POST', path, { token: staff, body: { payment_link } })).toMatchObject({
      status: 409,
      body: { error: 'This order has no e-mail. Please add one first.' },
    })
    expect(await mailsOf(order)).toBe(0)
  })
})

describe('the address that stands for a walk-in', () => {
  const RESERVED = 'walk-in-1@walk-in.invalid'

  test('is refused wherever somebody types an e-mail', async () => {
    const token = await shop.guest('somebody@example.com')
    const order = await shop.order(token, 1)
    const person = { first_name: 'Ada', last_name: 'Lind', phone: '2015550139', password: 'a long password' }
    const calls: [string, unknown][] = [
      ['/v1/customers', { customer: { email: RESERVED } }],
      ['/v1/users', { user: { ...person, email: RESERVED } }],
      ['/v1/user_token', { auth: { email: RESERVED, password: 'a long password' } }],
      ['/v1/password_resets', { password_reset: { email: RESERVED.toUpperCase() } }],
      ['/v1/reschedule_links', { reschedule_link: { email: RESERVED, number: order.number, url: '/' } }],
      ['/v1/staff_members', { staff_member: { email: RESERVED, role_ids: [2] } }],
      [`/v1/orders/${String(order.id)}/email`, { order: { email: RESERVED } }],
    ]
    for (const [path, body] of calls) {
      const call = path.endsWith('/email') ? 'PUT' : 'POST'
      const answer = await shop.call(call, path, { body, token: path.includes('staff') ? staff : token })
      expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true])
    }
    expect(await shop.count('select count(*) from users where email = lower($1)', RESERVED)).toBe(0)
    const guest = await shop.call('POST', '/v1/customers', { body: { customer: { email: RESERVED } } })
    expect(guest).toMatchObject({
      status: 422,
      body: { email: [`Please input correct email format (${RESERVED})`] },
    })
  })

  test('is none to which a gift can be sent', () => {
    const card = { fare_id: 1, quantity: 1, recipient_email: RESERVED }
    expect(OrderItemGiftCardsAttributes.safeParse(card).error?.issues[0]?.message).toBe(
      'Please enter a valid email',
    )
    expect(GiftShareFields.safeParse({ gift_card_ids: [1], recipient: RESERVED }).success).toBe(false)
    expect(GiftShareFields.safeParse({ gift_card_ids: [1], recipient: 'ada@example.com' }).success).toBe(true)
  })

  test('gets no mail of any kind, not even by a statement of its own', async () => {
    const { db } = shop.deps.database
    const order = await sold()
    for (const kind of Object.keys(mailDeclarations) as MailKind[]) {
      const mail = {
        kind,
        eventKey: `never:${kind}`,
        orderId: order.id,
        subjectId: 1,
        to: createWalkInEmail(),
      }
      expect(await db.transaction((tx) => queueMail(tx, mail, shop.clock.now(), shop.deps))).toBe(false)
    }
    expect(await shop.count("select count(*) from mails where event_key like 'never:%'")).toBe(0)
    await expect(
      shop.deps.database.query(
        'insert into mails (event_key, kind, brand_id, "to", state, message_id, created_at, next_try_at) ' +
          "values ('never', 'order_confirmation', 1, $1, 'queued', '<never@shop.test>', now(), now())",
        [createWalkInEmail()],
      ),
    ).rejects.toThrow('mails_to')
  })

  test('is in no answer that staff or admins read', async () => {
    const admin = await logIn(shop, 'admin@example.com')
    const order = await sold()
    const { customer } = await file(order)
    const ids = [order.id, customer.id, order.flights[0]?.flight_id ?? 0]
    const leaks: string[] = []
    let read = 0
    const look = async (path: string, token: string) => {
      const { status, body } = await shop.call('GET', path, { token })
      if (status === 200) read += 1
      if (JSON.stringify(body ?? null).includes('walk-in.invalid')) leaks.push(path)
    }
    for (const call of Object.keys(permissions)) {
      const [method, path = ''] = call.split(' ')
      if (method !== 'GET' || path.endsWith('.ics') || path.endsWith('.csv')) continue
      const filled = path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, String(id))) : [path]
      for (const one of filled) for (const token of [staff, admin]) await look(one, token)
    }
    for (const path of [
      `/v1/orders?everybody=1&page_size=100`,
      '/v1/callers?q=Tomasz',
      '/v1/callers?q=5550139',
      '/v1/customers?q=Tomasz',
      '/v1/customers?q=walk-in',
      '/v1/users?page_size=100&sort=-id',
    ])
      await look(path, staff)
    expect(leaks).toEqual([])
    expect(read).toBeGreaterThan(60)
    const user = await shop.call('GET', `/v1/users/${String(customer.id)}`, { token: staff })
    expect(user.body).toMatchObject({ user: { email: null } })
    const found = await shop.call('POST', '/v1/staff_searches', {
      token: staff,
      body: { staff_search: { text: 'Tomasz' } },
    })
    expect(found.status).toBe(200)
    expect(JSON.stringify(found.body)).toContain('"email":null')
    expect(JSON.stringify(found.body)).not.toContain('walk-in.invalid')
  })

  test('gets nothing when the flight is cancelled or the money goes back', async () => {
    const order = await sold()
    const [flight] = order.flights
    const call_off = { departure_id: flight?.departure_id, depart_at: flight?.depart_at, reason: 'weather' }
    const body = { call_off }
    const preview = await shop.call('POST', '/v1/call_off_previews', { token: staff, body })
    expect(preview.body).toMatchObject({ call_off_preview: { orders: [{ email: null }] } })
    expect((await shop.call('POST', '/v1/call_offs', { token: staff, body })).status).toBe(201)
    await shop.runDueNow()
    expect(await mailsOf(order)).toBe(0)
    const { customer } = await file(order)
    const read = await shop.call('GET', `/v1/customers/${String(customer.id)}`, { token: staff })
    expect(JSON.stringify(read.body)).not.toContain('walk-in.invalid')
    await holdsEverywhere()
  })
})
