import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MailBounceReply } from '#contract/mail-bounce.ts'
import { StaffTasksReply } from '#contract/passenger.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { forgetPerson } from '#api/services/people/forget-person.ts'
import { queueMail } from '#api/services/mails/queue-mail.ts'
import { sendMails } from '#api/services/mails/send-mails.ts'
import { cleanUp } from '#api/services/platform/clean-up.ts'
import { startMailServer } from '#tests/races/mail-server.ts'
import { openGiving } from '#tests/support/gift-givers.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

vi.setConfig({ testTimeout: 60_000 })

const NO_SUCH = '550 5.1.1 No such user'

let shop: PayingShop
let key: string
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  shop.deps.settings.limitFactor = 1000
  key = (await makeApiKey(shop, { scopes: ['mail_bounces:write'] })).key
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const { give, linkOf, look, cardsOf } = openGiving(() => shop)

let people = 0
/** A guest whose address refuses every mail, and the order they paid. */
async function lostBuyer() {
  people += 1
  const email = `dana${String(people)}@gmial.example`
  shop.mailer.refuse(email, NO_SUCH)
  const token = await shop.guest(email)
  const order = await shop.order(token, 1)
  expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
  await shop.runDueNow()
  return { email, token, order, right: email.replace('gmial', 'gmail') }
}
const query = async (statement: string, ...values: unknown[]) =>
  (await shop.deps.database.query(statement, values)).rows
const mailOf = async (email: string, kind: string) => {
  const [row] = await query('select * from mails where "to" = $1 and kind = $2 order by id desc limit 1', email, kind) // prettier-ignore
  return row ?? {}
}
const tasksOf = async (orderId: number) => {
  const { body } = await shop.call('GET', '/v1/staff_tasks?state=open&page_size=100', { token: staff })
  return StaffTasksReply.parse(body).staff_tasks.filter(({ order_id: id }) => id === orderId)
}
const report = (fields: Record<string, unknown>, token = key) =>
  shop.call('POST', '/v1/mail_bounces', {
    token,
    body: { mail_bounce: { type: 'hard', at: shop.clock.now().toISOString(), ...fields } },
  })
const correct = (mail: unknown, email: string, token = staff) =>
  shop.call('POST', `/v1/mails/${String(mail)}/corrections`, { token, body: { mail_correction: { email } } })
const readNews = (email: string) =>
  shop.deps.database.query(
    "insert into newsletter_subscribers (brand_id, list, email, state, asked_at, confirmed_at, created_at) values (1, 'news', $1, 'confirmed', $2, $2, $2)",
    [email, shop.clock.now()],
  )
const newsOf = async (email: string) =>
  query('select state, ended_by from newsletter_subscribers where email = $1', email)

describe('a mail server', () => {
  test('that refuses for good is not asked again, one that is busy is, and a link that was refused is forgotten', async () => {
    const refused: string[] = []
    let busy = true
    const server = await startMailServer({
      recipient: (address) => {
        if (address === 'gone@example.com') {
          refused.push(address)
          return NO_SUCH
        }
        return address === 'busy@example.com' && busy ? '450 4.2.1 Please try again later' : undefined
      },
    })
    const deps = { ...shop.deps, mailer: createSmtpMailer(server.url) }
    for (const to of ['gone@example.com', 'busy@example.com']) {
      const secret = 'http://shop.test/account/password-confirm?token=very-secret'
      await shop.deps.database.db.transaction(
        (tx) =>
        queueMail(tx, { kind: 'set_password', eventKey: `set_password:${to}`, to, secret }, shop.clock.now(), deps), // prettier-ignore
      )
    }
    await sendMails(deps)
    busy = false
    shop.clock.advance(2)
    await sendMails(deps)
    shop.clock.advance(2)
    await sendMails(deps)
    await server.close()
    expect(refused).toHaveLength(1)
    expect(server.taken.map(({ to }) => to)).toEqual([['busy@example.com']])
    expect(await mailOf('gone@example.com', 'set_password')).toMatchObject({ state: 'bounced', tries: 1, sealed: null, last_error: NO_SUCH }) // prettier-ignore
    expect(await mailOf('busy@example.com', 'set_password')).toMatchObject({ state: 'sent', tries: 2 })
    expect(await query('select type, source, reason from mail_bounces where email = $1', 'gone@example.com')).toEqual([{ type: 'hard', source: 'server', reason: 'no_such_mailbox' }]) // prettier-ignore
  })

  test('that does not like the mail refuses the mail, and says nothing against the address', async () => {
    const { who, order } = await sellOrder(shop)
    await readNews(who.email)
    const server = await startMailServer({ mail: () => '554 5.7.1 Blocked by policy' })
    await sendMails({ ...shop.deps, mailer: createSmtpMailer(server.url) })
    await server.close()
    expect(await mailOf(who.email, 'order_confirmation')).toMatchObject({ state: 'bounced' })
    expect(await newsOf(who.email)).toEqual([{ state: 'confirmed', ended_by: null }])
    expect(await tasksOf(order.id)).toMatchObject([{ mail: { reason: 'not_accepted' } }])
  })
})

describe('a ticket that comes back', () => {
  test('is a task with why, and goes to the right address, with the order and a link to set a password', async () => {
    const { email, token, order, right } = await lostBuyer()
    const mail = await mailOf(email, 'order_confirmation')
    expect(mail).toMatchObject({ state: 'bounced', tries: 1 })
    expect(await tasksOf(order.id)).toMatchObject([
      {
        kind: 'mail_bounced',
        email,
        mail: { id: mail['id'], kind: 'order_confirmation', reason: 'no_such_mailbox' },
      },
    ])
    const { body } = await shop.call('GET', `/v1/mails?state=bounced&to=${email}`, { token: staff })
    const { mails: listed } = body as { mails: Record<string, unknown>[] }
    expect(listed.find(({ kind }) => kind === 'order_confirmation')).toMatchObject({ correctable: true, goes_to: email, bounce_reason: 'no_such_mailbox' }) // prettier-ignore
    expect(listed.find(({ kind }) => kind === 'set_password')).toMatchObject({ correctable: false })

    expect((await correct(mail['id'], right.toUpperCase())).status).toBe(201)
    await shop.runDueNow()
    expect(shop.mailer.to(email)).toEqual([])
    const subjects = shop.mailer.to(right).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([expect.stringContaining('Your flight is booked'), expect.stringContaining('Set your password')]), // prettier-ignore
    )
    expect((await shop.read(token, order)).email).toBe(right)
    expect(await tasksOf(order.id)).toEqual([])
    expect((await correct(mail['id'], right)).status).toBe(409)
    const lines = await query("select before, after from audit_log where resource = 'mails' and resource_id = $1", mail['id']) // prettier-ignore
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('@')
  })

  test('of an account stays in it: only where it is mailed to is another', async () => {
    const { who, order } = await sellOrder(shop)
    shop.mailer.refuse(who.email, NO_SUCH)
    await shop.runDueNow()
    const mail = await mailOf(who.email, 'order_confirmation')
    const right = `office.${who.email}`
    expect((await correct(mail['id'], right)).status).toBe(201)
    await shop.runDueNow()
    expect(shop.mailer.to(right).map(({ subject }) => subject)).toEqual([expect.stringContaining('Your flight is booked')]) // prettier-ignore
    expect((await shop.read(who.token, order)).email).toBe(right)
    expect(await query('select email from users where id = $1', who.userId)).toEqual([{ email: who.email }])
  })

  test('to an address that is good after all goes there again, and it gets news again when it asks', async () => {
    const { email, order } = await lostBuyer()
    const mail = await mailOf(email, 'order_confirmation')
    shop.mailer.refuse(email, '')
    expect(await query("select 1 from mail_bounces where email = $1 and type = 'hard' and settled_at is null", email)).not.toEqual([]) // prettier-ignore
    expect((await correct(mail['id'], email)).status).toBe(201)
    expect(await query("select 1 from mail_bounces where email = $1 and type = 'hard' and settled_at is null", email)).toEqual([]) // prettier-ignore
    expect(await tasksOf(order.id)).toEqual([])
    // A report of before is late, and changes that no more.
    const late = new Date(shop.clock.now().getTime() - 60_000).toISOString()
    await readNews(email)
    expect((await report({ email, at: late, message_id: mail['message_id'] })).status).toBe(201)
    expect(await newsOf(email)).toEqual([{ state: 'confirmed', ended_by: null }])
  })

  test('is put right by the staff alone, to an address that is one, and not once it has arrived', async () => {
    const { email, right } = await lostBuyer()
    const { id } = await mailOf(email, 'order_confirmation')
    const customer = await logIn(shop, 'customer@example.com')
    expect((await correct(id, right, customer)).status).toBe(403)
    expect((await correct(id, right, key)).status).toBe(403)
    expect(await correct(id, 'nowhere')).toMatchObject({ status: 422, body: { 'mail_correction.email': ['Please input correct email format (nowhere)'] } }) // prettier-ignore
    expect((await correct(999_999, right)).status).toBe(404)
    // A link to set a password is its owner's to ask for.
    expect((await correct((await mailOf(email, 'set_password'))['id'], right)).status).toBe(409)
    await correct(id, right)
    await shop.runDueNow()
    expect((await correct((await mailOf(right, 'order_confirmation'))['id'], email)).status).toBe(409)
  })

  test('two presses at once send one mail', async () => {
    const { email, right } = await lostBuyer()
    const { id } = await mailOf(email, 'order_confirmation')
    const answers = await Promise.all([correct(id, right), correct(id, right)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    await shop.runDueNow()
    expect(shop.mailer.to(right).filter(({ subject }) => subject.includes('is booked'))).toHaveLength(1)
  })
})

test('a payment link that comes back is made anew for the right address; the one under way is dead', async () => {
  const email = 'phone@gmial.example'
  shop.mailer.refuse(email, NO_SUCH)
  const order = await shop.order(await shop.guest(email), 1)
  const path = `/v1/orders/${String(order.id)}/payment_links`
  const page = `${shop.deps.settings.publicUrl}/pay`
  expect((await shop.call('POST', path, { token: staff, body: { payment_link: { url: page } } })).status).toBe(201) // prettier-ignore
  await shop.runDueNow()
  const { id } = await mailOf(email, 'payment_link')
  expect(await tasksOf(order.id)).toMatchObject([{ mail: { kind: 'payment_link' } }])
  shop.clock.advance(1)
  expect((await correct(id, 'phone@gmail.example')).status).toBe(201)
  await shop.runDueNow()
  const text = shop.mailer.to('phone@gmail.example').map((mail) => mail.text).join('\n') // prettier-ignore
  const token = /\/pay\/([\w-]+)/.exec(text)?.[1]
  const opened = await shop.call('POST', '/v1/payment_links/open', { body: { token } })
  expect(opened).toMatchObject({ status: 200, body: { order_id: order.id, email: 'phone@gmail.example' } })
})

test('a gift that comes back is its giver’s to know, and goes on with another link and other codes', async () => {
  const { giver, friend, card, id } = await give()
  shop.mailer.refuse(friend.email, NO_SUCH)
  await shop.runDueNow()
  const mail = await mailOf(friend.email, 'gift')
  expect(mail).toMatchObject({ state: 'bounced', sealed: null })
  const { body } = await shop.call('GET', '/v1/staff_tasks?state=open&page_size=100', { token: staff })
  const task = StaffTasksReply.parse(body).staff_tasks.find(({ mail: of }) => of?.id === mail['id'])
  expect(task).toMatchObject({ kind: 'mail_bounced', customer_id: giver.userId, email: friend.email })
  const before = await query('select code_hash, token_hash from gift_cards, gift_shares where gift_cards.id = $1 and gift_shares.id = $2', card.id, id) // prettier-ignore
  const right = `right.${friend.email}`
  expect((await correct(mail['id'], right)).status).toBe(201)
  const link = await linkOf(right)
  expect((await look(link)).status).toBe(200)
  const after = await query('select code_hash, token_hash from gift_cards, gift_shares where gift_cards.id = $1 and gift_shares.id = $2', card.id, id) // prettier-ignore
  expect(after[0]?.['code_hash']).not.toBe(before[0]?.['code_hash'])
  expect(after[0]?.['token_hash']).not.toBe(before[0]?.['token_hash'])
  expect((await cardsOf(giver)).find((one) => one.id === card.id)).toMatchObject({ last_emailed_to: right })
})

describe('the provider’s report', () => {
  test('of a hard bounce bounces the mail, opens the task, ends the news, and is the same when it comes again', async () => {
    const { who, order } = await sellOrder(shop)
    await readNews(who.email)
    await shop.runDueNow()
    const mail = await mailOf(who.email, 'order_confirmation')
    expect(mail['state']).toBe('sent')
    shop.clock.advance(1)
    const fields = { reason: NO_SUCH, at: shop.clock.now().toISOString(), message_id: String(mail['message_id']).replace(/[<>]/g, '') } // prettier-ignore
    const first = await report(fields)
    expect(first.status).toBe(201)
    expect(MailBounceReply.parse(first.body).mail_bounce).toMatchObject({ type: 'hard', reason: 'no_such_mailbox', mail_id: mail['id'] }) // prettier-ignore
    expect(JSON.stringify(first.body)).not.toContain('@')
    shop.clock.advance(1)
    const again = await report(fields)
    expect(again).toMatchObject({ status: 200, body: first.body as object })
    expect(await mailOf(who.email, 'order_confirmation')).toMatchObject({
      state: 'bounced',
      last_error: NO_SUCH,
    })
    expect(await tasksOf(order.id)).toHaveLength(1)
    expect(await newsOf(who.email)).toEqual([{ state: 'ended', ended_by: 'bounce' }])
    const lines = await query("select after, api_key_id from audit_log where resource = 'mail_bounces' and (after->>'mail_id')::int = $1", mail['id']) // prettier-ignore
    expect(lines).toHaveLength(1)
    expect(lines[0]?.['api_key_id']).not.toBeNull()
    expect(JSON.stringify(lines)).not.toContain('@')
  })

  test('of a soft one is written down, and nothing else', async () => {
    const { who, order } = await sellOrder(shop)
    await readNews(who.email)
    await shop.runDueNow()
    const mail = await mailOf(who.email, 'order_confirmation')
    expect((await report({ type: 'soft', reason: '452 4.2.2 Mailbox full', message_id: mail['message_id'] })).status).toBe(201) // prettier-ignore
    expect((await mailOf(who.email, 'order_confirmation'))['state']).toBe('sent')
    expect(await tasksOf(order.id)).toEqual([])
    expect(await newsOf(who.email)).toEqual([{ state: 'confirmed', ended_by: null }])
    const { body } = await shop.call('GET', `/v1/mails?to=${who.email}&kind=order_confirmation`, { token: staff }) // prettier-ignore
    expect(body).toMatchObject({
      mails: [{ state: 'sent', bounce_reason: 'mailbox_full', correctable: false }],
    })
  })

  test('without a message id stands for the newest mail to the address', async () => {
    const { who } = await sellOrder(shop)
    await shop.runDueNow()
    const { id } = await mailOf(who.email, 'order_confirmation')
    shop.clock.advance(1)
    const { body } = await report({ email: who.email.toUpperCase(), reason: '' })
    expect(body).toMatchObject({ mail_bounce: { mail_id: id, type: 'hard', reason: 'unknown' } })
  })

  test('comes by a key of its own scope for all brands, names something of ours, and nothing to come', async () => {
    const other = await makeApiKey(shop, { scopes: ['orders:read'] })
    const fields = { email: 'nobody.ever@example.com' }
    expect((await report(fields, other.key)).status).toBe(403)
    expect((await report(fields, staff)).status).toBe(403)
    expect((await shop.call('POST', '/v1/mail_bounces', { body: { mail_bounce: {} } })).status).toBe(401)
    expect((await report(fields)).status).toBe(404)
    expect((await report({ message_id: '<not@ours.example>' })).status).toBe(404)
    expect(await query('select 1 from mail_bounces where email = $1', fields.email)).toEqual([])
    expect(await report({})).toMatchObject({ status: 422, body: { 'mail_bounce.message_id': ['Tell the message id, the e-mail, or both'] } }) // prettier-ignore
    const soon = new Date(shop.clock.now().getTime() + 3_600_000).toISOString()
    expect(await report({ ...fields, at: soon })).toMatchObject({ status: 422, body: { 'mail_bounce.at': ['Must not be in the future'] } }) // prettier-ignore
    await expect(makeApiKey(shop, { scopes: ['mail_bounces:write'], brand_id: 1 })).rejects.toThrow()
  })
})

test('what the desk sold on the phone moves to whoever has the right address, and the desk’s session stays the desk’s', async () => {
  const email = 'caller@gmial.example'
  shop.mailer.refuse(email, NO_SUCH)
  const { departureId, departAt } = await shop.nextFlight()
  const seats = [{ departure_id: departureId, depart_at: departAt, quantity: 1 }]
  const order = { brand_id: 1, customer: { email, full_name: 'Cal Ler' }, order_item_seats_attributes: seats, terms_and_conditions: true } // prettier-ignore
  const sold = await shop.call('POST', '/v1/orders', { token: staff, body: { order } })
  expect(sold.status, JSON.stringify(sold.body)).toBe(201)
  const { id } = (sold.body as { order: { id: number } }).order
  const url = `${shop.deps.settings.publicUrl}/pay`
  await shop.call('POST', `/v1/orders/${String(id)}/payment_links`, { token: staff, body: { payment_link: { url } } }) // prettier-ignore
  await shop.runDueNow()
  expect((await correct((await mailOf(email, 'payment_link'))['id'], 'caller@gmail.example')).status).toBe(
    201,
  )
  const [whose] = await query(
    'select u.email from orders o join users u on u.id = o.user_id where o.id = $1',
    id,
  )
  expect(whose).toEqual({ email: 'caller@gmail.example' })
  const { body } = await shop.call('GET', '/v1/users/me', { token: staff })
  expect(body).toMatchObject({ user: { email: 'staff@example.com' } })
})

test('an erased person’s mails that came back, and what the servers said of them, go along', async () => {
  const { who, order } = await sellOrder(shop)
  shop.mailer.refuse(who.email, `550 5.1.1 <${who.email}> is unknown`)
  await shop.runDueNow()
  expect(await tasksOf(order.id)).toHaveLength(1)
  await shop.deps.database.db.transaction((tx) =>
    forgetPerson(tx, { userId: who.userId, email: who.email, orderIds: [order.id] }, shop.clock.now()),
  )
  expect(await query('select 1 from mail_bounces where email = $1', who.email)).toEqual([])
  expect(await query('select 1 from mails where "to" = $1 or last_error like $2', who.email, `%${who.email}%`)).toEqual([]) // prettier-ignore
  expect(await tasksOf(order.id)).toEqual([])
})

describe('an address that refused a mail for good', () => {
  const BAD = 'bad.address@example.com'
  const mail = (kind: 'how_was_it' | 'order_confirmation', orderId: number) =>
    shop.deps.database.db.transaction(
      (tx) =>
      queueMail(tx, { kind, eventKey: `${kind}:again:${String(orderId)}`, orderId, to: BAD }, shop.clock.now(), shop.deps), // prettier-ignore
    )

  test('gets no news any more, and still what is its own', async () => {
    const { order } = await sellOrder(shop)
    await shop.deps.database.query('update orders set email = $1 where id = $2', [BAD, order.id])
    await mail('order_confirmation', order.id)
    await shop.runDueNow()
    shop.clock.advance(1)
    expect((await report({ email: BAD, reason: NO_SUCH })).status).toBe(201)
    await mail('how_was_it', order.id)
    await shop.runDueNow()
    expect(await query('select 1 from mails where "to" = $1 and kind = \'how_was_it\'', BAD)).toEqual([])
    shop.mailer.sent.length = 0
    const { id } = await mailOf(BAD, 'order_confirmation')
    await correct(id, BAD)
    await shop.runDueNow()
    expect(shop.mailer.to(BAD)).toHaveLength(1)
    await mail('how_was_it', order.id)
    await shop.runDueNow()
    expect(shop.mailer.to(BAD)).toHaveLength(2)
  })

  test('is good once its owner opens a mail there', async () => {
    const { email } = await lostBuyer()
    shop.mailer.refuse(email, '')
    const openOnes = () => query("select 1 from mail_bounces where email = $1 and type = 'hard' and settled_at is null", email) // prettier-ignore
    expect(await openOnes()).not.toEqual([])
    await shop.call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
    await shop.runDueNow()
    const token = /token=([\w-]+)/.exec(shop.mailer.to(email).at(-1)?.text ?? '')?.[1] ?? ''
    const set = await shop.call('PUT', `/v1/password_resets/${token}`, { body: { email, user: { password: 'a new one' } } }) // prettier-ignore
    expect(set.status).toBe(204)
    expect(await openOnes()).toEqual([])
  })

  test('is forgotten when it is good, what only passed is too, and one that is bad still is not', async () => {
    await shop.deps.database.query('delete from mail_bounces')
    const at = shop.clock.now()
    for (const [email, type, settled] of [
      ['a@x.example', 'hard', null],
      ['b@x.example', 'hard', at],
      ['c@x.example', 'soft', null],
    ]) {
      // prettier-ignore
      await shop.deps.database.query(
        "insert into mail_bounces (email, type, source, reason, says, at, created_at, settled_at) values ($1, $2, 'report', 'unknown', '', $3, $3, $4)",
        [email, type, at, settled],
      )
    }
    shop.clock.advance(91 * 24 * 60)
    await cleanUp(shop.deps)
    expect(await query('select email from mail_bounces')).toEqual([{ email: 'a@x.example' }])
  })
})
