import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paymentAttempts } from '#api/db/schema/money.ts'
import { findAttempt } from '#api/store/payments/payment-attempts.ts'
import { lockOrder } from '#api/store/orders/order.ts'
import { markPaymentOpen } from '#api/seats/order-seats.ts'
import { releaseAttemptTenders } from '#api/tenders/release-attempt-tenders.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveGiftCard,
  giveVoucher,
  readRemainingTenders,
  openAccount,
  readOrderTenders,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { seatOrder } from '#tests/support/shopper.ts'
import { type Answer } from '#tests/support/test-api.ts'

let shop: PayingShop
let feeIds: number[]
beforeAll(async () => {
  shop = await openPayingShop()
  const { rows } = await shop.deps.database.query('select id from fees order by id')
  feeIds = rows.map(({ id }) => Number(id))
})
afterAll(() => shop.close())
/** After each test, the ledger and the tables agree. */
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

const CARD = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
const PAGE = { hosted: true, return_url: RETURN_URL }
const requests = () => shop.sandbox.control.requests().length

async function place(token: string, seats: number, more: Record<string, unknown> = {}): Promise<Order> {
  const { departureId, departAt } = await shop.nextFlight()
  const order = seatOrder({ departure_id: departureId, depart_at: departAt }, seats, more)
  const answer = await shop.call('POST', '/v1/orders', { token, body: { order } })
  expect(answer).toMatchObject({ status: 201 })
  return OrderReply.parse(answer.body).order
}

const pay = (
  token: string,
  order: Order,
  tenders: Record<string, unknown>,
  stripe?: Record<string, unknown>,
): Promise<Answer> =>
  shop.call('POST', '/v1/payments', {
    token,
    body: { payment: { order_id: order.id, ...tenders, ...(stripe ? { stripe_payment: stripe } : {}) } },
  })

const firstOf = ({ body }: Answer): Payment | undefined => PaymentsReply.parse(body).payments[0]

interface Purse {
  who: Account
  gifts: { id: number; code: string }[]
  vouchers: string[]
}

interface Mix {
  name: string
  seats?: number
  code?: string
  /** Gift cards to create, and whether their fees were paid with them. */
  gifts?: { paid: number; waived?: boolean }[]
  /** The cents of each voucher. */
  vouchers?: number[]
  /** In dollars. */
  credit?: number
  /** The amount left for the card in dollars; null for nothing. */
  due: number | null
  total: number
  tenders: string[]
  left: { vouchers?: number[]; credit?: number }
}

/** One seat costs 229 and 23 of fees (8.05 + 3.50 + 11.45), as docs/pricing.md explains. */
const mixes: Mix[] = [
  { name: 'code and card', code: 'FLY15', due: 217.65, total: 217.65, tenders: [], left: {} },
  {
    name: 'voucher, gift and card',
    seats: 2,
    gifts: [{ paid: 22_900 }],
    vouchers: [10_000],
    due: 175,
    total: 175,
    tenders: ['gift_card 22900 captured', 'voucher 10000 captured'],
    left: { vouchers: [0] },
  },
  {
    name: 'credit and card',
    credit: 60,
    due: 192,
    total: 252,
    tenders: ['credit 6000 captured'],
    left: { credit: 0 },
  },
  {
    name: 'gift only, its fees paid when it was bought',
    gifts: [{ paid: 20_900, waived: true }],
    due: null,
    total: 0,
    tenders: ['gift_card 22900 captured'],
    left: {},
  },
  {
    name: 'voucher only, the rest stays on it',
    vouchers: [30_000],
    due: null,
    total: 0,
    tenders: ['voucher 25200 captured'],
    left: { vouchers: [4_800] },
  },
  {
    name: 'credit only',
    credit: 300,
    due: null,
    total: 252,
    tenders: ['credit 25200 captured'],
    left: { credit: 4_800 },
  },
  {
    name: 'free: a promotional card without fees',
    gifts: [{ paid: 0, waived: true }],
    due: null,
    total: 0,
    tenders: ['gift_card 22900 captured'],
    left: {},
  },
  {
    name: 'gift, two vouchers, credit and card',
    seats: 2,
    gifts: [{ paid: 24_900 }],
    vouchers: [5_000, 2_500],
    credit: 60,
    due: 140,
    total: 200,
    tenders: [
      'gift_card 22900 captured',
      'voucher 5000 captured',
      'voucher 2500 captured',
      'credit 6000 captured',
    ],
    left: { vouchers: [0, 0], credit: 0 },
  },
  {
    name: 'credit that would leave less than a card can be charged',
    credit: 251.8,
    due: 0.5,
    total: 252,
    tenders: ['credit 25150 captured'],
    left: { credit: 30 },
  },
  {
    name: 'a code switches credit off',
    code: 'FLY15',
    credit: 60,
    due: 217.65,
    total: 217.65,
    tenders: [],
    left: { credit: 6_000 },
  },
]

async function fill({ gifts = [], vouchers = [], credit = 0 }: Mix): Promise<Purse> {
  const who = await openAccount(shop.deps)
  const purse: Purse = { who, gifts: [], vouchers: [] }
  for (const { paid, waived } of gifts) {
    const pendingFeeIds = waived ? feeIds : []
    purse.gifts.push(await giveGiftCard(shop.deps, who.userId, { valueCents: paid, pendingFeeIds }))
  }
  for (const valueCents of vouchers) {
    purse.vouchers.push((await giveVoucher(shop.deps, who.userId, { valueCents })).code)
  }
  if (credit > 0) await giveCredit(shop.deps, who.userId, credit)
  return purse
}

describe.each(['card', 'page'] as const)('tenders beside a payment on the %s', (way) => {
  test.each(mixes)('$name', async (mix) => {
    const { who, gifts, vouchers } = await fill(mix)
    const order = await place(who.token, mix.seats ?? 1, mix.code ? { discount_code_code: mix.code } : {})
    const before = requests()
    const how = { amount: mix.due, ...(way === 'card' ? CARD : PAGE) }
    const input = {
      // Half of the shops name ids, the other half codes.
      ...(way === 'card'
        ? { gift_cards: gifts.map(({ id }) => id) }
        : { gift_card_codes: gifts.map(({ code }) => code) }),
      vouchers,
      apply_user_credit: (mix.credit ?? 0) > 0,
    }
    const answer = await pay(who.token, order, input, mix.due === null ? undefined : how)
    expect(answer).toMatchObject({ status: 201 })
    const payment = firstOf(answer)
    if (mix.due === null) expect([payment, requests()]).toEqual([undefined, before])
    else expect(payment?.amount).toBe(mix.due)
    if (payment && way === 'page') await shop.payPage(payment)

    const paid = await shop.read(who.token, order)
    expect(paid).toMatchObject({
      status: 'completed',
      total: mix.total,
      amount_paid: mix.due ?? 0,
      amount_due: null,
    })
    const cents = (amounts: { amount: number }[]) =>
      amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    expect(cents(paid.tenders)).toBe(
      cents(paid.lines.filter(({ kind }) => kind !== 'gift' && kind !== 'voucher')),
    )
    expect(await readOrderTenders(shop.deps, order.id)).toEqual(mix.tenders)
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual({
      giftCards: gifts.map(() => 'redeemed'),
      vouchers: mix.left.vouchers ?? [],
      credit: mix.left.credit ?? 0,
    })
  })
})

test('the order shows its reserved tenders and the amount left while the page is open', async () => {
  const { who, vouchers, gifts } = await fill({ ...mixes[1] } as Mix)
  const order = await place(who.token, 2)
  const input = { gift_cards: gifts.map(({ id }) => id), vouchers }
  expect((await pay(who.token, order, input, { ...PAGE, amount: 175 })).status).toBe(201)
  expect(await shop.read(who.token, order)).toMatchObject({
    status: 'awaiting_payment',
    amount_due: 175,
    tenders: [
      { kind: 'gift_card', amount: 229, state: 'reserved' },
      { kind: 'voucher', amount: 100, state: 'reserved' },
    ],
  })
})

describe('the release of reserved tenders', () => {
  const everything: Mix = {
    name: '',
    gifts: [{ paid: 22_900 }],
    vouchers: [1_000],
    credit: 5,
    seats: 2,
    due: 260,
    total: 265,
    tenders: [],
    left: {},
  }
  async function begun(how: Record<string, unknown>) {
    const purse = await fill(everything)
    const order = await place(purse.who.token, 2)
    const input = {
      gift_cards: purse.gifts.map(({ id }) => id),
      vouchers: purse.vouchers,
      apply_user_credit: true,
    }
    const answer = await pay(purse.who.token, order, input, { ...how, amount: everything.due })
    return { ...purse, order, wish: input, answer }
  }
  const untouched = { giftCards: ['available'], vouchers: [1_000], credit: 500 }
  const taken = { giftCards: ['reserved'], vouchers: [0], credit: 0 }

  test('a card that the provider refuses releases everything at once', async () => {
    const { who, order, answer } = await begun({ ...CARD, stripe_source: 'pm_does_not_exist' })
    expect(answer.status).toBe(422)
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual(untouched)
    expect(await shop.read(who.token, order)).toMatchObject({ amount_due: 504, tenders: [], credits: 0 })
  })

  test('a declined card keeps them for the next card, and an abandoned page releases them', async () => {
    const {
      who,
      order,
      wish: input,
      answer,
    } = await begun({
      ...CARD,
      stripe_source: 'pm_card_visa_chargeDeclined',
    })
    expect(answer).toMatchObject({ status: 422, body: { credit_card: ['Your card was declined.'] } })
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual(taken)
    const paid = await pay(who.token, order, input, { ...CARD, amount: everything.due })
    expect(firstOf(paid)?.status).toBe('succeeded')
    expect(await readOrderTenders(shop.deps, order.id)).toEqual([
      'gift_card 22900 captured',
      'voucher 1000 captured',
      'credit 500 captured',
    ])
  })

  test(
    'the hosted page that ends unpaid gives them back, and the ' + 'order expires at its bare price',
    async () => {
      const { who, order } = await begun(PAGE)
      expect(await readRemainingTenders(shop.deps, who.userId)).toEqual(taken)
      shop.clock.advance(40)
      await shop.runDueNow()
      expect(await readRemainingTenders(shop.deps, who.userId)).toEqual(untouched)
      expect(await shop.read(who.token, order)).toMatchObject({ status: 'expired', total: 504, tenders: [] })
      expect(await readOrderTenders(shop.deps, order.id)).toEqual([
        'gift_card 22900 released',
        'voucher 1000 released',
        'credit 500 released',
      ])
    },
  )

  test('the same request returns the same page, and other tenders close it and begin anew', async () => {
    const { who, order, wish: input, answer } = await begun(PAGE)
    const again = await pay(who.token, order, input, { ...PAGE, amount: everything.due })
    expect(firstOf(again)).toEqual(firstOf(answer))
    const without = await pay(who.token, order, {}, { ...PAGE, amount: 504 })
    expect(firstOf(without)).toMatchObject({ amount: 504, status: 'open' })
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual(untouched)
    expect((await shop.payPage(firstOf(answer) as Payment)).status).not.toBe(303)
    const other = await pay(who.token, order, { vouchers: input.vouchers }, { ...PAGE, amount: 494 })
    expect(firstOf(other)).toMatchObject({ amount: 494 })
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual({ ...untouched, vouchers: [0] })
    await shop.payPage(firstOf(other) as Payment)
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'completed', amount_paid: 494 })
  })

  test('an open page is replaced by a payment that needs no card', async () => {
    const { who, order, answer } = await begun(PAGE)
    await giveCredit(shop.deps, who.userId, 600)
    expect(await pay(who.token, order, { apply_user_credit: true })).toMatchObject({
      status: 201,
      body: { payments: [] },
    })
    expect((await shop.payPage(firstOf(answer) as Payment)).status).not.toBe(303)
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'completed', amount_paid: 0 })
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual({ ...untouched, credit: 10_100 })
  })

  test('another flight releases them', async () => {
    const { who, order } = await begun(PAGE)
    await place(who.token, 1, { supersedes_order_id: order.id })
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual(untouched)
  })
})

describe('refused tenders charge nothing and reserve nothing', () => {
  const soon = () => new Date(shop.clock.now().getTime() + 1)
  const past = () => new Date(shop.clock.now().getTime() - 1)
  const CONTACT = 'Contact us if you need assistance.'

  test.each([
    ['expired', () => ({ expiresAt: past() }), `This gift card has expired. ${CONTACT}`],
    [
      'frozen',
      () => ({ state: 'frozen' as const }),
      `This gift card cannot be used at the moment. ${CONTACT}`,
    ],
    ['void', () => ({ state: 'void' as const }), 'This gift card was refunded and cannot be used any more.'],
    [
      'for another fare',
      () => ({ goodForFareId: 62, goodForFareIds: [62] }),
      'This gift card is not good for this flight.',
    ],
    [
      'for a whole flight',
      () => ({ unit: 'flight' as const }),
      'This gift card pays for a whole flight, not for a single seat.',
    ],
    [
      'sent to somebody else',
      () => ({ lastEmailedTo: 'friend@example.com', lastEmailedAt: soon() }),
      'This gift card was sent to somebody else. Only they can use it.',
    ],
  ])('a gift card %s', async (_name, changes, sentence) => {
    const { userId, token } = await openAccount(shop.deps)
    const gift = await giveGiftCard(shop.deps, userId, changes())
    const order = await place(token, 1)
    const before = requests()
    for (const [field, input] of [
      ['gift_cards', { gift_cards: [gift.id] }],
      ['gift_card_codes', { gift_card_codes: [gift.code] }],
    ] as const) {
      expect(await pay(token, order, input, CARD)).toMatchObject({
        status: 422,
        body: { [field]: [sentence] },
      })
    }
    expect(requests()).toBe(before)
    expect(await shop.read(token, order)).toMatchObject({
      status: 'awaiting_payment',
      amount_due: 252,
      tenders: [],
    })
    // Void and frozen cards are not owed to anybody in this test.
    await shop.deps.database.query("update gift_cards set state = 'available' where id = $1", [gift.id])
  })

  test.each([
    ['expired', () => ({ expiresAt: past() }), `This voucher has expired. ${CONTACT}`],
    ['frozen', () => ({ state: 'frozen' as const }), `This voucher cannot be used at the moment. ${CONTACT}`],
    [
      'sent to somebody else',
      () => ({ lastEmailedTo: 'friend@example.com' }),
      'This voucher was sent to somebody else. Only they can use it.',
    ],
  ])('a voucher %s', async (_name, changes, sentence) => {
    const { userId, token } = await openAccount(shop.deps)
    const { code } = await giveVoucher(shop.deps, userId, changes())
    const order = await place(token, 1)
    expect(await pay(token, order, { vouchers: [code] }, CARD)).toMatchObject({
      status: 422,
      body: { vouchers: [sentence] },
    })
  })

  test('unknown, foreign and repeated tenders, and more cards than seats, are refused', async () => {
    const { userId, token } = await openAccount(shop.deps)
    const stranger = await openAccount(shop.deps)
    const [one, two] = [await giveGiftCard(shop.deps, userId), await giveGiftCard(shop.deps, userId)]
    const foreign = await giveGiftCard(shop.deps, stranger.userId)
    const order = await place(token, 1)
    const cases = [
      [{ gift_card_codes: ['2222-2222-2222-2222'] }, { gift_card_codes: ['Gift card must exist.'] }],
      [{ gift_cards: [999_999] }, { gift_cards: ['Gift card must exist.'] }],
      [{ gift_cards: [foreign.id] }, { gift_cards: ['Gift card must exist.'] }],
      [{ vouchers: ['nonsense'] }, { vouchers: ['Voucher must exist.'] }],
      [
        { gift_cards: [one.id], gift_card_codes: [one.code] },
        { gift_cards: ['Each gift card can be used once.'] },
      ],
      [
        { gift_cards: [one.id, two.id] },
        { gift_cards: ['There are more gift cards than seats to pay for.'] },
      ],
      [{ apply_user_credit: true }, { apply_user_credit: ['There is no account credit left.'] }],
    ] as const
    for (const [input, body] of cases) {
      expect(await pay(token, order, input, CARD)).toMatchObject({ status: 422, body })
    }
    expect(await readRemainingTenders(shop.deps, userId)).toMatchObject({
      giftCards: ['available', 'available'],
    })
  })

  test(
    'whoever has the code of a stranger’s card may use it; the ' + 'amount must be what it leaves',
    async () => {
      const { token } = await openAccount(shop.deps)
      const giver = await openAccount(shop.deps)
      const { code } = await giveGiftCard(shop.deps, giver.userId)
      const order = await place(token, 1)
      const input = { gift_card_codes: [code] }
      expect(await pay(token, order, input, { ...CARD, amount: 252 })).toMatchObject({
        status: 422,
        body: { amount: ['The amount to pay is $23.00'] },
      })
      expect((await pay(token, order, input, { ...CARD, amount: 23 })).status).toBe(201)
      expect(await readRemainingTenders(shop.deps, giver.userId)).toMatchObject({ giftCards: ['redeemed'] })
    },
  )

  test('a mailed tender belongs to its recipient once the mailbox is proven', async () => {
    const giver = await openAccount(shop.deps)
    const friend = await openAccount(shop.deps)
    const impostor = await openAccount(shop.deps, { proven: false })
    const sentTo = (email: string) =>
      giveGiftCard(shop.deps, giver.userId, { lastEmailedTo: email.toUpperCase(), lastEmailedAt: past() })
    const [forFriend, forImpostor] = [await sentTo(friend.email), await sentTo(impostor.email)]
    const refused = await pay(
      impostor.token,
      await place(impostor.token, 1),
      { gift_card_codes: [forImpostor.code] },
      CARD,
    )
    expect(refused).toMatchObject({
      status: 422,
      body: { gift_card_codes: [expect.stringMatching(/sent to somebody else/)] },
    })
    const order = await place(friend.token, 1)
    expect(
      (await pay(friend.token, order, { gift_cards: [forFriend.id] }, { ...CARD, amount: 23 })).status,
    ).toBe(201)
  })

  test('nobody uses tenders that came through an unproven address', async () => {
    const impostor = await openAccount(shop.deps, { proven: false })
    await giveCredit(shop.deps, impostor.userId, 60)
    const gift = await giveGiftCard(shop.deps, impostor.userId)
    const order = await place(impostor.token, 1)
    expect(await pay(impostor.token, order, { apply_user_credit: true }, CARD)).toMatchObject({ status: 422 })
    expect(await pay(impostor.token, order, { gift_cards: [gift.id] }, CARD)).toMatchObject({ status: 422 })
  })
})

describe('money that arrives after its payment was closed', () => {
  /** Closes a page here without the provider knowing. */
  async function givenUp(mix: Partial<Mix>, due: number) {
    const purse = await fill({ name: '', due, total: 0, tenders: [], left: {}, ...mix })
    const order = await place(purse.who.token, 1)
    const input = {
      gift_cards: purse.gifts.map(({ id }) => id),
      vouchers: purse.vouchers,
      apply_user_credit: (mix.credit ?? 0) > 0,
    }
    const answer = await pay(purse.who.token, order, input, { ...PAGE, amount: due })
    const page = firstOf(answer)
    if (!page) throw new Error(JSON.stringify(answer.body))
    const attempt = await findAttempt(shop.deps.database.db, page.id)
    if (!attempt) throw new Error('no attempt')
    await shop.deps.database.db.transaction(async (tx) => {
      await lockOrder(tx, order.id)
      await tx.update(paymentAttempts).set({ state: 'canceled' }).where(eq(paymentAttempts.id, page.id))
      await releaseAttemptTenders(tx, attempt, shop.clock.now())
      await markPaymentOpen(tx, order.id, false, new Date(shop.clock.now().getTime() + 120_000))
    })
    return {
      ...purse,
      order,
      page,
      payLate: async () => {
        await shop.payPage(page)
        await shop.deliverEvents()
      },
    }
  }

  test('it takes exactly its tenders again', async () => {
    const { who, order, payLate } = await givenUp({ vouchers: [10_000], credit: 60 }, 92)
    await giveCredit(shop.deps, who.userId, 100)
    await payLate()
    expect(await shop.read(who.token, order)).toMatchObject({
      status: 'completed',
      amount_paid: 92,
      credits: 60,
    })
    expect(await readRemainingTenders(shop.deps, who.userId)).toMatchObject({ vouchers: [0], credit: 10_000 })
  })

  test('it completes an expired order while seats and tenders are free', async () => {
    const { who, order, payLate } = await givenUp({ gifts: [{ paid: 22_900 }] }, 23)
    shop.clock.advance(5)
    await shop.runDueNow()
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'expired', total: 252 })
    await payLate()
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'completed', amount_paid: 23 })
    expect(await readRemainingTenders(shop.deps, who.userId)).toMatchObject({ giftCards: ['redeemed'] })
  })

  test.each([
    ['the gift card was used elsewhere', { gifts: [{ paid: 22_900 }] }, 23],
    ['the voucher was spent', { vouchers: [10_000] }, 152],
    ['the credit was spent', { credit: 60 }, 192],
  ] as const)('goes back when %s', async (_name, mix, due) => {
    const { who, gifts, vouchers, order, payLate } = await givenUp(mix as unknown as Partial<Mix>, due)
    const other = await place(who.token, 1)
    const input = { gift_cards: gifts.map(({ id }) => id), vouchers, apply_user_credit: 'credit' in mix }
    expect((await pay(who.token, other, input, { ...CARD, amount: due })).status).toBe(201)
    const left = await readRemainingTenders(shop.deps, who.userId)
    await payLate()
    const { status, tenders } = await shop.read(who.token, order)
    expect(status).toBe('cancelled')
    expect(tenders).toMatchObject([{ kind: 'card', amount: due, returned: due, state: 'returned' }])
    expect(await readRemainingTenders(shop.deps, who.userId)).toEqual(left)
    expect(await shop.read(who.token, other)).toMatchObject({ status: 'completed' })
  })

  test(
    'while another payment of the order is open with the same card: the first money pays, the ' +
      'other’s comes to nothing',
    async () => {
      const { who, gifts, order, payLate } = await givenUp({ gifts: [{ paid: 22_900 }] }, 23)
      await giveCredit(shop.deps, who.userId, 10)
      const second = firstOf(
        await pay(
          who.token,
          order,
          { gift_cards: gifts.map(({ id }) => id), apply_user_credit: true },
          { ...PAGE, amount: 13 },
        ),
      )
      await payLate()
      expect(await shop.read(who.token, order)).toMatchObject({
        status: 'completed',
        amount_paid: 23,
        credits: 0,
      })
      expect(await readRemainingTenders(shop.deps, who.userId)).toMatchObject({
        giftCards: ['redeemed'],
        credit: 1_000,
      })
      await shop.payPage(second as Payment)
      await shop.deliverEvents()
      expect(await shop.count('select count(*) from refunds where order_id = $1', order.id)).toBe(1)
      expect(await readRemainingTenders(shop.deps, who.userId)).toMatchObject({
        giftCards: ['redeemed'],
        credit: 1_000,
      })
    },
  )
})
