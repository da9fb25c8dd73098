import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { groupCode } from '#api/rules/money/tender-code.ts'
import { giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { pageVisitor } from '#tests/support/page-visitor.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { GiftListPage } from './gift-list-page.tsx'
import { GiftSharePage } from './gift-share-page.tsx'
import { loadGiftList } from './load-gift-list.server.ts'
import { redeemCode } from '../redeem/redeem-code.server.ts'
import { loadGiftShare, sendGifts } from './share-gifts.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

function redeemTyped(visit: Visit, code: string) {
  const form = new FormData()
  form.set('code', code)
  return redeemCode(visit, form)
}

async function openBrowser(token?: string) {
  const browser = await pageVisitor(shop, token)
  return browser.visit(browser.ask('/account/gift-cards'))
}

function holderOf({ userApi, user, brand, now, specOnly }: Visit) {
  if (!userApi || !user) throw new Error('logged out')
  return { userApi, user, brand, now, specOnly }
}

const formOf = (fields: Record<string, string | number>, ids: readonly number[]) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const id of ids) form.append('ids', String(id))
  return form
}

test('lists show the three newest rows, and each list grows by three on its own', async () => {
  const who = await openAccount(shop.deps)
  const ids: number[] = []
  for (let at = 0; at < 5; at += 1) {
    const createdAt = new Date(shop.clock.now().getTime() + at * 1000)
    ids.unshift((await giveGiftCard(shop.deps, who.userId, { createdAt })).id)
  }
  const voucher = await giveVoucher(shop.deps, who.userId)
  const sentToThem = await giveGiftCard(shop.deps, 1, { lastEmailedTo: who.email })
  const visit = await openBrowser(who.token)
  const load = (query: string) => loadGiftList(visit, holderOf(visit), new URLSearchParams(query))
  const first = await load('')
  expect(first.bought?.rows.map(({ id }) => id)).toEqual(ids.slice(0, 3))
  expect(first.bought).toMatchObject({ total: 5, more: 'bought' })
  expect(first.gifts).toMatchObject({ rows: [{ id: sentToThem.id }], total: 1, more: undefined })
  expect(first.vouchers?.rows.map(({ id }) => id)).toEqual([voucher.id])
  const html = renderToStaticMarkup(GiftListPage(first))
  expect(html).toContain('Show More - 3 / 5')
  const all = await load('bought_page=2&gifts_page=nonsense')
  expect(all.bought).toMatchObject({ rows: ids.map((id) => ({ id })), more: undefined })
  expect(renderToStaticMarkup(GiftListPage(all))).not.toContain('Show More')
})

test('a mailed gift card cannot be selected and shows its code', async () => {
  const who = await openAccount(shop.deps)
  const sent = await giveGiftCard(shop.deps, who.userId, { lastEmailedTo: 'priya@example.com' })
  const free = await giveGiftCard(shop.deps, who.userId)
  const visit = await openBrowser(who.token)
  const html = renderToStaticMarkup(
    GiftListPage(await loadGiftList(visit, holderOf(visit), new URLSearchParams())),
  )
  const boxes = html.match(/<input[^>]*name="ids"[^>]*>/g)
  expect(boxes).toEqual([expect.stringContaining(`value="${String(free.id)}"`)])
  expect(html).toContain('Emailed to priya@example.com')
  expect(html).not.toContain(groupCode(sent.code))
  expect(html).toContain(groupCode(free.code))
  expect(html).toContain('/checkout/6?redeem=1')
})

test('a gift is sent from its page, which keeps what was typed after a refusal', async () => {
  const who = await openAccount(shop.deps)
  const [one, other] = [await giveGiftCard(shop.deps, who.userId), await giveGiftCard(shop.deps, 1)]
  const visit = await openBrowser(who.token)
  const giver = holderOf(visit)
  expect(
    (await loadGiftShare(giver, { ids: [one.id, other.id], voucherIds: [] })).cards.map(({ id }) => id),
  ).toEqual([one.id])
  const typed = { recipient: 'nobody', message: 'Look left' }
  expect(await sendGifts(giver, formOf(typed, [one.id]))).toMatchObject({
    status: 422,
    page: {
      cards: [{ id: one.id }],
      answer: {
        initialValue: typed,
        error: { recipient: ['Please input correct email format (nobody)'] },
      },
    },
  })
  expect(await sendGifts(giver, formOf({ recipient: '' }, [one.id]))).toMatchObject({
    page: { answer: { error: { recipient: ['This field is required'] } } },
  })
  expect(await sendGifts(giver, formOf(typed, []))).toMatchObject({ status: 422, page: { cards: [] } })
  const right = { ...typed, recipient: 'friend@example.com' }
  expect(await sendGifts(giver, formOf(right, [other.id]))).toMatchObject({ status: 409 })
  expect(await sendGifts(giver, formOf(right, [one.id]))).toEqual({
    location: '/account/gift-cards?done=sent',
  })
  expect(await sendGifts(giver, formOf(right, [one.id]))).toMatchObject({
    status: 422,
    page: { answer: { error: { '': ['This gift card was sent already.'] } } },
  })
})

test('a departure is proposed from a calendar of buttons, which keeps what was typed', async () => {
  const who = await openAccount(shop.deps)
  const card = await giveGiftCard(shop.deps, who.userId)
  const giver = holderOf(await openBrowser(who.token))
  const page = await loadGiftShare(giver, { ids: [card.id], voucherIds: [] })
  const month = page.dates?.month
  // Sales for today close too soon for a recipient to answer.
  const open = month?.days.filter(({ status }) => status === 'open')[2]
  const full = month?.days.filter(({ status }) => status === 'full') ?? []
  const html = renderToStaticMarkup(createElement(GiftSharePage, page))
  expect(html.match(/<details[^>]*>/)?.[0]).not.toContain('open')
  expect(html.match(/<button[^>]*name="day"[^>]*>/g)).toHaveLength(
    month?.days.filter(({ status }) => status === 'open').length ?? 0,
  )
  expect(html.match(/<span class="full">/g) ?? []).toHaveLength(full.length)

  const typed = { recipient: 'friend@example.com', message: 'Look left' }
  const submit = async (fields: Record<string, string>) => {
    const answer = await sendGifts(giver, formOf({ ...typed, ...fields }, [card.id]))
    if ('location' in answer) throw new Error('it was sent')
    expect([answer.status, answer.page.refused]).toEqual([200, false])
    expect(answer.page.answer?.initialValue).toMatchObject(typed)
    return { ...answer.page, html: renderToStaticMarkup(createElement(GiftSharePage, answer.page)) }
  }
  const next = await submit({ month: month?.next_month ?? '' })
  expect(next.dates).toMatchObject({ month: { month: month?.next_month }, date: '', departures: [] })
  expect(next.html.match(/<details[^>]*>/)?.[0]).toContain('open')
  const day = await submit({ day: open?.date ?? '' })
  expect(day.html).toContain(`value="${String(open?.date)}" aria-pressed="true"`)
  const [first] = day.dates?.departures ?? []
  expect(first?.seats_left).toBeGreaterThan(0)
  const chosen = `${String(first?.departure_id)}@${String(first?.depart_at)}`
  // Showing another month keeps the selected departure.
  const turned = await submit({
    month: month?.next_month ?? '',
    proposal_date: open?.date ?? '',
    proposal: chosen,
  })
  expect(turned.dates).toMatchObject({ month: { month: month?.next_month }, date: open?.date, chosen })
  const sent = await sendGifts(
    giver,
    formOf({ ...typed, proposal_date: open?.date ?? '', proposal: chosen }, [card.id]),
  )
  expect(sent).toEqual({ location: '/account/gift-cards?done=sent' })
  const { rows } = await shop.deps.database.query(
    "select count(*)::int as held from holds where state = 'held' and waitlist_offer_id is not null",
  )
  expect(rows[0]?.['held']).toBeGreaterThan(0)
})

test('/redeem-voucher says why a code is refused and leads from a discount code to the flights', async () => {
  const who = await openAccount(shop.deps)
  const visit = await openBrowser(who.token)
  const { rows } = await shop.deps.database.query(
    `select p.id as product, p.name, f.id as fare, b.name as brand from products p
     join fares f on f.product_id = p.id join brands b on b.id = p.brand_id
     where p.brand_id = 2 order by p.id, f.id limit 1`,
  )
  const far = rows[0] ?? {}
  const fareId = Number(far['fare'])
  const elsewhere = {
    brandId: 2,
    productId: Number(far['product']),
    goodForFareId: fareId,
    goodForFareIds: [fareId],
  }
  const used = await giveVoucher(shop.deps, who.userId, { balanceCents: 0 })
  const expired = await giveGiftCard(shop.deps, who.userId, { expiresAt: shop.clock.now() })
  const sent = await giveGiftCard(shop.deps, who.userId, { lastEmailedTo: 'friend@example.com' })
  const cases: [code: string, error: string | RegExp][] = [
    [used.code, 'There is nothing left on this voucher.'],
    [expired.code, 'This gift card has expired. Contact us if you need assistance.'],
    [sent.code, 'This gift card was sent to somebody else. Only they can use it.'],
    [
      (await giveGiftCard(shop.deps, who.userId, elsewhere)).code,
      new RegExp(
        `^This gift card is for ${String(far['name'])}, a flight of ${String(far['brand'])}.* ` +
          `Please use it there\\.$`,
      ),
    ],
  ]
  for (const [code, error] of cases) {
    const answer = await redeemTyped(visit, code)
    expect(answer).toMatchObject({ status: 422, page: { login: undefined } })
    expect('page' in answer ? answer.page.answer?.error?.['code']?.[0] : '').toMatch(error)
  }
  expect(visit.session.get('tenders')).toBeUndefined()
  await shop.deps.database.query("update discount_codes set redeemable = false where code = 'FLY15'")
  try {
    expect(await redeemTyped(visit, 'FLY15')).toMatchObject({
      status: 422,
      page: { answer: { error: { code: ['FLY15 is a discount code. This code has been switched off.'] } } },
    })
  } finally {
    await shop.deps.database.query("update discount_codes set redeemable = true where code = 'FLY15'")
  }
  expect(await redeemTyped(visit, 'fly15')).toEqual({ location: '/checkout?code=FLY15' })
  expect(visit.session.get('codeNote')).toBe(
    'FLY15 is a discount code: choose a flight, and it comes off the price.',
  )
})

test('every code leads to its flights, and only a discount code appears in the address', async () => {
  const who = await openAccount(shop.deps)
  const [gift, voucher] = [
    await giveGiftCard(shop.deps, who.userId),
    await giveVoucher(shop.deps, who.userId),
  ]
  const visit = await openBrowser(who.token)
  expect(await redeemTyped(visit, ` ${gift.code.toLowerCase()} `)).toEqual({
    location: '/checkout/6?redeem=1#main',
  })
  expect(visit.session.get('tenders')).toMatchObject({ giftCards: [gift.id] })
  expect(await redeemTyped(visit, voucher.code)).toEqual({ location: '/checkout?redeem=1#main' })
  expect(await redeemTyped(visit, 'fly15')).toEqual({ location: '/checkout?code=FLY15' })
  expect(await redeemTyped(visit, '')).toMatchObject({
    status: 422,
    page: { answer: { error: { code: ['This field is required'] } } },
  })
  expect(await redeemTyped(visit, 'NOSUCH')).toMatchObject({
    status: 422,
    page: {
      answer: { initialValue: { code: 'NOSUCH' }, error: { code: ['NOSUCH is not a valid code'] } },
      login: undefined,
    },
  })
  const visitor = await openBrowser()
  expect(await redeemTyped(visitor, gift.code)).toMatchObject({
    status: 422,
    page: {
      answer: { error: { code: ['Login or Register to redeem your Buy Now Schedule Later'] } },
      login: { login: expect.stringContaining('next=%2Fredeem-voucher') as string },
    },
  })
})
