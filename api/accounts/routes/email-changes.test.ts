import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { UserReply } from '#contract/people.ts'
import { queueMail } from '#api/store/mails/queue-mail.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { giveGiftCard } from '#tests/support/give-tenders.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

// Each test registers, logs in and checks passwords several times.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const { call, logIn, tokenOf, works, member, newest, spend } = openAccountHelpers(() => shop)

describe('a change of an account’s e-mail', () => {
  const ask = (token: string, email: string, password = PASSWORD, more = {}) =>
    call('POST', '/v1/email_changes', { token, body: { email_change: { email, password, ...more } } })

  test('moves the bookings once the new address is confirmed, and mails the old address', async () => {
    const { email, token, userId } = await member()
    const order = await shop.order(token, 1)
    const gift = await giveGiftCard(shop.deps, 1, { lastEmailedTo: email })
    const next = `new.${email}`
    expect((await ask(token, next.toUpperCase())).status).toBe(201)
    const me = async () => UserReply.parse((await call('GET', '/v1/users/me', { token })).body).user
    expect((await me()).email).toBe(email)
    const mail = await newest(next)
    expect(mail).toMatchObject({ kind: 'change_email', link: { pathname: '/account/prove-email' } })
    const look = (method: string) =>
      call(method, `/v1/email_proofs/${mail.token}?email=${encodeURIComponent(next)}`)
    expect((await look('GET')).body).toEqual({
      email_proof: { email: next, needs_password: true, changes_account: true },
    })
    // The link alone is not enough; nor is another account.
    expect((await spend(next)).status).toBe(422)
    expect((await spend(next, (await member()).token)).status).toBe(422)
    expect((await me()).email).toBe(email)
    expect((await spend(next, token)).status).toBe(204)
    expect(await me()).toMatchObject({ id: userId, email: next, email_proven: true })
    expect((await shop.read(token, order)).email).toBe(next)
    const { rows } = await shop.deps.database.query('select last_emailed_to from gift_cards where id = $1', [
      gift.id,
    ])
    expect(rows[0]?.['last_emailed_to']).toBe(next)
    expect((await newest(email)).kind).toBe('email_changed')
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(next)).status).toBe(201)
    expect((await look('GET')).status).toBe(404)
  })

  test('ends all links mailed to the account before, queued ones too, and all other sessions', async () => {
    const { email, token, userId } = await member()
    await call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
    const [sent] = await mailedLinks(shop, email)
    await shop.runDueNow()
    const next = `moved.${email}`
    await ask(token, `other.${email}`)
    const [change] = await mailedLinks(shop, `other.${email}`)
    await ask(token, next)
    await call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
    const [waiting] = await mailedLinks(shop, email)
    const other = await tokenOf(email)
    expect((await spend(next, token)).status).toBe(204)
    expect([await works(token), await works(other)]).toEqual([true, false])
    const set = (mailed: typeof sent, address: string) =>
      call('PUT', `/v1/password_resets/${mailed?.token ?? ''}`, {
        body: { email: address, user: { password: 'not mine' } },
      })
    for (const address of [email, next]) {
      expect((await set(sent, address)).status).toBe(404)
      expect((await set(waiting, address)).status).toBe(404)
    }
    expect((await call('GET', `/v1/email_proofs/${change?.token ?? ''}?email=other.${email}`)).status).toBe(
      404,
    )
    const { rows } = await shop.deps.database.query(
      "select kind from mails where user_id = $1 and state = 'queued' and kind <> 'email_changed'",
      [userId],
    )
    expect(rows).toEqual([])
    // No session continues when the e-mail is confirmed with the link and the password alone.
    const third = `third.${email}`
    await ask(token, third)
    expect((await spend(third, undefined, PASSWORD)).status).toBe(204)
    expect(await works(token)).toBe(false)
  })

  test('ends booking links mailed to the old address, and sends queued mails to the new one', async () => {
    const { email, token } = await member()
    const order = await shop.order(token, 2)
    const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
    expect((await shop.pay(token, order, how)).status).toBe(201)
    await shop.runDueNow()
    const linksOf = async () => {
      const { body } = await call('GET', `/v1/orders/${String(order.id)}/passengers`, { token })
      return OrderPassengersReply.parse(body).passengers.map(({ link }) => link?.split('/').at(-1) ?? '')
    }
    const look = async (links: string[]) => {
      const answers = links.map((link) => call('GET', `/v1/passenger_links/${link}`))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    const before = await linksOf()
    expect(await look(before)).toEqual([200, 200])
    await shop.deps.database.db.transaction((tx) =>
      queueMail(
        tx,
        { kind: 'order_changed', eventKey: `order_changed:${email}`, orderId: order.id, to: email },
        shop.clock.now(),
        shop.deps,
      ),
    )
    const next = `behind.${email}`
    await ask(token, next)
    expect((await spend(next, token)).status).toBe(204)
    expect(await look(before)).toEqual([404, 404])
    expect(await look(await linksOf())).toEqual([200, 200])
    const sent = shop.mailer.to(email).length
    await shop.runDueNow()
    expect(
      shop.mailer
        .to(email)
        .slice(sent)
        .map(({ subject }) => subject),
    ).toEqual([expect.stringContaining('was changed')])
    expect(shop.mailer.to(next).length).toBeGreaterThan(0)
  })

  test('is dropped when the password is changed or reset before it is confirmed', async () => {
    const { email, token } = await member()
    const alive = async (next: string, mail: { token: string }) =>
      (await call('GET', `/v1/email_proofs/${mail.token}?email=${next}`)).status === 200
    const first = `first.${email}`
    await ask(token, first)
    const one = await newest(first)
    expect(await alive(first, one)).toBe(true)
    const user = { old_password: PASSWORD, password: 'another one' }
    expect((await call('PUT', '/v1/users/me/password', { token, body: { user } })).status).toBe(204)
    expect(await alive(first, one)).toBe(false)
    const second = `second.${email}`
    await ask(token, second, 'another one')
    const two = await newest(second)
    expect(await alive(second, two)).toBe(true)
    await call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
    const reset = await newest(email)
    expect(
      (
        await call('PUT', `/v1/password_resets/${reset.token}`, {
          body: { email, user: { password: 'a third' } },
        })
      ).status,
    ).toBe(204)
    expect(await alive(second, two)).toBe(false)
  })

  test('gives the same answer, with as much work, for an address of another account', async () => {
    const [known, unknown] = [(await member()).email, 'nobody.has.this@example.com']
    const { email, token } = await member()
    const answers: unknown[] = []
    const queriesFor = (address: string) =>
      countQueries(shop.deps.database, async () => {
        const { status, body } = await ask(token, address)
        answers.push([status, body].flatMap((part) => JSON.stringify(part).replaceAll(address, 'it')))
      })
    const first = await queriesFor(known)
    const second = await queriesFor(unknown)
    expect(answers[0]).toEqual(answers[1])
    expect(first).toEqual(second)
    expect((await spend(known, token)).status).toBe(409)
    expect((await logIn(known)).status).toBe(201)
    expect((await logIn(email)).status).toBe(201)
  })

  test.each([
    [
      'a wrong password',
      { password: 'a guess' },
      422,
      { password: ['This is not the password of this account'] },
    ],
    ['its own address', { own: true }, 422, { email: ['This is the e-mail of your account already'] }],
    [
      'a page of somebody else',
      { redirect_uri: 'https://evil.example/' },
      422,
      { redirect_uri: ['Must be an address of this shop'] },
    ],
    [
      'a mistyped address',
      { email: 'quimby@' },
      422,
      { email: ['Please input correct email format (quimby@)'] },
    ],
  ])('with %s is refused and mails nothing', async (_, wrong: Record<string, unknown>, status, body) => {
    const { email, token } = await member()
    const input = { email: wrong['own'] ? email : `other.${email}`, password: PASSWORD, ...wrong }
    expect(await call('POST', '/v1/email_changes', { token, body: { email_change: input } })).toMatchObject({
      status,
      body,
    })
    expect(await mailedLinks(shop, `other.${email}`)).toEqual([])
  })

  test('is refused before the first address is proven, so guests keep their bookings', async () => {
    const { email, token } = await member({ proven: false })
    expect(await ask(token, `other.${email}`)).toMatchObject({ status: 409 })
  })
})
