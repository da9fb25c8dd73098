import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { GiftShareReply } from '#contract/gift-share.ts'
import { GiftCardsReply } from '#contract/tenders.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  giveGiftCard,
  giveVoucher,
  openAccount,
} from '../support/give-tenders.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'

const ROUNDS = 6
const CARD = { stripe_source: 'pm_card_visa' }

let shop: PayingShop
let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, database, close } = await openRacingShop())
})
afterAll(() => close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

/** Runs both calls at once; the rounds alternate which of them starts first. */
async function inTurn<T>(round: number, one: () => Promise<T>, other: () => Promise<T>): Promise<[T, T]> {
  if (round % 2 === 0) return Promise.all([one(), other()])
  const [second, first] = await Promise.all([other(), one()])
  return [first, second]
}

const post = ({ token }: Pick<Account, 'token'>, path: string, body: Record<string, unknown> = {}) =>
  shop.call('POST', path, { token, body })

async function give(more: Record<string, unknown> = {}) {
  const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
  const card = await giveGiftCard(shop.deps, giver.userId)
  const body = { gift_card_ids: [card.id], recipient: friend.email, ...more }
  const answer = await post(giver, '/v1/gift_cards/share', body)
  const id = GiftShareReply.parse(answer.body).gift_cards[0]?.share?.id ?? 0
  return { giver, friend, card, id }
}

async function linkOf(to: string): Promise<string> {
  await sendMails(shop.deps)
  return /\/gifts\/([\w-]+)/.exec(shop.mailer.to(to).at(-1)?.text ?? '')?.[1] ?? ''
}

const codesOf = async ({ token }: Account) =>
  GiftCardsReply.parse((await shop.call('GET', '/v1/gift_cards', { token })).body).gift_cards.map(
    ({ code }) => code,
  )

async function payLater({ token }: Account, tenders: Record<string, unknown>) {
  const order = await shop.order(token, 1)
  const body = { payment: { order_id: order.id, ...tenders, stripe_payment: CARD } }
  return () => shop.call('POST', '/v1/payments', { token, body })
}

test('a voucher given away and spent at the same moment leaves the recipient exactly the rest', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
    const { id, code } = await giveVoucher(shop.deps, giver.userId)
    const use = await payLater(giver, { vouchers: [code] })
    const body = { voucher_ids: [id], recipient: friend.email }
    const [shared, used] = await inTurn(round, () => post(giver, '/v1/gift_cards/share', body), use)
    // Each of the two calls spends all hundred dollars, so the slower one is refused.
    expect([shared.status, used.status].sort()).toEqual([201, 422])
    const { rows } = await database.query(
      'select balance_cents, last_emailed_to from vouchers where id = $1',
      [id],
    )
    const given = { balance_cents: 10_000, last_emailed_to: friend.email }
    expect(rows).toEqual([shared.status === 201 ? given : { balance_cents: 0, last_emailed_to: null }])
  }
})

test('a gift taken back and opened at the same moment does only one of the two', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { giver, friend, id } = await give()
    const link = await linkOf(friend.email)
    const back = () => post(giver, `/v1/gift_shares/${String(id)}/take_back`)
    const open = () => shop.call('POST', `/v1/gifts/${link}/open`, { body: {} })
    const [taken, opened] = await inTurn(round, back, open)
    const won = taken.status === 200
    expect(taken.status).toBe(won ? 200 : 409)
    expect(opened.body).toMatchObject({ gift: { opened: !won, taken_back: won } })
    expect((await codesOf(giver))[0] === null).toBe(!won)
    expect(await codesOf(friend)).toHaveLength(won ? 0 : 1)
  }
})

test('a gift taken back and spent at the same moment belongs to one of the two', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { giver, friend, card, id } = await give()
    const use = await payLater(friend, { gift_cards: [card.id] })
    const back = () => post(giver, `/v1/gift_shares/${String(id)}/take_back`)
    const [taken, used] = await inTurn(round, back, use)
    expect([taken.status, used.status]).toEqual(used.status === 201 ? [409, 201] : [200, 422])
  }
})

test('when two recipients of a corrected gift pay at once, only the right one can', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { giver, friend: wrong, card, id } = await give()
    const right = await openAccount(shop.deps)
    const first = await payLater(wrong, { gift_card_codes: [card.code] })
    const second = await payLater(right, { gift_cards: [card.id] })
    const body = { gift_share: { recipient: right.email } }
    const correct = () => shop.call('PATCH', `/v1/gift_shares/${String(id)}`, { token: giver.token, body })
    const [corrected, byWrong] = await inTurn(round, correct, first)
    const byRight = await second()
    // Before the correction the wrong recipient could use the gift; afterwards not.
    expect([corrected.status, byWrong.status, byRight.status]).toEqual(
      byWrong.status === 201 ? [409, 201, 422] : [200, 422, 201],
    )
  }
})

test('proposals and buyers that reach for the last seats get each seat once', async () => {
  const flight = await shop.nextFlight()
  const proposal = { departure_id: flight.departureId, depart_at: flight.departAt }
  const givers = await Promise.all(Array.from({ length: 4 }, () => openAccount(shop.deps)))
  const cards = await Promise.all(givers.map(({ userId }) => giveGiftCard(shop.deps, userId)))
  const buyers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => shop.guest(`seat${String(n)}@example.com`)),
  )
  const proposing = givers.map((giver, n) =>
    post(giver, '/v1/gift_cards/share', {
      gift_card_ids: [cards[n]?.id],
      recipient: `to${String(n)}@example.com`,
      proposal,
    }),
  )
  const buying = await Promise.allSettled(buyers.map((token) => shop.order(token, 1, flight)))
  const answers = await Promise.all(proposing)
  expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([])
  const kept = answers.filter(({ status }) => status === 201).length
  const sold = buying.filter(({ status }) => status === 'fulfilled').length
  expect(kept + sold).toBe(4)
  const { rows } = await database.query(
    `select f.seats_held as held, (select sum(seats)::int from holds h where h.flight_id = f.id
      and h.state = 'held') as by_holds
     from flights f where f.depart_at = $1::timestamptz and f.seats_held > 0`,
    [flight.departAt],
  )
  expect(rows).toEqual([{ held: 4, by_holds: 4 }])
})
