import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CodeReply, GiftCardsReply, LOG_IN_TO_USE, VouchersReply } from '#contract/tenders.ts'
import { type Account, giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { guestToken, logIn } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

let shop: TestApi
let demo: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  demo = await logIn(shop, 'customer@example.com', false)
})
afterAll(() => shop.close())

async function giftsOf(token: string, query = '') {
  const { status, body, headers } = await shop.call('GET', `/v1/gift_cards?${query}`, { token })
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  return GiftCardsReply.parse(body)
}
async function vouchersOf(token: string, query = '') {
  const { status, body } = await shop.call('GET', `/v1/vouchers?${query}`, { token })
  expect(status).toBe(200)
  return VouchersReply.parse(body)
}

describe('the demo customer', () => {
  test('the customer pages through seven gift cards, three at a time, newest first', async () => {
    const page = (number: number) =>
      giftsOf(demo, `purchaser_id=1&page_size=3&page=${String(number)}&sort=-created_at`)
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect(first.meta.pagination).toEqual({ current_page: 1, total_pages: 3, total_count: 7, page_size: 3 })
    const all = [first, second, third].flatMap(({ gift_cards: cards }) => cards)
    expect(new Set(all.map(({ id }) => id)).size).toBe(7)
    expect(all.map(({ created_at: at }) => at)).toEqual(
      all
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(all.filter((card) => card.product_id === 6)).toMatchObject([
      {
        status: 'available',
        last_emailed_to: null,
        fare: { id: 61, name: 'Any day' },
        price: 229,
        value: 229,
      },
      { status: 'available', last_emailed_to: 'friend@example.com', code: null },
    ])
    expect(all[0]?.code).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect(all[0]?.code?.slice(-4)).toBe(all[0]?.code_tail)
  })

  test('the customer has a voucher of 100, five more vouchers and a credit of 60', async () => {
    const { vouchers, meta } = await vouchersOf(demo, 'user_id=1&page_size=3&sort=-created_at')
    expect(meta.pagination).toMatchObject({ total_pages: 2, total_count: 6 })
    expect(vouchers[0]).toMatchObject({ value: 100, balance: 100, status: 'available' })
    const { body } = await shop.call('GET', '/v1/users/me', { token: demo })
    expect(body).toMatchObject({ user: { credit: 60 } })
  })
})

describe('the owner of gift cards and vouchers', () => {
  let giver: Account
  let friend: Account
  let sent: { id: number; code: string }
  beforeAll(async () => {
    giver = await openAccount(shop.deps)
    friend = await openAccount(shop.deps)
    sent = await giveGiftCard(shop.deps, giver.userId, { lastEmailedTo: friend.email.toUpperCase() })
    await giveGiftCard(shop.deps, giver.userId)
    await giveVoucher(shop.deps, giver.userId)
  })

  test(
    'the giver still sees a sent card without its code, and the recipient sees ' + 'it with the code',
    async () => {
      const [mine] = (await giftsOf(giver.token)).gift_cards.filter(({ id }) => id === sent.id)
      expect(mine).toMatchObject({ code: null, last_emailed_to: friend.email.toUpperCase() })
      const { gift_cards: received } = await giftsOf(friend.token, `last_emailed_to=${friend.email}`)
      expect(received.map(({ id, code }) => [id, code?.replaceAll('-', '')])).toEqual([[sent.id, sent.code]])
    },
  )

  test('a card of somebody else is not found', async () => {
    for (const query of [`purchaser_id=${String(giver.userId)}`, `last_emailed_to=${giver.email}`]) {
      expect((await giftsOf(demo, query)).meta.pagination.total_count).toBe(0)
    }
    expect((await vouchersOf(demo, `user_id=${String(giver.userId)}`)).vouchers).toEqual([])
  })

  test('an account with an unproven address sees nothing that was sent to that address', async () => {
    const impostor = await openAccount(shop.deps, { proven: false })
    await giveGiftCard(shop.deps, impostor.userId)
    await giveGiftCard(shop.deps, giver.userId, { lastEmailedTo: impostor.email })
    await giveVoucher(shop.deps, impostor.userId)
    expect((await giftsOf(impostor.token)).gift_cards).toEqual([])
    expect((await vouchersOf(impostor.token)).vouchers).toEqual([])
  })

  test('staff see all cards without their codes', async () => {
    const staff = await logIn(shop, 'staff@example.com')
    const { gift_cards: seen } = await giftsOf(staff, `purchaser_id=${String(giver.userId)}`)
    expect(seen.map(({ code }) => code)).toEqual([null, null, null])
  })

  test('a guest and a visitor see no cards', async () => {
    const token = await guestToken(shop)
    expect((await shop.call('GET', '/v1/gift_cards', { token })).status).toBe(403)
    expect((await shop.call('GET', '/v1/vouchers')).status).toBe(401)
  })
})

describe('the box for every kind of code', () => {
  const recognise = (code: string, token?: string) =>
    shop.call('POST', '/v1/codes', { body: { code }, ...(token ? { token } : {}) })
  const said = async (code: string, token?: string) => {
    const answer = await recognise(code, token)
    expect(answer.status).toBe(201)
    return CodeReply.parse(answer.body).code
  }

  test('it recognises a discount code in any case for anybody', async () => {
    expect(await said(' fly15 ')).toMatchObject({ kind: 'discount', usable: true, discount_code: 'FLY15' })
  })

  test(
    'it shows details of a gift card or voucher to customers, and only the kind to ' + 'visitors and guests',
    async () => {
      const { userId, token } = await openAccount(shop.deps)
      const gift = await giveGiftCard(shop.deps, userId)
      const voucher = await giveVoucher(shop.deps, userId, { balanceCents: 4_000 })
      expect(await said(gift.code.toLowerCase(), token)).toMatchObject({
        kind: 'gift_card',
        usable: true,
        gift_card: { id: gift.id, fare: { id: 61 } },
      })
      expect(await said(voucher.code, token)).toMatchObject({
        kind: 'voucher',
        usable: true,
        voucher: { balance: 40 },
      })
      for (const stranger of [undefined, await guestToken(shop)]) {
        expect(await said(gift.code, stranger)).toEqual({
          kind: 'gift_card',
          usable: false,
          message: 'Login or Register to redeem your Buy Now Schedule Later',
          discount_code: null,
          gift_card: null,
          voucher: null,
        })
        expect(await said(voucher.code, stranger)).toMatchObject({ kind: 'voucher', voucher: null })
      }
    },
  )

  test('it says why a gift card or voucher cannot be used', async () => {
    const { userId, token } = await openAccount(shop.deps)
    const past = new Date(shop.clock.now().getTime() - 1)
    const message = async (held: { code: string }, reader: string | null = token) => {
      const answer = await said(held.code, reader ?? undefined)
      expect(answer).toMatchObject({ usable: false, gift_card: null, voucher: null })
      return answer.message
    }
    const card = async (changes: Parameters<typeof giveGiftCard>[2]) =>
      message(await giveGiftCard(shop.deps, userId, changes))
    const voucher = async (changes: Parameters<typeof giveVoucher>[2]) =>
      message(await giveVoucher(shop.deps, userId, changes))
    expect([
      await card({ expiresAt: past }),
      await card({ state: 'frozen' }),
      await card({ state: 'void', valueCents: 0 }),
      await card({ lastEmailedTo: 'friend@example.com' }),
      await voucher({ balanceCents: 0 }),
      await voucher({ expiresAt: past }),
      await voucher({ lastEmailedTo: 'friend@example.com' }),
    ]).toEqual([
      'This gift card has expired. Contact us if you need assistance.',
      'This gift card cannot be used at the moment. Contact us if you need assistance.',
      'This gift card was refunded and cannot be used any more.',
      'This gift card was sent to somebody else. Only they can use it.',
      'There is nothing left on this voucher.',
      'This voucher has expired. Contact us if you need assistance.',
      'This voucher was sent to somebody else. Only they can use it.',
    ])
    // A visitor is asked to log in only when that may help, because a gift may have been sent to
    // them.
    const spent = await giveVoucher(shop.deps, userId, { balanceCents: 0 })
    expect(await message(spent, null)).toBe('There is nothing left on this voucher.')
    const sent = await giveGiftCard(shop.deps, userId, { lastEmailedTo: 'friend@example.com' })
    expect(await message(sent, null)).toBe(LOG_IN_TO_USE.gift_card)
  })

  test('it refuses even a right code after ten wrong ones', async () => {
    const strict = await createTestApi({ seeded: true, settings: testSettings({ limitFactor: 1 }) })
    try {
      const { token } = await openAccount(strict.deps)
      const ask = (code: string) => strict.call('POST', '/v1/codes', { body: { code }, token })
      const statuses = []
      for (let tried = 0; tried < 10; tried++) statuses.push((await ask('2222-2222-2222-2222')).status)
      expect(statuses).toEqual(Array(10).fill(422))
      const late = await ask('FLY15')
      expect([late.status, Number(late.headers.get('Retry-After')) > 0]).toEqual([429, true])
    } finally {
      await strict.close()
    }
  })

  test('it says when no code was typed', async () => {
    for (const code of ['NOSUCHCODE', '2222-2222-2222-2222', '💥']) {
      expect(await recognise(code)).toMatchObject({
        status: 422,
        body: { code: [`${code} is not a valid code`] },
      })
    }
  })
})
