import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MailBounceReply } from '#contract/mail-bounce.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { erasePerson } from '#api/accounts/erase-person.ts'
import { queueCare } from '#api/store/care/queue-care.ts'
import { queueMail } from '#api/store/mails/queue-mail.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { startMailServer } from '#tests/races/mail-server.ts'
import { NO_SUCH_USER, openBounceHelpers } from '#tests/support/lost-mails.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

vi.setConfig({ testTimeout: 60_000 })

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

const lost = openBounceHelpers(() => shop)
const { lostBuyer, query, mailOf, newsOf, readNews } = lost
const tasksOf = (orderId: number) => lost.tasksOf(orderId, staff)
const report = (fields: Record<string, unknown>, token = key) => lost.report(fields, token)
const correct = (mail: unknown, email: string) => lost.correct(mail, email, staff)

describe('the answer of a mail server', () => {
  test('ends retries and erases the link when it is permanent, and not when it is temporary', async () => {
    const refused: string[] = []
    let busy = true
    const server = await startMailServer({
      recipient: (address) => {
        if (address === 'gone@example.com') {
          refused.push(address)
          return NO_SUCH_USER
        }
        return address === 'busy@example.com' && busy ? '450 4.2.1 Please try again later' : undefined
      },
    })
    const deps = { ...shop.deps, mailer: createSmtpMailer(server.url) }
    for (const to of ['gone@example.com', 'busy@example.com']) {
      const secret = 'http://shop.test/account/password-confirm?token=very-secret'
      await shop.deps.database.db.transaction((tx) =>
        queueMail(
          tx,
          { kind: 'set_password', eventKey: `set_password:${to}`, brandId: 1, to, secret },
          shop.clock.now(),
          deps,
        ),
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
    expect(server.received.map(({ to }) => to)).toEqual([['busy@example.com']])
    expect(await mailOf('gone@example.com', 'set_password')).toMatchObject({
      state: 'bounced',
      tries: 1,
      sealed: null,
      last_error: NO_SUCH_USER,
    })
    expect(await mailOf('busy@example.com', 'set_password')).toMatchObject({ state: 'sent', tries: 2 })
    expect(
      await query('select type, source, reason from mail_bounces where email = $1', 'gone@example.com'),
    ).toEqual([{ type: 'hard', source: 'server', reason: 'no_such_mailbox' }])
  })

  test('about the mail itself bounces the mail and leaves the address usable', async () => {
    const { buyer, order } = await sellOrder(shop)
    await readNews(buyer.email)
    const server = await startMailServer({ mail: () => '554 5.7.1 Blocked by policy' })
    await sendMails({ ...shop.deps, mailer: createSmtpMailer(server.url) })
    await server.close()
    expect(await mailOf(buyer.email, 'order_confirmation')).toMatchObject({ state: 'bounced' })
    expect(await newsOf(buyer.email)).toEqual([{ state: 'confirmed', ended_by: null }])
    expect(await tasksOf(order.id)).toMatchObject([{ mail: { reason: 'not_accepted' } }])
  })
})

describe('a bounce report of the mail provider', () => {
  test('of a hard bounce makes a task and ends the newsletter, and changes nothing twice', async () => {
    const { buyer, order } = await sellOrder(shop)
    await readNews(buyer.email)
    await shop.runDueNow()
    const mail = await mailOf(buyer.email, 'order_confirmation')
    expect(mail['state']).toBe('sent')
    shop.clock.advance(1)
    const fields = {
      reason: NO_SUCH_USER,
      at: shop.clock.now().toISOString(),
      message_id: String(mail['message_id']).replace(/[<>]/g, ''),
    }
    const first = await report(fields)
    expect(first.status).toBe(201)
    expect(MailBounceReply.parse(first.body).mail_bounce).toMatchObject({
      type: 'hard',
      reason: 'no_such_mailbox',
      mail_id: mail['id'],
    })
    expect(JSON.stringify(first.body)).not.toContain('@')
    shop.clock.advance(1)
    const again = await report(fields)
    expect(again).toMatchObject({ status: 200, body: first.body as object })
    expect(await mailOf(buyer.email, 'order_confirmation')).toMatchObject({
      state: 'bounced',
      last_error: NO_SUCH_USER,
    })
    expect(await tasksOf(order.id)).toHaveLength(1)
    expect(await newsOf(buyer.email)).toEqual([{ state: 'ended', ended_by: 'bounce' }])
    const lines = await query(
      "select after, api_key_id from audit_log where resource = 'mail_bounces' and " +
        "(after->>'mail_id')::int = $1",
      mail['id'],
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]?.['api_key_id']).not.toBeNull()
    expect(JSON.stringify(lines)).not.toContain('@')
  })

  test('of a soft bounce is recorded and has no other effect', async () => {
    const { buyer, order } = await sellOrder(shop)
    await readNews(buyer.email)
    await shop.runDueNow()
    const mail = await mailOf(buyer.email, 'order_confirmation')
    expect(
      (await report({ type: 'soft', reason: '452 4.2.2 Mailbox full', message_id: mail['message_id'] }))
        .status,
    ).toBe(201)
    expect((await mailOf(buyer.email, 'order_confirmation'))['state']).toBe('sent')
    expect(await tasksOf(order.id)).toEqual([])
    expect(await newsOf(buyer.email)).toEqual([{ state: 'confirmed', ended_by: null }])
    const { body } = await shop.call('GET', `/v1/mails?to=${buyer.email}&kind=order_confirmation`, {
      token: staff,
    })
    expect(body).toMatchObject({
      mails: [{ state: 'sent', bounce_reason: 'mailbox_full', correctable: false }],
    })
  })

  test('without a Message-ID counts for the newest mail to the address', async () => {
    const { buyer } = await sellOrder(shop)
    await shop.runDueNow()
    const { id } = await mailOf(buyer.email, 'order_confirmation')
    shop.clock.advance(1)
    const { body } = await report({ email: buyer.email.toUpperCase(), reason: '' })
    expect(body).toMatchObject({ mail_bounce: { mail_id: id, type: 'hard', reason: 'unknown' } })
  })

  test('needs a key with its own scope, a mail or address of ours, and no future time', async () => {
    const other = await makeApiKey(shop, { scopes: ['orders:read'] })
    const fields = { email: 'nobody.ever@example.com' }
    expect((await report(fields, other.key)).status).toBe(403)
    expect((await report(fields, staff)).status).toBe(403)
    expect((await shop.call('POST', '/v1/mail_bounces', { body: { mail_bounce: {} } })).status).toBe(401)
    expect((await report(fields)).status).toBe(404)
    expect((await report({ message_id: '<not@ours.example>' })).status).toBe(404)
    expect(await query('select 1 from mail_bounces where email = $1', fields.email)).toEqual([])
    expect(await report({})).toMatchObject({
      status: 422,
      body: { message_id: ['Tell the message id, the e-mail, or both'] },
    })
    const soon = new Date(shop.clock.now().getTime() + 3_600_000).toISOString()
    expect(await report({ ...fields, at: soon })).toMatchObject({
      status: 422,
      body: { at: ['Must not be in the future'] },
    })
    await expect(makeApiKey(shop, { scopes: ['mail_bounces:write'], brand_id: 1 })).rejects.toThrow()
  })
})

test('erasing a person erases their bounces and the answers of mail servers', async () => {
  const { buyer, order } = await sellOrder(shop)
  shop.mailer.refuse(buyer.email, `550 5.1.1 <${buyer.email}> is unknown`)
  await shop.runDueNow()
  expect(await tasksOf(order.id)).toHaveLength(1)
  await shop.deps.database.db.transaction((tx) =>
    erasePerson(tx, { userId: buyer.userId, email: buyer.email, orderIds: [order.id] }, shop.clock.now()),
  )
  expect(await query('select 1 from mail_bounces where email = $1', buyer.email)).toEqual([])
  expect(
    await query('select 1 from mails where "to" = $1 or last_error like $2', buyer.email, `%${buyer.email}%`),
  ).toEqual([])
  expect(await tasksOf(order.id)).toEqual([])
})

describe('an address with a hard bounce', () => {
  const BAD = 'bad.address@example.com'
  const confirm = (orderId: number) =>
    shop.deps.database.db.transaction((tx) =>
      queueMail(
        tx,
        {
          kind: 'order_confirmation',
          eventKey: `order_confirmation:again:${String(orderId)}`,
          orderId,
          to: BAD,
        },
        shop.clock.now(),
        shop.deps,
      ),
    )
  let asked = 0
  const askHowItWas = (orderId: number) =>
    shop.deps.database.db.transaction((tx) => {
      const subject = { eventKey: `after_flight:${String(orderId)}:${String((asked += 1))}`, orderId }
      const now = shop.clock.now()
      const due = { brandId: 1, email: BAD, dueFor: now, subjects: [subject] as [typeof subject] }
      return queueCare(tx, shop.deps, { occasion: 'after_flight', due, now })
    })

  test('gets no optional mails any more, and still gets mails about its own orders', async () => {
    const { order } = await sellOrder(shop)
    await shop.deps.database.query('update orders set email = $1 where id = $2', [BAD, order.id])
    await confirm(order.id)
    await shop.runDueNow()
    shop.clock.advance(1)
    expect((await report({ email: BAD, reason: NO_SUCH_USER })).status).toBe(201)
    await askHowItWas(order.id)
    await shop.runDueNow()
    expect(await query('select 1 from mails where "to" = $1 and kind = \'how_was_it\'', BAD)).toEqual([])
    shop.mailer.sent.length = 0
    const { id } = await mailOf(BAD, 'order_confirmation')
    await correct(id, BAD)
    await shop.runDueNow()
    expect(shop.mailer.to(BAD)).toHaveLength(1)
    await askHowItWas(order.id)
    await shop.runDueNow()
    expect(shop.mailer.to(BAD)).toHaveLength(2)
  })

  test('counts as reachable again once its owner opens a mail there', async () => {
    const { email } = await lostBuyer()
    shop.mailer.refuse(email, '')
    const openOnes = () =>
      query("select 1 from mail_bounces where email = $1 and type = 'hard' and settled_at is null", email)
    expect(await openOnes()).not.toEqual([])
    await shop.call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
    await shop.runDueNow()
    const token = /token=([\w-]+)/.exec(shop.mailer.to(email).at(-1)?.text ?? '')?.[1] ?? ''
    const set = await shop.call('PUT', `/v1/password_resets/${token}`, {
      body: { email, user: { password: 'a new one' } },
    })
    expect(set.status).toBe(204)
    expect(await openOnes()).toEqual([])
  })

  test('keeps its bounce; old soft bounces and those of reachable addresses are erased', async () => {
    await shop.deps.database.query('delete from mail_bounces')
    const at = shop.clock.now()
    for (const [email, type, settled] of [
      ['a@x.example', 'hard', null],
      ['b@x.example', 'hard', at],
      ['c@x.example', 'soft', null],
    ]) {
      await shop.deps.database.query(
        'insert into mail_bounces (email, type, source, reason, says, at, created_at, ' +
          "settled_at) values ($1, $2, 'report', 'unknown', '', $3, $3, $4)",
        [email, type, at, settled],
      )
    }
    shop.clock.advance(91 * 24 * 60)
    await cleanUp(shop.deps)
    expect(await query('select email from mail_bounces')).toEqual([{ email: 'a@x.example' }])
  })
})
