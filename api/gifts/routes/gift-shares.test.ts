import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import { users } from '#api/db/schema/people.ts'
import { groupCode } from '#api/rules/money/tender-code.ts'
import { GiftReply, GiftShareReply } from '#contract/gift-share.ts'
import { openGiftHelpers } from '#tests/support/gift-givers.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveGiftCard,
  giveVoucher,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const { share, cardsOf, papersOf, give, linkOf, look, open, giftOf, stateOf, change, takeBack, payWith } =
  openGiftHelpers(() => shop)

test(
  'a gift is mailed with its message and without its code, and belongs to the ' + 'recipient alone',
  async () => {
    const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
    const [one, two] = [
      await giveGiftCard(shop.deps, giver.userId),
      await giveGiftCard(shop.deps, giver.userId),
    ]
    const paper = await giveVoucher(shop.deps, giver.userId)
    const body = {
      gift_card_ids: [one.id],
      voucher_ids: [paper.id],
      recipient: friend.email.toUpperCase(),
      message: 'Look <left>\nat the bridge',
    }
    const answer = await share(giver.token, body)
    expect(answer.status).toBe(201)
    expect(GiftShareReply.parse(answer.body)).toMatchObject({
      gift_cards: [{ id: one.id, code: null, last_emailed_to: friend.email, share: { state: 'sent' } }],
      vouchers: [{ id: paper.id, code: null, last_emailed_to: friend.email, share: { state: 'sent' } }],
    })
    const link = await linkOf(friend.email)
    const [mail, ...others] = shop.mailer.to(friend.email)
    expect(others).toEqual([])
    for (const { code } of [one, two, paper]) expect(mail?.text).not.toContain(groupCode(code))
    expect(mail?.text).toContain('one seat on The New Yorker and a voucher of $100.00')
    expect(mail?.html).toContain('Look &lt;left&gt;')
    expect(mail?.text).not.toContain(giver.email)
    const { rows } = await shop.deps.database.query('select sealed from mails where "to" = $1', [
      friend.email,
    ])
    expect(rows).toEqual([{ sealed: null }])
    // The secret itself is stored nowhere in the database.
    const kept = await shop.deps.database.query('select row_to_json(s)::text as text from gift_shares s')
    expect(JSON.stringify(kept.rows)).not.toContain(link)

    expect((await cardsOf(giver)).map(({ id, code }) => [id, code !== null])).toEqual([
      [two.id, true],
      [one.id, false],
    ])
    expect(await cardsOf(friend)).toMatchObject([{ id: one.id, code: groupCode(one.code), share: null }])
    expect(await papersOf(friend)).toMatchObject([{ id: paper.id, code: groupCode(paper.code) }])
    expect(await share(giver.token, { ...body, gift_card_ids: [two.id, one.id] })).toMatchObject({
      status: 422,
      body: { gift_card_ids: ['This gift card was sent already.'] },
    })
    expect((await cardsOf(giver))[0]).toMatchObject({ id: two.id, last_emailed_to: null })
    expect((await payWith(giver.token, { gift_card_codes: [one.code] })).body).toEqual({
      gift_card_codes: ['This gift card was sent to somebody else. Only they can use it.'],
    })
    expect((await payWith(giver.token, { vouchers: [paper.code] })).body).toEqual({
      vouchers: ['This voucher was sent to somebody else. Only they can use it.'],
    })
  },
)

test('viewing a gift needs no account, opens nothing and shows no code', async () => {
  const { giver, friend, card, id } = await give({ message: 'For you' })
  const link = await linkOf(friend.email)
  for (let n = 0; n < 3; n++) {
    expect(await giftOf(link)).toMatchObject({
      opened: false,
      message: 'For you',
      from: 'Ida Lund',
      recipient_hint: `${friend.email.slice(0, 1)}…@example.com`,
      parts: [{ kind: 'gift_card', code: null, unit: 'seat', product: { id: 6, name: 'The New Yorker' } }],
    })
  }
  expect((await shop.call('HEAD', `/v1/gifts/${link}/open`)).status).toBe(404)
  expect(await stateOf(giver, id)).toMatchObject({ state: 'sent', opened_at: null })
  expect(GiftReply.parse((await open(link)).body).gift).toMatchObject({
    opened: true,
    parts: [{ code: groupCode(card.code) }],
  })
  expect(await stateOf(giver, id)).toMatchObject({
    state: 'opened',
    may: { change: false, take_back: false },
  })
  for (const answer of [
    await takeBack(giver, id),
    await change(giver, id, { recipient: 'else@example.com' }),
  ]) {
    expect(answer).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('opened') as string },
    })
  }
  expect((await look('x'.repeat(43))).status).toBe(404)
})

test('the giver sees booked and flown unless the recipient hides it', async () => {
  const { giver, friend, card, id } = await give()
  const link = await linkOf(friend.email)
  await open(link)
  expect((await payWith(friend.token, { gift_card_codes: [card.code] })).status).toBe(201)
  expect(await stateOf(giver, id)).toMatchObject({ state: 'booked' })
  await shop.deps.database.query(
    `update flights f set status = 'landed' from holds h, gift_cards g where h.flight_id = f.id
      and h.order_id = g.order_id and g.id = ${String(card.id)}`,
  )
  expect(await stateOf(giver, id)).toMatchObject({ state: 'flown' })
  const hide = (hidden: boolean) => shop.call('PATCH', `/v1/gifts/${link}`, { body: { gift: { hidden } } })
  expect((await hide(true)).status).toBe(200)
  expect(await stateOf(giver, id)).toMatchObject({ state: 'private', opened_at: null })
  const [row] = await cardsOf(giver)
  expect(row).toMatchObject({ status: 'available', order_id: null, share: { state: 'private' } })
  await hide(false)
  expect(await stateOf(giver, id)).toMatchObject({ state: 'flown' })
})

test('a caller without a right to a card cannot give it and learns nothing about it', async () => {
  const owner = await openAccount(shop.deps)
  const card = await giveGiftCard(shop.deps, owner.userId)
  const body = { gift_card_ids: [card.id], recipient: 'friend@example.com' }
  const unproven = await openAccount(shop.deps, { proven: false })
  await shop.deps.database.db
    .update(users)
    .set({ email: 'mailed@example.com' })
    .where(eq(users.id, unproven.userId))
  const mailed = await giveGiftCard(shop.deps, owner.userId, { lastEmailedTo: 'mailed@example.com' })
  const typed = await giveGiftCard(shop.deps, unproven.userId)
  const paper = await giveVoucher(shop.deps, owner.userId)
  expect((await share(undefined, body)).status).toBe(401)
  expect((await share(await shop.guest(owner.email), body)).status).toBe(403)
  const stranger = await openAccount(shop.deps)
  for (const [token, id] of [
    [stranger.token, card.id],
    [stranger.token, 999_999],
    [unproven.token, card.id],
    // A card mailed to an unproven address, and a card bought by a guest who typed it.
    [unproven.token, mailed.id],
    [unproven.token, typed.id],
  ] as const) {
    expect(await share(token, { ...body, gift_card_ids: [id] })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  }
  expect((await share(stranger.token, { voucher_ids: [paper.id], recipient: 'a@example.com' })).status).toBe(
    404,
  )
  expect((await cardsOf(owner)).find(({ id }) => id === card.id)).toMatchObject({ last_emailed_to: null })
  const { giver, friend, id } = await give()
  for (const who of [stranger, friend]) {
    expect((await shop.call('GET', `/v1/gift_shares/${String(id)}`, { token: who.token })).status).toBe(404)
    expect((await takeBack(who, id)).status).toBe(404)
    expect((await change(who, id, { recipient: 'me@example.com' })).status).toBe(404)
  }
  expect(await stateOf(giver, id)).toMatchObject({ state: 'sent' })
})

test('a card that cannot be given is refused with the reason, and nothing is sent', async () => {
  const giver = await openAccount(shop.deps)
  const past = new Date(shop.clock.now().getTime() - 1)
  const cases = [
    [{ state: 'void' as const, valueCents: 0 }, 'This gift card was refunded and cannot be used any more.'],
    [
      { state: 'frozen' as const },
      'This gift card cannot be used at the moment. Contact us if you need assistance.',
    ],
    [{ expiresAt: past }, 'This gift card has expired. Contact us if you need assistance.'],
  ] as const
  for (const [changes, sentence] of cases) {
    const { id } = await giveGiftCard(shop.deps, giver.userId, changes)
    const body = { gift_card_ids: [id], recipient: 'nobody.gets@example.com' }
    expect((await share(giver.token, body)).body).toEqual({ gift_card_ids: [sentence] })
  }
  const { id: empty } = await giveVoucher(shop.deps, giver.userId, { valueCents: 1_000 })
  await payWith(giver.token, { vouchers: [], gift_cards: [] })
  await shop.deps.database.query(`update vouchers set state = 'void' where id = ${String(empty)}`)
  expect(
    (await share(giver.token, { voucher_ids: [empty], recipient: 'nobody.gets@example.com' })).body,
  ).toEqual({
    voucher_ids: ['This voucher cannot be used any more.'],
  })
  await shop.deps.database.query(`update vouchers set state = 'available' where id = ${String(empty)}`)
  const { id } = await giveGiftCard(shop.deps, giver.userId)
  const wrong = async (body: Record<string, unknown>) =>
    (await share(giver.token, { gift_card_ids: [id], recipient: 'a@example.com', ...body })).body
  expect(await wrong({ gift_card_ids: [] })).toEqual({
    gift_card_ids: ['Please select at least one gift card or voucher'],
  })
  expect(await wrong({ recipient: undefined })).toEqual({ recipient: ['This field is required'] })
  expect(await wrong({ recipient: 'nobody' })).toEqual({
    recipient: ['Please input correct email format (nobody)'],
  })
  expect(await wrong({ recipient: giver.email })).toMatchObject({
    recipient: [expect.stringMatching(/own e-mail/)],
  })
  expect(await wrong({ message: 'x'.repeat(501) })).toEqual({ message: ['Please write a shorter message'] })
  expect(await wrong({ send_on: '2020-01-01' })).toEqual({
    send_on: ['Please choose a day from today on, within a year'],
  })
  await shop.runDueNow()
  expect(shop.mailer.to('nobody.gets@example.com')).toEqual([])
})

test('a repeated call gives once', async () => {
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

test('the ledger balances after gifts, withdrawals and uses', async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})
