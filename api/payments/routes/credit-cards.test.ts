import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JwtReply } from '#contract/people.ts'
import { cardHolder, readCardAnswer } from '#tests/support/card-holder.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { logIn } from '#tests/support/shopper.ts'
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
const DECLINES = '4000000000000002'
const ASKS = '4000002760003184'
const back = { return_url: 'http://shop.test/account/cards', cancel_url: 'http://shop.test/account' }
const declined = { status: 422, body: { credit_card: ['Your card was declined. (card_declined)'] } }
const ofPage = (path: string, fields: Record<string, string>) =>
  shop.sandbox.pages(
    new Request(new URL(path, 'http://shop.test'), { method: 'POST', body: new URLSearchParams(fields) }),
  )
const typed = (number: string) => ({ number, expiry: '12 / 30', cvc: '123', email: 'a@example.com' })
/** The cards attached to the account's customer at the provider. */
const attached = (userId: number) =>
  shop.count(
    `select count(*) from sandbox.objects where type = 'payment_method' and data->>'customer' =
       (select reference from provider_customers where user_id = $1)`,
    userId,
  )

describe('saving a card', () => {
  test(
    'a card typed into the page is saved without provider names, and the first ' + 'one is the default',
    async () => {
      const ida = await cardHolder(shop)
      const answer = await ida.add(VISA)
      expect(answer).toMatchObject({
        status: 201,
        body: {
          credit_card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, default: true },
          requires_action: false,
        },
      })
      expect(JSON.stringify(answer.body)).not.toMatch(/(pm|cus|seti)_/)
      await ida.save(MASTERCARD)
      expect((await ida.cards()).map(({ last4, default: isDefault }) => [last4, isDefault])).toEqual([
        ['4242', true],
        ['4444', false],
      ])
      expect(await attached(ida.id)).toBe(2)
    },
  )

  test.each([
    ['tok_visa', 201],
    ['pm_card_mastercard', 201],
    ['src_123', 422],
    [VISA, 422],
    ['cus_123', 422],
    ['', 422],
  ])('the token %s answers %i', async (stripe_token, status) => {
    const ida = await cardHolder(shop)
    expect((await ida.add({ stripe_token })).status).toBe(status)
    expect(await ida.cards()).toHaveLength(status === 201 ? 1 : 0)
  })

  test('the same card is saved once, whichever way it comes', async () => {
    const ida = await cardHolder(shop)
    const first = await ida.save(VISA)
    expect(await ida.save(VISA)).toEqual(first)
    const { body } = await callAsPage(shop.sandbox, 'POST', 'tokens', cardFields(VISA, 'card'))
    expect(readCardAnswer(await ida.add({ stripe_token: body['id'] })).credit_card).toMatchObject({
      id: first.id,
    })
    expect(await ida.cards()).toHaveLength(1)
    expect(await attached(ida.id)).toBe(1)
    const [other, another] = await Promise.all([ida.save(MASTERCARD), ida.save(MASTERCARD)])
    expect(other).toEqual(another)
    expect(await ida.cards()).toHaveLength(2)
  })

  test('a double click answers twice with the same card', async () => {
    const ida = await cardHolder(shop)
    const fields = { stripe_token: await typeCard(shop.sandbox, VISA) }
    const answers = await Promise.all([ida.add(fields), ida.add(fields)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await ida.cards()).toHaveLength(1)
  })

  test('a renewed card keeps its place with its new date', async () => {
    const ida = await cardHolder(shop)
    const { id } = await ida.save(VISA)
    // The test names of cards expire next December, typed ones in 2030.
    const renewed = readCardAnswer(await ida.add({ stripe_token: 'pm_card_visa' })).credit_card
    expect(renewed).toMatchObject({ id, exp_month: 12, default: true })
    expect(renewed?.exp_year).not.toBe(2030)
    expect(await attached(ida.id)).toBe(1)
  })

  test('two accounts may each have the same card', async () => {
    const [ida, ove] = [await cardHolder(shop), await cardHolder(shop)]
    const [his, hers] = [await ove.save(VISA), await ida.save(VISA)]
    expect(his.id).not.toBe(hers.id)
  })

  test(
    'declined: the bank’s sentence with its code, and nothing ' + 'saved; the same token says the same',
    async () => {
      const ida = await cardHolder(shop)
      const fields = { stripe_token: await typeCard(shop.sandbox, DECLINES) }
      expect(await ida.add(fields)).toMatchObject(declined)
      expect(await ida.add(fields)).toMatchObject(declined)
      expect(await ida.cards()).toEqual([])
      expect(await ida.save('4000000000000341')).toMatchObject({ last4: '0341' })
    },
  )

  test('a foreign, used or expired payment method is not saved', async () => {
    const [ida, eve] = [await cardHolder(shop), await cardHolder(shop)]
    await ida.save(VISA)
    const { rows } = await shop.deps.database.query('select reference from credit_cards where user_id = $1', [
      ida.id,
    ])
    expect((await eve.add({ stripe_token: String(rows[0]?.['reference']) })).status).toBe(422)
    const used = await typeCard(shop.sandbox, VISA)
    await ida.add({ stripe_token: used })
    expect(await eve.add({ stripe_token: used })).toMatchObject({
      status: 422,
      body: { credit_card: ['Please enter your card again.'] },
    })
    expect(await eve.cards()).toEqual([])
  })

  test.each([
    ['on the way to us', 'lost'],
    ['as an error', 'after'],
  ] as const)('an answer that was lost %s is found again', async (_name, how) => {
    const ida = await cardHolder(shop)
    const fields = { stripe_token: await typeCard(shop.sandbox, VISA) }
    shop.sandbox.control.failNext(how, 'POST /v1/setup_intents')
    expect((await ida.add(fields)).status).toBe(503)
    expect((await ida.add(fields)).status).toBe(201)
    expect(await attached(ida.id)).toBe(1)
  })

  test('an account saves at most ten cards, and only with a return address of the shop', async () => {
    const ida = await cardHolder(shop)
    const foreign = { return_url: 'https://elsewhere.example/' }
    expect((await ida.add({ stripe_token: 'pm_card_visa', ...foreign })).status).toBe(422)
    expect((await ida.add({ hosted: true, ...foreign })).status).toBe(422)
    expect((await ida.add({ hosted: true, ...back, cancel_url: foreign.return_url })).status).toBe(422)
    expect((await ida.add({ hosted: true })).status).toBe(422)
    await shop.deps.database.query(
      `insert into credit_cards (user_id, reference, fingerprint, brand, last4, exp_month, exp_year,
        created_at)
       select $1::int, $1::text || 'pm_' || n, $1::text || 'f' || n, 'visa', '4242', 12, 2030, now()
         from generate_series(1, 10) n`,
      [ida.id],
    )
    expect(await ida.add(VISA)).toMatchObject({
      status: 422,
      body: { credit_card: ['You can keep 10 cards. Remove one first.'] },
    })
  })
})

describe('3-D Secure', () => {
  test.each([
    ['complete', 201],
    ['fail', 422],
  ])('in the page, %s: then what became of it is asked for', async (outcome, status) => {
    const ida = await cardHolder(shop)
    const waiting = readCardAnswer(await ida.add(ASKS))
    expect(waiting).toMatchObject({ credit_card: null, requires_action: true, redirect_url: null })
    const setup = waiting.client_secret?.split('_secret_')[0] ?? ''
    await ofPage(`/sandbox/3ds/${setup}`, { outcome })
    const eve = await cardHolder(shop)
    expect((await eve.add({ stripe_token: setup })).status).toBe(404)
    const answer = await ida.add({ stripe_token: setup })
    expect(answer.status).toBe(status)
    if (status === 422) {
      expect(JSON.stringify(answer.body)).toContain('(setup_intent_authentication_failure)')
    }
    expect(await ida.cards()).toHaveLength(status === 201 ? 1 : 0)
    expect((await ida.add({ stripe_token: setup })).status).toBe(status)
  })

  test('a saved payment method redirects to an address, and the card is there on return', async () => {
    const ida = await cardHolder(shop)
    const waiting = readCardAnswer(await ida.add({ stripe_token: 'pm_card_authenticationRequired', ...back }))
    expect(waiting).toMatchObject({ requires_action: true, client_secret: null })
    const home = await ofPage(new URL(waiting.redirect_url ?? '').pathname, { outcome: 'complete' })
    expect(home?.headers.get('location')).toContain(back.return_url)
    expect((await ida.cards()).map(({ last4 }) => last4)).toEqual(['3184'])
  })

  test('the client secret is stored nowhere', async () => {
    const ida = await cardHolder(shop)
    const secret = readCardAnswer(await ida.add(ASKS)).client_secret ?? 'none'
    for (const table of ['card_setups', 'credit_cards', 'idempotency_keys', 'webhook_inbox']) {
      expect(await shop.count(`select count(*) from ${table} t where t::text like $1`, `%${secret}%`)).toBe(0)
    }
  })
})

describe('the provider’s page', () => {
  async function openPage() {
    const ida = await cardHolder(shop)
    const page = readCardAnswer(await ida.add({ hosted: true, ...back }))
    expect(page).toMatchObject({ credit_card: null, requires_action: true, client_secret: null })
    return { ida, path: new URL(page.redirect_url ?? '').pathname }
  }

  test('the card is there once on return, before and after the events', async () => {
    const { ida, path } = await openPage()
    expect(await ida.cards()).toEqual([])
    const home = await ofPage(path, typed(VISA))
    const session = new URL(home?.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
    expect(await ida.cards()).toMatchObject([{ last4: '4242', default: true }])
    await shop.deliverEvents(2)
    expect(await ida.cards()).toHaveLength(1)
    expect((await ida.add({ stripe_token: session })).status).toBe(201)
    const eve = await cardHolder(shop)
    expect((await eve.add({ stripe_token: session })).status).toBe(404)
  })

  test('the events alone deliver the card of an owner who does not return', async () => {
    const { ida, path } = await openPage()
    await ofPage(path, typed(MASTERCARD))
    await shop.deliverEvents(2)
    const kept = 'select count(*) from credit_cards where user_id = $1 and removed_at is null'
    expect(await shop.count(kept, ida.id)).toBe(1)
    const open = `select count(*) from card_setups where user_id = $1 and state = 'open'`
    expect(await shop.count(open, ida.id)).toBe(0)
  })

  test('a card that the bank refused leaves nothing, and the next one is saved', async () => {
    const { ida, path } = await openPage()
    expect((await ofPage(path, typed(DECLINES)))?.status).toBe(402)
    await shop.deliverEvents()
    expect(await ida.cards()).toEqual([])
    await ofPage(path, typed(VISA))
    expect(await ida.cards()).toHaveLength(1)
  })

  test('the known cards are listed while the provider does not answer', async () => {
    const { ida } = await openPage()
    await ida.save(MASTERCARD)
    shop.sandbox.control.failNext('before')
    expect(await ida.cards()).toHaveLength(1)
  })
})

describe('changing cards', () => {
  test('exactly one card is the default, whichever came first', async () => {
    const ida = await cardHolder(shop)
    const [visa, mastercard] = [await ida.save(VISA), await ida.save(MASTERCARD)]
    const patch = (id: number) =>
      shop.call('PATCH', `${ida.path}/${String(id)}`, {
        token: ida.token,
        body: { credit_card: { default: true } },
      })
    expect(await patch(mastercard.id)).toMatchObject({
      status: 200,
      body: { credit_card: { id: mastercard.id, default: true } },
    })
    await Promise.all([patch(visa.id), patch(mastercard.id), patch(visa.id)])
    const defaults = (await ida.cards()).filter((card) => card.default)
    expect(defaults).toHaveLength(1)
    await shop.call('DELETE', `${ida.path}/${String(defaults[0]?.id)}`, { token: ida.token })
    expect((await ida.cards()).map((card) => card.default)).toEqual([true])
  })

  test('a removed card is gone here and at the provider, and may be added again', async () => {
    const ida = await cardHolder(shop)
    const { id } = await ida.save(VISA)
    const remove = () => shop.call('DELETE', `${ida.path}/${String(id)}`, { token: ida.token })
    shop.sandbox.control.failNext('before')
    expect((await remove()).status).toBe(503)
    expect(await ida.cards()).toHaveLength(1)
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect(await attached(ida.id)).toBe(0)
    await shop.deliverEvents(2)
    expect(await ida.cards()).toEqual([])
    expect((await ida.save(VISA)).id).not.toBe(id)
  })

  test('a card detached on the provider’s own pages disappears, too', async () => {
    const ida = await cardHolder(shop)
    await ida.save(VISA)
    const { rows } = await shop.deps.database.query('select reference from credit_cards where user_id = $1', [
      ida.id,
    ])
    await shop.deps.stripe.paymentMethods.detach(String(rows[0]?.['reference']))
    await shop.deliverEvents()
    expect(await ida.cards()).toEqual([])
  })
})

test(
  'a customer deleted on the provider’s own pages takes their cards along; a new one is made ' +
    'when needed',
  async () => {
    const ida = await cardHolder(shop)
    await ida.save(VISA)
    const { rows } = await shop.deps.database.query(
      'select reference from provider_customers where user_id = $1',
      [ida.id],
    )
    await shop.deps.stripe.customers.del(String(rows[0]?.['reference']))
    await shop.deliverEvents(2)
    expect(await ida.cards()).toEqual([])
    expect(await ida.save(VISA)).toMatchObject({ last4: '4242', default: true })
  },
)

describe('cards of other accounts', () => {
  test(
    'cards of another account are not there: for a customer, a ' + 'guest with their e-mail, staff',
    async () => {
      const ida = await cardHolder(shop)
      const { id } = await ida.save(VISA)
      const eve = await cardHolder(shop)
      const card = `${ida.path}/${String(id)}`
      const own = `${eve.path}/${String(id)}`
      const tokens = [
        [eve.token, 404],
        [await logIn(shop, 'staff@example.com'), 404],
        [await shop.guest(ida.email), 403],
        [undefined, 401],
      ] as const
      const body = { credit_card: { default: true } }
      for (const [token, status] of tokens) {
        const who = token ? { token } : {}
        const answers = [
          await shop.call('GET', ida.path, who),
          await shop.call('POST', ida.path, { ...who, body: { stripe_token: 'pm_card_visa' } }),
          await shop.call('PATCH', card, { ...who, body }),
          await shop.call('DELETE', card, who),
        ]
        expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
      }
      expect((await shop.call('PATCH', own, { token: eve.token, body })).status).toBe(404)
      expect((await shop.call('DELETE', own, { token: eve.token })).status).toBe(404)
      expect(await ida.cards()).toMatchObject([{ id, default: true }])
    },
  )

  test(
    'who proves a mailbox by a new password finds no card that ' + 'somebody else left in the account',
    async () => {
      const ida = await cardHolder(shop)
      await ida.save(VISA)
      const reset = { password_reset: { email: ida.email, redirect_uri: 'http://shop.test/reset' } }
      await shop.call('POST', '/v1/password_resets', { body: reset })
      const secret = (await mailedLinks(shop, ida.email))[0]?.token ?? ''
      const set = await shop.call('PUT', `/v1/password_resets/${secret}`, {
        body: { email: ida.email, user: { password: 'owner of it' } },
      })
      expect(set.status).toBe(204)
      const auth = { email: ida.email, password: 'owner of it' }
      const { jwt } = JwtReply.parse((await shop.call('POST', '/v1/user_token', { body: { auth } })).body)
      const list = await shop.call('GET', ida.path, { token: jwt })
      expect(list.body).toEqual({ credit_cards: [] })
      expect(
        (await shop.call('POST', ida.path, { token: jwt, body: { stripe_token: 'pm_card_amex' } })).status,
      ).toBe(201)
    },
  )
})
