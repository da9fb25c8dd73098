import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawContest } from '#api/forms/draw-contest.ts'
import { sendForm } from '#tests/support/form-sender.ts'
import { openGiftHelpers } from '#tests/support/gift-givers.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
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

const { give, linkOf, look, cardsOf } = openGiftHelpers(() => shop)
const lost = openBounceHelpers(() => shop)
const { lostBuyer, query, mailOf, newsOf, readNews } = lost
const tasksOf = (orderId: number) => lost.tasksOf(orderId, staff)
const report = (fields: Record<string, unknown>) => lost.report(fields, key)
const correct = (mail: unknown, email: string, token = staff) => lost.correct(mail, email, token)
const payLinkIn = (email: string) => /\/pay\/([\w-]+)/.exec(shop.mailer.to(email).at(-1)?.text ?? '')?.[1]
const openPayLink = (token: string | undefined) =>
  shop.call('POST', '/v1/payment_links/open', { body: { token } })

describe('a bounced order confirmation', () => {
  test('makes a task with the reason, and staff send it to the right address', async () => {
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
    expect(listed.find(({ kind }) => kind === 'order_confirmation')).toMatchObject({
      correctable: true,
      goes_to: email,
      bounce_reason: 'no_such_mailbox',
    })
    expect(listed.find(({ kind }) => kind === 'set_password')).toMatchObject({ correctable: false })

    expect((await correct(mail['id'], right.toUpperCase())).status).toBe(201)
    await shop.runDueNow()
    expect(shop.mailer.to(email)).toEqual([])
    const subjects = shop.mailer.to(right).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Your flight is booked'),
        expect.stringContaining('Set your password'),
      ]),
    )
    expect((await shop.read(token, order)).email).toBe(right)
    expect(await tasksOf(order.id)).toEqual([])
    expect((await correct(mail['id'], right)).status).toBe(409)
    const lines = await query(
      "select before, after from audit_log where resource = 'mails' and resource_id = $1",
      mail['id'],
    )
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('@')
  })

  test('leaves the order in its account when staff correct the address of an account’s order', async () => {
    const { buyer, order } = await sellOrder(shop)
    shop.mailer.refuse(buyer.email, NO_SUCH_USER)
    await shop.runDueNow()
    const mail = await mailOf(buyer.email, 'order_confirmation')
    const right = `office.${buyer.email}`
    expect((await correct(mail['id'], right)).status).toBe(201)
    await shop.runDueNow()
    expect(shop.mailer.to(right).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Your flight is booked'),
    ])
    expect((await shop.read(buyer.token, order)).email).toBe(right)
    expect(await query('select email from users where id = $1', buyer.userId)).toEqual([
      { email: buyer.email },
    ])
  })

  test('can be sent to the same address again, which then counts as reachable', async () => {
    const { email, order } = await lostBuyer()
    const mail = await mailOf(email, 'order_confirmation')
    shop.mailer.refuse(email, '')
    expect(
      await query(
        "select 1 from mail_bounces where email = $1 and type = 'hard' and settled_at is null",
        email,
      ),
    ).not.toEqual([])
    expect((await correct(mail['id'], email)).status).toBe(201)
    expect(
      await query(
        "select 1 from mail_bounces where email = $1 and type = 'hard' and settled_at is null",
        email,
      ),
    ).toEqual([])
    expect(await tasksOf(order.id)).toEqual([])
    // A report of before is late, and changes that no more.
    const late = new Date(shop.clock.now().getTime() - 60_000).toISOString()
    await readNews(email)
    expect((await report({ email, at: late, message_id: mail['message_id'] })).status).toBe(201)
    expect(await newsOf(email)).toEqual([{ state: 'confirmed', ended_by: null }])
  })

  test('is corrected by staff only, to a valid address only, and not after it has arrived', async () => {
    const { email, right } = await lostBuyer()
    const { id } = await mailOf(email, 'order_confirmation')
    const customer = await logIn(shop, 'customer@example.com')
    expect((await correct(id, right, customer)).status).toBe(403)
    expect((await correct(id, right, key)).status).toBe(403)
    expect(await correct(id, 'nowhere')).toMatchObject({
      status: 422,
      body: { email: ['Please input correct email format (nowhere)'] },
    })
    expect((await correct(999_999, right)).status).toBe(404)
    // A link to set a password is its owner's to ask for.
    expect((await correct((await mailOf(email, 'set_password'))['id'], right)).status).toBe(409)
    await correct(id, right)
    await shop.runDueNow()
    expect((await correct((await mailOf(right, 'order_confirmation'))['id'], email)).status).toBe(409)
  })

  test('is sent once when staff submit the correction twice at once', async () => {
    const { email, right } = await lostBuyer()
    const { id } = await mailOf(email, 'order_confirmation')
    const answers = await Promise.all([correct(id, right), correct(id, right)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    await shop.runDueNow()
    expect(shop.mailer.to(right).filter(({ subject }) => subject.includes('is booked'))).toHaveLength(1)
  })
})

test('a bounced payment link is replaced by one for the right address', async () => {
  const email = 'phone@gmial.example'
  shop.mailer.refuse(email, NO_SUCH_USER)
  const order = await shop.order(await shop.guest(email), 1)
  const path = `/v1/orders/${String(order.id)}/payment_links`
  const page = `${shop.deps.settings.publicUrl}/pay`
  expect(
    (await shop.call('POST', path, { token: staff, body: { payment_link: { url: page } } })).status,
  ).toBe(201)
  await shop.runDueNow()
  const { id } = await mailOf(email, 'payment_link')
  expect(await tasksOf(order.id)).toMatchObject([{ mail: { kind: 'payment_link' } }])
  shop.clock.advance(1)
  expect((await correct(id, 'phone@gmail.example')).status).toBe(201)
  await shop.runDueNow()
  const opened = await openPayLink(payLinkIn('phone@gmail.example'))
  expect(opened).toMatchObject({ status: 200, body: { order_id: order.id, email: 'phone@gmail.example' } })
})

test('a bounced gift makes a task for its giver, and is sent again with a new link and codes', async () => {
  const { giver, friend, card, id } = await give()
  shop.mailer.refuse(friend.email, NO_SUCH_USER)
  await shop.runDueNow()
  const mail = await mailOf(friend.email, 'gift')
  expect(mail).toMatchObject({ state: 'bounced', sealed: null })
  const task = (await lost.openTasks(staff)).find(({ mail: of }) => of?.id === mail['id'])
  expect(task).toMatchObject({ kind: 'mail_bounced', customer_id: giver.userId, email: friend.email })
  const before = await query(
    'select code_hash, token_hash from gift_cards, gift_shares where gift_cards.id = $1 and ' +
      'gift_shares.id = $2',
    card.id,
    id,
  )
  const right = `right.${friend.email}`
  expect((await correct(mail['id'], right)).status).toBe(201)
  const link = await linkOf(right)
  expect((await look(link)).status).toBe(200)
  const after = await query(
    'select code_hash, token_hash from gift_cards, gift_shares where gift_cards.id = $1 and ' +
      'gift_shares.id = $2',
    card.id,
    id,
  )
  expect(after[0]?.['code_hash']).not.toBe(before[0]?.['code_hash'])
  expect(after[0]?.['token_hash']).not.toBe(before[0]?.['token_hash'])
  expect((await cardsOf(giver)).find((one) => one.id === card.id)).toMatchObject({ last_emailed_to: right })
})

test('correcting an order sold by phone changes its owner and not the staff session', async () => {
  const email = 'caller@gmial.example'
  shop.mailer.refuse(email, NO_SUCH_USER)
  const { departureId, departAt } = await shop.nextFlight()
  const seats = [{ departure_id: departureId, depart_at: departAt, quantity: 1 }]
  const order = {
    brand_id: 1,
    customer: { email, full_name: 'Cal Ler' },
    order_item_seats_attributes: seats,
    terms_and_conditions: true,
  }
  const sold = await shop.call('POST', '/v1/orders', { token: staff, body: { order } })
  expect(sold.status, JSON.stringify(sold.body)).toBe(201)
  const { id } = (sold.body as { order: { id: number } }).order
  const url = `${shop.deps.settings.publicUrl}/pay`
  await shop.call('POST', `/v1/orders/${String(id)}/payment_links`, {
    token: staff,
    body: { payment_link: { url } },
  })
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

describe('a bounced link to pay for a reschedule', () => {
  /** Staff reschedule a guest's flight and mail the payment link, which bounces. */
  async function lostMove() {
    const { email, order, right } = await lostBuyer()
    const { departureId, departAt } = await shop.nextFlight()
    const to = { departure_id: departureId, depart_at: departAt }
    const path = `/v1/orders/${String(order.id)}`
    const quoted = await shop.call('POST', `${path}/staff_reschedule_quotes`, { token: staff, body: to })
    const {
      reschedule_fee,
      reschedule_price_difference,
      amount_due: amount,
    } = (quoted.body as { reschedule_quote: Record<string, number> }).reschedule_quote
    const url = shop.deps.settings.publicUrl
    const payment = { method: 'link', amount, url: `${url}/pay`, return_url: `${url}/moved` }
    const reschedule = { ...to, items: { reschedule_fee, reschedule_price_difference }, payment }
    const moved = await shop.call('POST', `${path}/staff_reschedules`, { token: staff, body: { reschedule } })
    expect(moved.status, JSON.stringify(moved.body)).toBe(201)
    await shop.runDueNow()
    return { email, order, right, mail: await mailOf(email, 'move_link') }
  }

  test('makes a task, and is replaced by a link to the same seats for the right address', async () => {
    const { order, right, mail } = await lostMove()
    expect(mail).toMatchObject({ state: 'bounced', sealed: null })
    expect((await tasksOf(order.id)).map(({ mail: of }) => of?.kind)).toContain('move_link')
    shop.clock.advance(30)
    expect((await correct(mail['id'], right)).status).toBe(201)
    await shop.runDueNow()
    expect((await tasksOf(order.id)).map(({ mail: of }) => of?.kind)).not.toContain('move_link')
    const [copy] = shop.mailer
      .to(right)
      .filter(({ subject }) => subject.startsWith('Pay to move your flight'))
    expect(copy?.text).toMatch(/We keep them until \d+:\d\d [AP]M E[DS]T/)
    const token = /\/pay\/([\w-]+)/.exec(copy?.text ?? '')?.[1]
    const opened = await openPayLink(token)
    expect(opened).toMatchObject({ status: 200, body: { order_id: order.id, email: right } })
    const { jwt, order_change_id: change } = opened.body as { jwt: string; order_change_id: number }
    const page = `select url from payment_attempts where order_change_id = ${String(change)}
      and state = 'open'`
    const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}`, { token: jwt })
    const { changes } = (body as { order: { changes: { id: number; payment_url: string }[] } }).order
    expect(changes.find(({ id }) => id === change)?.payment_url).toBe((await query(page))[0]?.['url'])
    expect((await correct(mail['id'], right)).status).toBe(409)
  })

  test('is not sent again after its seats were released or it was paid', async () => {
    const { order, right, mail } = await lostMove()
    shop.clock.advance(121)
    staff = await logIn(shop, 'staff@example.com')
    expect(await correct(mail['id'], right)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Move it anew from its order') as string },
    })
    // Nothing of it was done: neither is the order's address another, nor the task gone.
    expect(await query('select email from orders where id = $1', order.id)).toEqual([{ email: mail['to'] }])
    expect((await tasksOf(order.id)).map(({ mail: of }) => of?.kind)).toContain('move_link')
    const [change] = await query('select id from order_changes where order_id = $1', order.id)
    await query("update order_changes set state = 'completed' where id = $1", change?.['id'])
    expect(await correct(mail['id'], right)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  })
})

describe('a bounced mail about a prize', () => {
  async function lostPrize(email: string) {
    shop.mailer.refuse(email, NO_SUCH_USER)
    await query('delete from form_entries')
    await sendForm(shop, {
      form: 'contest',
      contest_id: 1,
      consent: true,
      email,
      message: undefined,
      topic: undefined,
    })
    const now = shop.clock.now()
    shop.clock.set('2027-07-02T12:00:00Z')
    expect(await drawContest(shop.deps, 1)).toMatchObject({ ok: true })
    await shop.runDueNow()
    const mail = await mailOf(email, 'contest_won')
    expect(mail).toMatchObject({ state: 'bounced', sealed: null })
    shop.clock.set(now.toISOString())
    return mail
  }
  const holderOf = async () =>
    query('select u.email from prizes p join users u on u.id = p.user_id order by p.id desc limit 1')

  test('makes a task; the owner of the right address gets the prize and a new link', async () => {
    const mail = await lostPrize('win@gmial.example')
    const task = (await lost.openTasks(staff)).find(({ mail: of }) => of?.id === mail['id'])
    expect(task).toMatchObject({ kind: 'mail_bounced' })
    expect((await correct(mail['id'], 'Win@gmail.example')).status).toBe(201)
    await shop.runDueNow()
    const [sent] = shop.mailer.to('win@gmail.example')
    expect(sent?.subject).toMatch(/^You have won /)
    const token = /token=([\w-]{43})&email=win%40gmail\.example/.exec(sent?.text ?? '')?.[1] ?? ''
    expect(await holderOf()).toEqual([{ email: 'win@gmail.example' }])
    expect(await query('select email from form_entries')).toEqual([{ email: 'win@gmail.example' }])
    const set = await shop.call('PUT', `/v1/password_resets/${token}`, {
      body: { email: 'win@gmail.example', user: { password: 'a new one' } },
    })
    expect(set.status).toBe(204)
    expect((await lost.openTasks(staff)).some(({ mail: of }) => of?.id === mail['id'])).toBe(false)
    expect((await correct(mail['id'], 'win@gmail.example')).status).toBe(409)
  })

  test('stays at its address once the winner has opened the account that holds the prize', async () => {
    const who = await openAccount(shop.deps)
    await query("update users set password_hash = 'x', email_proven_at = now() where id = $1", who.userId)
    const mail = await lostPrize(who.email)
    expect(await correct(mail['id'], 'else@example.com')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('stays there') as string },
    })
    expect(await holderOf()).toEqual([{ email: who.email }])
    shop.mailer.refuse(who.email, '')
    expect((await correct(mail['id'], who.email)).status).toBe(201)
    await shop.runDueNow()
    expect(shop.mailer.to(who.email).at(-1)?.text).toMatch(/\/account$/m)
  })
})
