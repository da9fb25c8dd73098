import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { groupCode } from '#api/rules/money/tender-code.ts'
import { GiftReply } from '#contract/gift-share.ts'
import { openGiftHelpers } from '#tests/support/gift-givers.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveGiftCard,
  logInAgain,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const { share, cardsOf, give, linkOf, look, open, giftOf, stateOf, change, takeBack, payWith } =
  openGiftHelpers(() => shop)

test(
  'an unopened gift that is taken back returns under a new code, and the old link ' + 'and code stop working',
  async () => {
    const { giver, friend, card, id } = await give()
    const paper = await linkOf(friend.email)
    expect((await takeBack(giver, id)).status).toBe(200)
    expect((await takeBack(giver, id)).status).toBe(200)
    expect(await giftOf(paper)).toMatchObject({ taken_back: true, parts: [], message: null })
    expect(GiftReply.parse((await open(paper)).body).gift).toMatchObject({ opened: false, parts: [] })
    expect(await cardsOf(friend)).toEqual([])
    const [mine] = await cardsOf(giver)
    expect(mine).toMatchObject({ id: card.id, last_emailed_to: null, share: null })
    expect(mine?.code).not.toBe(groupCode(card.code))
    for (const who of [friend, giver]) {
      expect((await payWith(who.token, { gift_card_codes: [card.code] })).body).toEqual({
        gift_card_codes: ['Gift card must exist.'],
      })
    }
    const again = await share(giver.token, { gift_card_ids: [card.id], recipient: 'next@example.com' })
    expect(again.status).toBe(201)
  },
)

test(
  'after a correction the right address gets a mail of its own and the wrong one ' + 'has nothing',
  async () => {
    const { giver, friend: wrong, card, id } = await give({ message: 'Dear Ada' })
    const first = await linkOf(wrong.email)
    const right = await openAccount(shop.deps)
    expect((await change(giver, id, { recipient: wrong.email })).body).toEqual({
      recipient: ['The gift was sent to this address'],
    })
    expect((await change(giver, id, { recipient: right.email })).status).toBe(200)
    const second = await linkOf(right.email)
    expect((await look(first)).status).toBe(404)
    expect((await open(first)).status).toBe(404)
    expect(await giftOf(second)).toMatchObject({ message: 'Dear Ada', parts: [{ code: null }] })
    expect(await cardsOf(wrong)).toEqual([])
    const [theirs] = await cardsOf(right)
    expect((await payWith(wrong.token, { gift_card_codes: [card.code] })).status).toBe(422)
    expect((await payWith(wrong.token, { gift_card_codes: [theirs?.code] })).body).toEqual({
      gift_card_codes: ['This gift card was sent to somebody else. Only they can use it.'],
    })
    expect((await payWith(right.token, { gift_card_codes: [theirs?.code] })).status).toBe(201)
    // The gift was used unopened, so it can no longer be taken back.
    expect(await takeBack(giver, id)).toMatchObject({ status: 409 })
  },
)

test('a scheduled gift belongs to its giver, can be changed, and leaves once on its day', async () => {
  const day = '2027-05-20'
  const { giver, friend, card, id } = await give({ send_on: day })
  await shop.runDueNow()
  expect(shop.mailer.to(friend.email)).toEqual([])
  expect(await cardsOf(giver)).toMatchObject([
    { code: groupCode(card.code), share: { state: 'scheduled', send_on: day } },
  ])
  expect((await share(giver.token, { gift_card_ids: [card.id], recipient: 'b@example.com' })).body).toEqual({
    gift_card_ids: ['This gift card is in another gift already.'],
  })
  expect((await change(giver, id, { send_on: '2027-01-01' })).status).toBe(422)
  const later = { recipient: `later.${friend.email}`, message: 'Soon', send_on: '2027-05-14' }
  expect((await change(giver, id, later)).status).toBe(200)
  // Midnight in New York, the brand's time zone.
  const wait = Date.parse('2027-05-14T03:59:00Z') - shop.clock.now().getTime()
  shop.clock.advance(wait / 60_000)
  await shop.runDueNow()
  expect(shop.mailer.to(later.recipient)).toEqual([])
  shop.clock.advance(1)
  await shop.runDueNow()
  await shop.runDueNow()
  expect(shop.mailer.to(later.recipient)).toHaveLength(1)
  expect(shop.mailer.to(friend.email)).toEqual([])
  const token = await logInAgain(shop.deps, giver.userId)
  expect(await stateOf({ ...giver, token }, id)).toMatchObject({ state: 'sent', recipient: later.recipient })
})

test('an item that the giver uses is removed from an unsent gift, and an empty gift ends', async () => {
  const { giver, friend, card, id } = await give({ send_on: '2027-06-20' })
  expect((await payWith(giver.token, { gift_cards: [card.id] })).status).toBe(201)
  await shop.deps.database.query(`update gift_shares set send_on = '2027-05-01' where id = ${String(id)}`)
  await shop.runDueNow()
  expect(shop.mailer.to(friend.email)).toEqual([])
  expect(await stateOf(giver, id)).toMatchObject({ state: 'taken_back' })
})

test('a printed gift is mailed to nobody and pays for its holder until it is taken back', async () => {
  const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
  const cards = [await giveGiftCard(shop.deps, giver.userId), await giveGiftCard(shop.deps, giver.userId)]
  for (const { id } of cards) {
    expect(
      (await share(giver.token, { gift_card_ids: [id], way: 'print', message: 'On paper' })).status,
    ).toBe(201)
  }
  const listed = await cardsOf(giver)
  expect(listed.map(({ share: its, last_emailed_to: to }) => [its?.state, to])).toEqual([
    ['printed', null],
    ['printed', null],
  ])
  expect((await payWith(friend.token, { gift_card_codes: [cards[0]?.code] })).status).toBe(201)
  const idOf = (card: number | undefined) => listed.find(({ id }) => id === card)?.share?.id ?? 0
  expect((await takeBack(giver, idOf(cards[0]?.id))).status).toBe(409)
  expect((await takeBack(giver, idOf(cards[1]?.id))).status).toBe(200)
  expect((await payWith(friend.token, { gift_card_codes: [cards[1]?.code] })).status).toBe(422)
})

test('a proposed date holds its seats until they are bought, or it is declined or expires', async () => {
  const kept = () =>
    shop.count(
      "select coalesce(sum(seats), 0) from holds where state = 'held' and waitlist_offer_id is " +
        'not null and expires_at > $1',
      shop.clock.now(),
    )
  const flight = await shop.nextFlight()
  const proposal = { departure_id: flight.departureId, depart_at: flight.departAt }
  const { giver, friend, card, id } = await give({ proposal })
  expect(await stateOf(giver, id)).toMatchObject({
    offer: { state: 'open', quantity: 1, quantity_type: 'seat' },
  })
  expect(await kept()).toBe(1)
  const link = await linkOf(friend.email)
  const three = await shop.order(await shop.guest(), 3, flight)
  expect(three.quantity).toBe(3)
  await expect(shop.order(await shop.guest('late@example.com'), 1, flight)).rejects.toThrow('sold_out')
  const order = await shop.order(friend.token, 1, flight, { waitlist_offer: link })
  const body = {
    payment: {
      order_id: order.id,
      gift_card_codes: [card.code],
      stripe_payment: { stripe_source: 'pm_card_visa' },
    },
  }
  expect((await shop.call('POST', '/v1/payments', { token: friend.token, body })).status).toBe(201)
  expect(await giftOf(link)).toMatchObject({ offer: { state: 'taken' } })

  const other = await shop.nextFlight()
  const next = await give({ proposal: { departure_id: other.departureId, depart_at: other.departAt } })
  const second = await linkOf(next.friend.email)
  expect(await kept()).toBe(1)
  const no = await shop.call('POST', `/v1/waitlist_offers/${second}/decline`, { body: {} })
  expect([no.status, await kept()]).toEqual([200, 0])
  expect(await giftOf(second)).toMatchObject({ offer: { state: 'declined' } })

  const third = await shop.nextFlight()
  const last = await give({ proposal: { departure_id: third.departureId, depart_at: third.departAt } })
  expect((await takeBack(last.giver, last.id)).status).toBe(200)
  expect(await kept()).toBe(0)
  const full = {
    proposal: { departure_id: third.departureId, depart_at: third.departAt },
    recipient: 'a@example.com',
  }
  await shop.order(await shop.guest('whole@example.com'), 4, third)
  const { id: more } = await giveGiftCard(shop.deps, giver.userId)
  expect(await share(giver.token, { ...full, gift_card_ids: [more] })).toMatchObject({
    status: 422,
    body: { proposal: [expect.stringContaining('not enough room') as string] },
  })
  expect((await cardsOf(giver)).find((one) => one.id === more)?.share).toBeNull()
  const wrong = await giveGiftCard(shop.deps, giver.userId, { goodForFareId: 71, goodForFareIds: [71] })
  expect((await share(giver.token, { ...full, gift_card_ids: [wrong.id] })).body).toEqual({
    proposal: ['These gift cards are not good for this flight.'],
  })
})

test('the ledger balances after changes, withdrawals and uses of gifts', async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})
