import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { users } from '#api/db/schema/people.ts'
import { groupCode } from '#api/domain/money/gift-code.ts'
import { GiftShareReply } from '#contract/gift-share.ts'
import { GiftCardsReply } from '#contract/tenders.ts'
import { type Account, giveGiftCard, openAccount } from '#tests/support/hand-out.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const share = (token: string | undefined, body: Record<string, unknown>) =>
  shop.call('POST', '/v1/gift_cards/share', { token, body })
const cardsOf = async ({ token }: Account, query = '') =>
  GiftCardsReply.parse((await shop.call('GET', `/v1/gift_cards${query}`, { token })).body).gift_cards

test('what is given is mailed with its message, is the recipient’s alone, and cannot be given again', async () => {
  const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
  const [one, two] = [
    await giveGiftCard(shop.deps, giver.userId),
    await giveGiftCard(shop.deps, giver.userId),
  ]
  const body = { gift_card_ids: [one.id], recipient: friend.email.toUpperCase(), message: 'Look <left>\nat the bridge' } // prettier-ignore
  const answer = await share(giver.token, body)
  expect(answer.status).toBe(201)
  expect(GiftShareReply.parse(answer.body).gift_cards).toMatchObject([
    { id: one.id, code: null, last_emailed_to: friend.email },
  ])
  await shop.runDueNow()
  const [mail, ...others] = shop.mailer.to(friend.email)
  expect(others).toEqual([])
  expect(mail?.text).toContain(groupCode(one.code))
  expect(mail?.text).not.toContain(groupCode(two.code))
  expect(mail?.html).toContain('Look &lt;left&gt;')
  expect(mail?.text).not.toContain(giver.email)
  expect(mail?.text).toMatch(/\/checkout\/[\w-]+\?redeem=1/)
  const { rows } = await shop.deps.database.query('select sealed from mails where "to" = $1', [friend.email])
  expect(rows).toEqual([{ sealed: null }])

  expect((await cardsOf(giver)).map(({ id, code }) => [id, code !== null])).toEqual([
    [two.id, true],
    [one.id, false],
  ])
  expect(await cardsOf(friend)).toMatchObject([{ id: one.id, code: groupCode(one.code) }])
  expect(await share(giver.token, { ...body, gift_card_ids: [two.id, one.id] })).toMatchObject({
    status: 422,
    body: { gift_card_ids: ['This gift card was sent already.'] },
  })
  expect((await cardsOf(giver))[0]).toMatchObject({ id: two.id, last_emailed_to: null })
  const paid = { gift_card_codes: [one.code] }
  const order = await shop.order(giver.token, 1)
  const refused = await shop.call('POST', '/v1/payments', { token: giver.token, body: { payment: { order_id: order.id, ...paid, stripe_payment: { hosted: true } } } }) // prettier-ignore
  expect(refused.body).toEqual({
    gift_card_codes: ['This gift card was sent to somebody else. Only they can use it.'],
  })
})

test('who has no right to a card cannot give it, and learns nothing of it', async () => {
  const owner = await openAccount(shop.deps)
  const card = await giveGiftCard(shop.deps, owner.userId)
  const body = { gift_card_ids: [card.id], recipient: 'friend@example.com' }
  const unproven = await openAccount(shop.deps, { proven: false })
  await shop.deps.database.db.update(users).set({ email: 'mailed@example.com' }).where(eq(users.id, unproven.userId)) // prettier-ignore
  const mailed = await giveGiftCard(shop.deps, owner.userId, { lastEmailedTo: 'mailed@example.com' })
  const typed = await giveGiftCard(shop.deps, unproven.userId)
  expect((await share(undefined, body)).status).toBe(401)
  expect((await share(await shop.guest(owner.email), body)).status).toBe(403)
  const stranger = await openAccount(shop.deps)
  for (const [token, id] of [
    [stranger.token, card.id],
    [stranger.token, 999_999],
    [unproven.token, card.id],
    // Mailed to an address that nobody has shown to be theirs, and bought by a guest who typed it.
    [unproven.token, mailed.id],
    [unproven.token, typed.id],
  ] as const) {
    expect(await share(token, { ...body, gift_card_ids: [id] })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  }
  expect((await cardsOf(owner)).find(({ id }) => id === card.id)).toMatchObject({ last_emailed_to: null })
})

test('what cannot be given says why, and nothing is sent', async () => {
  const giver = await openAccount(shop.deps)
  const past = new Date(shop.clock.now().getTime() - 1)
  const cases = [
    [{ state: 'void' as const }, 'This gift card was refunded and cannot be used any more.'],
    [{ state: 'frozen' as const }, 'This gift card cannot be used at the moment. Contact us if you need assistance.'], // prettier-ignore
    [{ expiresAt: past }, 'This gift card has expired. Contact us if you need assistance.'],
  ] as const
  for (const [changes, sentence] of cases) {
    const { id } = await giveGiftCard(shop.deps, giver.userId, changes)
    const body = { gift_card_ids: [id], recipient: 'nobody.gets@example.com' }
    expect((await share(giver.token, body)).body).toEqual({ gift_card_ids: [sentence] })
  }
  const { id } = await giveGiftCard(shop.deps, giver.userId)
  const wrong = async (body: Record<string, unknown>) =>
    (await share(giver.token, { gift_card_ids: [id], recipient: 'a@example.com', ...body })).body
  expect(await wrong({ gift_card_ids: [] })).toEqual({
    gift_card_ids: ['Please select at least one gift card'],
  })
  expect(await wrong({ recipient: 'nobody' })).toEqual({ recipient: ['Please input correct email format (nobody)'] }) // prettier-ignore
  expect(await wrong({ recipient: giver.email })).toMatchObject({
    recipient: [expect.stringMatching(/own e-mail/)],
  })
  expect(await wrong({ message: 'x'.repeat(501) })).toEqual({ message: ['Please write a shorter message'] })
  await shop.runDueNow()
  expect(shop.mailer.to('nobody.gets@example.com')).toEqual([])
})

test('the same call twice gives once', async () => {
  const giver = await openAccount(shop.deps)
  const { id } = await giveGiftCard(shop.deps, giver.userId)
  const body = { gift_card_ids: [id, id], recipient: 'once@example.com' }
  const send = () =>
    shop.call('POST', '/v1/gift_cards/share', {
      token: giver.token,
      body,
      headers: { 'Idempotency-Key': 'one-gift-share' },
    })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([201, 201])
  await shop.runDueNow()
  expect(shop.mailer.to('once@example.com')).toHaveLength(1)
})
