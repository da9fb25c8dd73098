import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { groupCode } from '#api/domain/money/gift-code.ts'
import { giveGiftCard, giveVoucher, openAccount } from '#tests/support/hand-out.ts'
import { pageVisitor } from '#tests/support/page-visitor.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { GiftListPage } from '../gifts/gift-list-page.tsx'
import { type Visit } from './load-checkout.server.ts'
import { loadGiftList } from './load-gift-list.server.ts'
import { redeemCode } from './redeem-code.server.ts'
import { loadGiftShare, sendGifts } from './share-gifts.server.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

async function openBrowser(token?: string) {
  const browser = await pageVisitor(shop, token)
  return browser.visit(browser.ask('/account/gift-cards'))
}

function holderOf({ own, user }: Visit) {
  if (!own || !user) throw new Error('logged out')
  return { own, user }
}

const formOf = (fields: Record<string, string | number>, ids: readonly number[]) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const id of ids) form.append('ids', String(id))
  return form
}

test('lists are three long, newest first, and grow by three each, for themselves', async () => {
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
  expect(first.bought).toMatchObject({ total: 5, more: '/account/gift-cards?bought_page=2#bought' })
  expect(first.gifts).toMatchObject({ rows: [{ id: sentToThem.id }], total: 1, more: undefined })
  expect(first.vouchers?.rows.map(({ id }) => id)).toEqual([voucher.id])
  const html = renderToStaticMarkup(GiftListPage(first))
  expect(html).toContain('Show More - 3 / 5')
  const all = await load('bought_page=2&gifts_page=nonsense')
  expect(all.bought).toMatchObject({ rows: ids.map((id) => ({ id })), more: undefined })
  expect(renderToStaticMarkup(GiftListPage(all))).not.toContain('Show More')
})

test('one that was mailed cannot be selected, and leaves its code', async () => {
  const who = await openAccount(shop.deps)
  const sent = await giveGiftCard(shop.deps, who.userId, { lastEmailedTo: 'priya@example.com' })
  const free = await giveGiftCard(shop.deps, who.userId)
  const visit = await openBrowser(who.token)
  const html = renderToStaticMarkup(GiftListPage(await loadGiftList(visit, holderOf(visit), new URLSearchParams()))) // prettier-ignore
  const boxes = html.match(/<input[^>]*name="ids"[^>]*>/g)
  expect(boxes).toEqual([expect.stringContaining(`value="${String(free.id)}"`)])
  expect(html).toContain('Emailed to priya@example.com')
  expect(html).not.toContain(groupCode(sent.code))
  expect(html).toContain(groupCode(free.code))
  expect(html).toContain('/checkout/6?redeem=1')
})

test('a gift is sent from the page; what was typed stays where it is refused', async () => {
  const who = await openAccount(shop.deps)
  const [one, other] = [await giveGiftCard(shop.deps, who.userId), await giveGiftCard(shop.deps, 1)]
  const visit = await openBrowser(who.token)
  const giver = holderOf(visit)
  expect((await loadGiftShare(giver, [one.id, other.id])).cards.map(({ id }) => id)).toEqual([one.id])
  const typed = { recipient: 'nobody', message: 'Look left' }
  expect(await sendGifts(giver, formOf(typed, [one.id]))).toMatchObject({
    status: 422,
    page: { cards: [{ id: one.id }], typed, problems: { recipient: 'Please input correct email format (nobody)' } }, // prettier-ignore
  })
  expect(await sendGifts(giver, formOf({ recipient: '' }, [one.id]))).toMatchObject({
    page: { problems: { recipient: 'This field is required' } },
  })
  expect(await sendGifts(giver, formOf(typed, []))).toMatchObject({ status: 422, page: { cards: [] } })
  const right = { ...typed, recipient: 'friend@example.com' }
  expect(await sendGifts(giver, formOf(right, [other.id]))).toMatchObject({ status: 409 })
  expect(await sendGifts(giver, formOf(right, [one.id]))).toEqual({
    location: '/account/gift-cards?done=sent',
  })
  expect(await sendGifts(giver, formOf(right, [one.id]))).toMatchObject({
    status: 422,
    page: { failure: 'This gift card was sent already.' },
  })
})

test('any code leads to where it counts, and only a discount’s stands in the address', async () => {
  const who = await openAccount(shop.deps)
  const [gift, voucher] = [await giveGiftCard(shop.deps, who.userId), await giveVoucher(shop.deps, who.userId)] // prettier-ignore
  const visit = await openBrowser(who.token)
  expect(await redeemCode(visit, ` ${gift.code.toLowerCase()} `)).toEqual({
    location: '/checkout/6?redeem=1#main',
  })
  expect(visit.session.get('tenders')).toMatchObject({ giftCards: [gift.id] })
  expect(await redeemCode(visit, voucher.code)).toEqual({ location: '/checkout?redeem=1#main' })
  expect(await redeemCode(visit, 'fly15')).toEqual({ location: '/checkout?code=FLY15' })
  expect(await redeemCode(visit, '')).toMatchObject({ status: 422, page: { error: 'This field is required' } }) // prettier-ignore
  expect(await redeemCode(visit, 'NOSUCH')).toMatchObject({
    status: 422,
    page: { typed: 'NOSUCH', error: 'NOSUCH is not a valid code', login: undefined },
  })
  const visitor = await openBrowser()
  expect(await redeemCode(visitor, gift.code)).toMatchObject({
    status: 422,
    page: {
      error: 'Login or Register to redeem your Buy Now Schedule Later',
      login: { login: expect.stringContaining('next=%2Fredeem-voucher') as string },
    },
  })
})
