import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { closeAttempt } from '#api/payments/close-attempt.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { type Order } from '#contract/order.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveGiftCard,
  giveVoucher,
  readRemainingTenders,
  logInAgain,
  openAccount,
} from '../support/give-tenders.ts'
import { type Flight, type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { type Answer } from '../support/test-api.ts'

const BUYERS = 20
const SEATS_OF_A_FLIGHT = 4
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

interface Buyer {
  who: Account
  token: string
  order: Order
  /** A voucher of ten dollars that nobody else uses. */
  own: string
}

/** Each buyer has an order of one seat at 252 dollars and a voucher of their own. */
async function twentyBuyers(join: () => Promise<{ who: Account; token: string }>): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  let flight: Flight | undefined
  for (let number = 0; number < BUYERS; number++) {
    if (number % SEATS_OF_A_FLIGHT === 0) flight = await shop.nextFlight()
    const { who, token } = await join()
    const { code: own } = await giveVoucher(shop.deps, who.userId, { valueCents: 1_000 })
    buyers.push({ who, token, order: await shop.order(token, 1, flight), own })
  }
  return buyers
}

/** The buyers have accounts of their own, or are several browsers of one account. */
const strangers = async () => {
  const who = await openAccount(shop.deps)
  return { who, token: who.token }
}
const browsersOf = (who: Account) => async () => ({ who, token: await logInAgain(shop.deps, who.userId) })

const pay = (
  { token, order }: Pick<Buyer, 'token' | 'order'>,
  tenders: Record<string, unknown>,
  stripe: Record<string, unknown>,
): Promise<Answer> =>
  shop.call('POST', '/v1/payments', {
    token,
    body: { payment: { order_id: order.id, ...tenders, stripe_payment: stripe } },
  })

/** Fails on any internal error, and returns the distinct messages to those who were refused. */
function judge(answers: readonly Answer[], field: string) {
  expect(answers.filter(({ status }) => ![201, 422].includes(status))).toEqual([])
  const said = answers
    .filter(({ status }) => status === 422)
    .map(({ body }) => (body as Record<string, string[]>)[field]?.[0])
  return { winners: answers.filter(({ status }) => status === 201).length, said: [...new Set(said)].sort() }
}

/** One order is paid; the others have their full price, reserve no tender and are not charged. */
async function expectOneWinner(buyers: readonly Buyer[], answers: readonly Answer[], paid: number) {
  const charges: number[] = []
  for (const [index, buyer] of buyers.entries()) {
    const order = await shop.read(buyer.token, buyer.order)
    const won = answers[index]?.status === 201
    expect(order).toMatchObject(
      won
        ? { status: 'completed', amount_paid: paid }
        : { status: 'awaiting_payment', amount_due: 252, tenders: [], amount_paid: 0 },
    )
    if (won) charges.push(buyer.order.id)
  }
  const ids = buyers.map(({ order }) => order.id)
  expect(await shop.count('select count(*) from payments where order_id = any($1)', ids)).toBe(charges.length)
  expect(await shop.count('select count(*) from payment_attempts where order_id = any($1)', ids)).toBe(1)
}

test('one gift code used by twenty people at once is used once', async () => {
  const giver = await openAccount(shop.deps)
  const { code } = await giveGiftCard(shop.deps, giver.userId)
  const buyers = await twentyBuyers(strangers)
  const answers = await Promise.all(
    buyers.map((buyer) =>
      pay(buyer, { gift_card_codes: [code], vouchers: [buyer.own] }, { ...CARD, amount: 13 }),
    ),
  )
  const { winners, said } = judge(answers, 'gift_card_codes')
  expect(winners).toBe(1)
  expect(said.length).toBeGreaterThan(0)
  const allowed = ['This gift card has already been used.', 'This gift card is being used for another order.']
  expect(said.filter((sentence) => !allowed.includes(String(sentence)))).toEqual([])
  await expectOneWinner(buyers, answers, 13)
  expect(await readRemainingTenders(shop.deps, giver.userId)).toMatchObject({ giftCards: ['redeemed'] })
  const kept = await Promise.all(buyers.map(({ who }) => readRemainingTenders(shop.deps, who.userId)))
  expect(kept.map(({ vouchers: [cents] }) => cents).sort()).toEqual([0, ...Array<number>(19).fill(1_000)])
})

test('one voucher used by twenty browsers of its owner is spent once', async () => {
  const owner = await openAccount(shop.deps)
  const { code } = await giveVoucher(shop.deps, owner.userId)
  const buyers = await twentyBuyers(browsersOf(owner))
  const answers = await Promise.all(
    buyers.map((buyer, index) =>
      // The requests name the tenders in both orders, so locking them in the requested order would
      // deadlock.
      pay(
        buyer,
        { vouchers: index % 2 === 0 ? [code, buyer.own] : [buyer.own, code] },
        { ...CARD, amount: 142 },
      ),
    ),
  )
  const { winners, said } = judge(answers, 'vouchers')
  expect([winners, said]).toEqual([1, ['There is nothing left on this voucher.']])
  await expectOneWinner(buyers, answers, 142)
  const { vouchers } = await readRemainingTenders(shop.deps, owner.userId)
  expect(vouchers.toSorted((a, b) => a - b)).toEqual([0, 0, ...Array<number>(19).fill(1_000)])
})

test('one credit balance used by twenty browsers of its owner is spent once', async () => {
  const owner = await openAccount(shop.deps)
  await giveCredit(shop.deps, owner.userId, 60)
  const buyers = await twentyBuyers(browsersOf(owner))
  const answers = await Promise.all(
    buyers.map((buyer) =>
      pay(buyer, { apply_user_credit: true, vouchers: [buyer.own] }, { ...CARD, amount: 182 }),
    ),
  )
  const { winners, said } = judge(answers, 'apply_user_credit')
  expect([winners, said]).toEqual([1, ['There is no account credit left.']])
  await expectOneWinner(buyers, answers, 182)
  const { credit, vouchers } = await readRemainingTenders(shop.deps, owner.userId)
  expect([credit, vouchers.filter((cents) => cents === 1_000).length]).toEqual([0, 19])
})

test('a credit balance pays exactly the orders it covers and never becomes negative', async () => {
  const owner = await openAccount(shop.deps)
  await giveCredit(shop.deps, owner.userId, 252 * 3 + 100)
  const buyers = await twentyBuyers(browsersOf(owner))
  const answers = await Promise.all(
    buyers.map((buyer) => pay(buyer, { apply_user_credit: true }, { amount: null })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect((await readRemainingTenders(shop.deps, owner.userId)).credit).toBe(10_000)
  const ids = buyers.map(({ order }) => order.id)
  expect(
    await shop.count("select count(*) from orders where id = any($1) and status = 'completed'", ids),
  ).toBe(3)
  expect(await shop.count('select count(*) from payments where order_id = any($1)', ids)).toBe(0)
})

test('pages opened, closed and swept at once with shared tenders return everything', async () => {
  const owner = await openAccount(shop.deps)
  const gifts = [await giveGiftCard(shop.deps, owner.userId), await giveGiftCard(shop.deps, owner.userId)]
  const small = { valueCents: 1_000 }
  const vouchers = [
    await giveVoucher(shop.deps, owner.userId, small),
    await giveVoucher(shop.deps, owner.userId, small),
  ]
  const [flight, later] = [await shop.nextFlight(), await shop.nextFlight()]
  const orders: Pick<Buyer, 'token' | 'order'>[] = []
  for (const chosen of [flight, flight, later, later]) {
    const token = await logInAgain(shop.deps, owner.userId)
    orders.push({ token, order: await shop.order(token, 2, chosen) })
  }
  const turned = <T>(list: readonly T[], turn: boolean) => (turn ? list.toReversed() : [...list])
  const everybody = (round: number) =>
    orders.map((one, index) =>
      pay(
        one,
        {
          gift_cards: turned(gifts, (index + round) % 2 === 0).map(({ id }) => id),
          vouchers: turned(vouchers, index % 2 === 0).map(({ code }) => code),
        },
        { hosted: true, return_url: 'http://shop.test/order-confirmation' },
      ),
    )
  const open = async () => {
    const { rows } = await database.query(
      "select id from payment_attempts where state in ('created', 'open')",
    )
    return rows.map(({ id }) => Number(id))
  }
  for (let round = 0; round < 5; round++) {
    const opened = (await Promise.all(everybody(round))).filter(({ status }) => status === 201)
    expect(opened.length).toBe(1)
    // Releases all four tenders while the others reserve them, from both ends of the list.
    const pages = (await open()).map((id) => () => closeAttempt(shop.deps, id))
    const [ended, asked] = await Promise.all([
      Promise.allSettled([
        ...[...pages, ...pages].map((close) => close()),
        sweepPayments(shop.deps),
        expireOrders(shop.deps),
        ...orders.map(({ token, order }) => shop.read(token, order)),
      ]),
      Promise.all([...everybody(round), ...everybody(round + 1), ...everybody(round)]),
    ])
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(asked.filter(({ status }) => ![201, 409, 422].includes(status))).toEqual([])
    for (const id of await open()) await closeAttempt(shop.deps, id)
    expect(await readRemainingTenders(shop.deps, owner.userId)).toEqual({
      giftCards: ['available', 'available'],
      vouchers: [1_000, 1_000],
      credit: 0,
    })
  }
})

test('a gift card given away and spent at the same moment does one of the two', async () => {
  for (let round = 0; round < 6; round++) {
    const who = await openAccount(shop.deps)
    const { id } = await giveGiftCard(shop.deps, who.userId)
    const order = await shop.order(who.token, 1)
    const body = { gift_card_ids: [id], recipient: 'friend@example.com' }
    const give = () => shop.call('POST', '/v1/gift_cards/share', { token: who.token, body })
    const use = () => pay({ token: who.token, order }, { gift_cards: [id] }, CARD)
    const calls = round % 2 === 0 ? [give(), use()] : [use(), give()]
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    const [card] = (
      await shop.deps.database.query('select state, last_emailed_to from gift_cards where id = $1', [id])
    ).rows
    const used = { state: 'redeemed', last_emailed_to: null }
    const given = { state: 'available', last_emailed_to: 'friend@example.com' }
    expect([used, given]).toContainEqual(card)
  }
})
