import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

let people = 0
/** A guest with a typing error, and the order they paid. */
async function bought(name = 'dana') {
  people += 1
  const email = `${name}${String(people)}@gmial.example`
  const token = await shop.guest(email)
  const order = await shop.order(token, 2)
  expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
  return { email, token, order, right: email.replace('gmial', 'gmail') }
}
const correct = (token: string, order: Pick<Order, 'id'>, email: string) =>
  shop.call('PUT', `/v1/orders/${String(order.id)}/email`, { token, body: { order: { email } } })
const mailsTo = (email: string) =>
  shop.mailer.sent.filter(({ to }) => to === email).map(({ subject }) => subject)
const setPassword = (token: string, email: string) =>
  shop.call('PUT', `/v1/password_resets/${token}`, { body: { email, user: { password: 'a new one' } } })
const eventsOf = async ({ id }: Order) =>
  (
    await shop.deps.database.query(
      "select details from order_events where order_id = $1 and reason = 'e-mail corrected'",
      [id],
    )
  ).rows

test('the order, its ticket and its set-password link move to the right address', async () => {
  const { email, token, order, right } = await bought()
  const [old] = await mailedLinks(shop, email)
  await shop.runDueNow()
  const before = mailsTo(email).length
  const { status, body } = await correct(token, order, right.toUpperCase())
  expect(status).toBe(200)
  expect(OrderReply.parse(body).order.email).toBe(right)
  const [link] = await mailedLinks(shop, right)
  await shop.runDueNow()
  expect(mailsTo(right).some((subject) => subject.includes('Your flight is booked'))).toBe(true)
  expect(mailsTo(email)).toHaveLength(before)
  expect((await setPassword(old?.token ?? '', email)).status).toBe(404)
  expect((await setPassword(link?.token ?? '', right)).status).toBe(204)
  expect(await eventsOf(order)).toEqual([{ details: { from: email, to: right } }])
})

test('mails that have not left yet go to the right address only', async () => {
  const { email, token, order, right } = await bought()
  await correct(token, order, right)
  await shop.runDueNow()
  expect(mailsTo(email)).toEqual([])
  expect(mailsTo(right).filter((subject) => subject.includes('Your flight is booked'))).toHaveLength(1)
})

test('an account with the old address shows nothing of the order', async () => {
  const { email, token, order, right } = await bought()
  await correct(token, order, right)
  await shop.call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
  const [reset] = await mailedLinks(shop, email)
  expect((await setPassword(reset?.token ?? '', email)).status).toBe(204)
  const { body } = await shop.call('POST', '/v1/user_token', {
    body: { auth: { email, password: 'a new one' } },
  })
  const stranger = (body as { jwt: string }).jwt
  expect((await shop.call('GET', `/v1/orders/${String(order.id)}`, { token: stranger })).status).toBe(404)
})

test('passenger links mailed to the old address stop working, and the others stay valid', async () => {
  const { email, token, order, right } = await bought()
  const linksOf = async () =>
    (
      await shop.deps.database.query(
        'select l.token_hash from passenger_links l join passengers p on p.id = l.passenger_id ' +
          'where p.order_id = $1 order by p.position',
        [order.id],
      )
    ).rows.map(({ token_hash: hash }) => hash)
  const before = await linksOf()
  const [first] = order.passengers
  await shop.deps.database.query(
    'insert into mails (event_key, kind, brand_id, subject_id, order_id, "to", state, message_id, ' +
      "created_at, next_try_at) values ('passed on', 'passenger_link', 1, $1, $2, $3, 'sent', " +
      "'passed on', now(), now())",
    [first?.id, order.id, email],
  )
  expect((await correct(token, order, right)).status).toBe(200)
  const after = await linksOf()
  expect(after).toHaveLength(2)
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).toBe(before[1])
})

test('passenger links end when a mail about missing passengers went to the old address', async () => {
  const { email, token, order, right } = await bought()
  const linksOf = async () => {
    const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, { token })
    return OrderPassengersReply.parse(body).passengers.map(({ link }) => link?.split('/').at(-1) ?? '')
  }
  const look = async (links: string[]) => {
    const answers = links.map((link) => shop.call('GET', `/v1/passenger_links/${link}`))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  const before = await linksOf()
  await shop.deps.database.query(
    'insert into mails (event_key, kind, brand_id, order_id, "to", state, message_id, created_at, ' +
      "next_try_at) values ($1, 'passengers_missing', 1, $2, $3, 'sent', $1, now(), now())",
    [`passengers_missing:${String(order.id)}`, order.id, email],
  )
  expect(await look(before)).toEqual([200, 200])
  expect((await correct(token, order, right)).status).toBe(200)
  expect(await look(before)).toEqual([404, 404])
  expect(await look(await linksOf())).toEqual([200, 200])
})

test('passenger links shown by the mailed order link stop working together with it', async () => {
  const { token, order, right } = await bought()
  const linksOf = async () => {
    const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, { token })
    return OrderPassengersReply.parse(body).passengers.map(({ link }) => link?.split('/').at(-1) ?? '')
  }
  const look = async (links: string[]) => {
    const answers = links.map((link) => shop.call('GET', `/v1/passenger_links/${link}`))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  // The confirmation, with the order's link, is in the wrong mailbox.
  await shop.runDueNow()
  const before = await linksOf()
  expect(await look(before)).toEqual([200, 200])
  expect((await correct(token, order, right)).status).toBe(200)
  expect(await look(before)).toEqual([404, 404])
  expect(await look(await linksOf())).toEqual([200, 200])
})

test('correcting to the address of an account reveals and changes nothing of that account', async () => {
  const who = await openAccount(shop.deps)
  const { rows } = await shop.deps.database.query('select * from users where id = $1', [who.userId])
  const known = String(rows[0]?.['email'])
  const one = await bought()
  const other = await bought()
  const toAccount = await correct(one.token, one.order, known)
  const toNobody = await correct(other.token, other.order, other.right)
  expect(toAccount.status).toBe(toNobody.status)
  expect(OrderReply.parse(toAccount.body).order.passengers).toHaveLength(2)
  const after = await shop.deps.database.query('select * from users where id = $1', [who.userId])
  expect(after.rows).toEqual(rows)
  const cards = await shop.call('GET', `/v1/users/${String(who.userId)}/credit_cards`, { token: one.token })
  expect(cards.status).toBe(403)
})

test('correcting away from an account’s address leaves the account’s mailed links valid', async () => {
  const who = await openAccount(shop.deps)
  const { rows } = await shop.deps.database.query('select email from users where id = $1', [who.userId])
  const known = String(rows[0]?.['email'])
  await shop.deps.database.query("update users set password_hash = 'x' where id = $1", [who.userId])
  await shop.call('POST', '/v1/password_resets', { body: { password_reset: { email: known } } })
  const token = await shop.guest(known)
  const order = await shop.order(token, 1)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  shop.clock.advance(1)
  expect((await correct(token, order, 'own@example.com')).status).toBe(200)
  const [reset] = await mailedLinks(shop, known)
  expect((await setPassword(reset?.token ?? '', known)).status).toBe(204)
})

test('only the guest session that bought the order can correct its e-mail', async () => {
  const { token, order, right } = await bought()
  const stranger = await shop.guest('stranger@example.com')
  expect((await correct(stranger, order, right)).status).toBe(404)
  // Somebody who types the very same e-mail is another guest.
  const twin = await shop.guest(order.email ?? '')
  expect((await correct(twin, order, right)).status).toBe(404)
  const account = await openAccount(shop.deps)
  expect((await correct(account.token, order, right)).status).toBe(403)
  expect(OrderReply.parse((await correct(token, order, right)).body).order.email).toBe(right)
})

test('an e-mail can be corrected three times within twelve hours, once the order is paid', async () => {
  const { token, order } = await bought()
  for (const name of ['a', 'b', 'c']) {
    expect((await correct(token, order, `${name}${String(people)}@example.com`)).status).toBe(200)
  }
  expect(await correct(token, order, 'd@example.com')).toMatchObject({ status: 409 })

  const unpaid = await shop.order(token, 1)
  expect(await correct(token, unpaid, 'e@example.com')).toMatchObject({ status: 409 })

  const late = await bought()
  await shop.deps.database.query("update sessions set expires_at = expires_at + interval '1 day'")
  await shop.deps.database.query(
    "update orders set completed_at = completed_at - interval '12 hours' where id = $1",
    [late.order.id],
  )
  expect(await correct(late.token, late.order, late.right)).toMatchObject({ status: 409 })
})

test('an e-mail cannot be corrected after its first address was proven', async () => {
  const { email, token, order, right } = await bought()
  const [link] = await mailedLinks(shop, email)
  shop.clock.advance(1)
  expect((await setPassword(link?.token ?? '', email)).status).toBe(204)
  expect(await correct(token, order, right)).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('an invalid e-mail is refused with a message for its field', async () => {
  const { token, order } = await bought()
  expect(await correct(token, order, 'dana@')).toMatchObject({
    status: 422,
    body: { email: ['Please input correct email format (dana@)'] },
  })
})
