import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BrandReply } from '#contract/catalogue.ts'
import { AccountTextConsentReply, AccountTextConsentsReply } from '#contract/text.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { consentWords } from '#tests/support/texted-buyer.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'
import { queueText } from '../../store/texts/queue-text.ts'

// Each test registers, logs in and checks passwords several times.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
let words: string
beforeAll(async () => {
  shop = await openPayingShop()
  const { brand } = BrandReply.parse((await shop.call('GET', '/v1/brands/1')).body)
  words = brand.account_text_consent ?? ''
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const { call, exported, logIn, member, newest, tokenOf } = openAccountHelpers(() => shop)
const PATH = '/v1/users/me/text_consents'
const NOW = new Date(TEST_NOW).toISOString()

const list = async (token: string) =>
  AccountTextConsentsReply.parse((await call('GET', PATH, { token })).body).text_consents
const agree = (token: string, said = words, brand = '1') =>
  call('PUT', `${PATH}/${brand}`, { token, body: { text_consent: { words: said } } })

/** A member with a number that can be texted. */
async function phoneOwner(phone = '(201) 555-0142') {
  const made = await member()
  await call('PATCH', '/v1/users/me', { token: made.token, body: { user: { phone } } })
  return made
}
let events = 0
/** Has something to say about an order. */
async function say(order: { id: number }) {
  events += 1
  const text = {
    kind: 'ticket' as const,
    eventKey: `said:${String(events)}`,
    subjectId: order.id,
  }
  return shop.deps.database.db.transaction((tx) =>
    queueText(tx, { ...text, order: { id: order.id, brandId: 1 } }, shop.clock.now(), shop.deps),
  )
}
const states = async (order: { id: number }) =>
  (await shop.deps.database.query('select state from texts where order_id = $1', [order.id])).rows

test('an account agrees to texts of a brand once, and all its orders of that brand get them', async () => {
  const { token } = await phoneOwner()
  const order = await shop.order(token, 1)
  expect(await say(order)).toEqual({ ok: false, reason: 'no_text_consent' })
  expect((await list(token))[0]).toEqual({ brand_id: 1, words, given_at: null, number: '•••• 0142' })
  const { text_consent: given } = AccountTextConsentReply.parse((await agree(token)).body)
  expect(given).toMatchObject({ brand_id: 1, words, given_at: NOW, number: '•••• 0142' })
  expect(await say(order)).toEqual({ ok: true, to: '+12015550142' })
  expect(await say(await shop.order(token, 2))).toMatchObject({ ok: true })
  shop.clock.advance(5)
  expect((await agree(token)).status).toBe(200)
  expect((await list(token))[0]?.given_at).toBe(NOW)
  // Another brand has asked nothing.
  expect((await list(token)).find(({ brand_id: id }) => id === 2)?.given_at ?? null).toBeNull()
})

test('an account that takes its consent back gets no more texts, also not those that wait', async () => {
  const { token } = await phoneOwner()
  await agree(token)
  const order = await shop.order(token, 1, undefined, { text_consent: await consentWords(shop) })
  expect(await say(order)).toMatchObject({ ok: true })
  expect((await call('DELETE', `${PATH}/1`, { token })).status).toBe(204)
  expect(await states(order)).toEqual([{ state: 'stopped' }])
  expect(await say(order)).toEqual({ ok: false, reason: 'no_text_consent' })
  expect((await list(token))[0]?.given_at).toBeNull()
  expect((await call('DELETE', `${PATH}/1`, { token })).status).toBe(204)
})

test('other words, other brands and numbers that are none are refused', async () => {
  const { token } = await phoneOwner()
  expect((await agree(token, 'Anything')).status).toBe(422)
  expect((await agree(token, words, '99')).status).toBe(404)
  await call('PATCH', '/v1/users/me', { token, body: { user: { phone: '123-456-7890' } } })
  const refused = await agree(token)
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('To get texts, please give a phone number')
  expect((await call('GET', PATH)).status).toBe(401)
})

test('a consent is for a number: another number is agreed to anew', async () => {
  const { token } = await phoneOwner()
  await agree(token)
  await call('PATCH', '/v1/users/me', { token, body: { user: { phone: '+1 201 555 0142' } } })
  expect((await list(token))[0]?.given_at).toBe(NOW)
  await call('PATCH', '/v1/users/me', { token, body: { user: { phone: '(201) 555-0177' } } })
  expect((await list(token))[0]).toMatchObject({ given_at: null, number: '•••• 0177' })
})

test('whoever registers agrees with a tick, which counts once the e-mail is proven', async () => {
  const user = { first_name: 'Mira', last_name: 'Lind', phone: '(201) 555-0188', password: PASSWORD }
  const register = (email: string, said: string) =>
    call('POST', '/v1/users', { body: { user: { ...user, email, text_consent: said } } })
  expect((await register('forged@example.com', 'Anything')).status).toBe(422)
  expect((await register('agrees@example.com', words)).status).toBe(201)
  const token = await tokenOf('agrees@example.com')
  const order = await shop.order(token, 1)
  expect(await say(order)).toEqual({ ok: false, reason: 'no_text_consent' })
  const proof = await newest('agrees@example.com')
  const body = { email: 'agrees@example.com' }
  expect((await call('PUT', `/v1/email_proofs/${proof.token}`, { token, body })).status).toBe(204)
  expect(await say(order)).toEqual({ ok: true, to: '+12015550188' })
})

test('a consent given with a stranger’s address ends when the stranger sets a password', async () => {
  const email = 'stranger@example.com'
  const user = { first_name: 'No', last_name: 'Body', phone: '(201) 555-0199', email, password: PASSWORD }
  await call('POST', '/v1/users', { body: { user: { ...user, text_consent: words } } })
  await call('POST', '/v1/password_resets', { body: { password_reset: { email, brand_id: 1 } } })
  const { token } = await newest(email)
  const set = await call('PUT', `/v1/password_resets/${token}`, {
    body: { email, user: { password: 'another-one' } },
  })
  expect(set.status).toBe(204)
  expect((await logIn(email, 'another-one')).status).toBe(201)
  expect((await list(await tokenOf(email, 'another-one')))[0]?.given_at).toBeNull()
})

test('the export has consents and texts, and an erased account leaves neither', async () => {
  const { token, userId } = await phoneOwner('(201) 555-0166')
  await agree(token)
  const order = await shop.order(token, 1, undefined, { text_consent: await consentWords(shop) })
  await say(order)
  const all = await exported(token)
  expect(all.text_consents).toMatchObject([
    { brand_id: 1, order_id: null, phone: '+12015550166', words, given_to: 'shop', given_at: NOW },
    { brand_id: 1, order_id: order.id, phone: '+12015550166', given_to: 'shop' },
  ])
  expect(all.texts).toMatchObject([{ kind: 'ticket', to: '+12015550166', order_id: order.id }])
  await shop.deps.database.query("update orders set status = 'expired' where id = $1", [order.id])
  const erasure = { password: PASSWORD, give_up_value: true }
  expect((await call('POST', '/v1/users/me/erasure', { token, body: { erasure } })).status).toBe(204)
  const kept = (table: string, column: string, id: number) =>
    shop.count(`select count(*) from ${table} where ${column} = $1`, id)
  expect(await kept('account_text_consents', 'user_id', userId)).toBe(0)
  expect(await kept('text_consents', 'order_id', order.id)).toBe(0)
  expect(await kept('texts', 'order_id', order.id)).toBe(0)
})
