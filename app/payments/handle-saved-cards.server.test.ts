import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cardHolder } from '#tests/support/card-holder.ts'
import { pageVisitor } from '#tests/support/page-visitor.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { handleSavedCards, findCardHolder, loadSavedCards } from './handle-saved-cards.server.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

/** The page of saved cards for one account, in one browser. */
async function openPage(token: string) {
  const browser = await pageVisitor(shop, token)
  const look = async (query = '') => {
    const visit = await browser.visit(browser.ask(`/account/cards${query}`))
    const holder = findCardHolder(visit)
    if (!holder) throw new Error('logged out')
    return loadSavedCards(holder, new URLSearchParams(query), shop.clock.now())
  }
  const press = async (form: Record<string, string>) => {
    const request = browser.ask('/account/cards', form)
    const visit = await browser.visit(request)
    const holder = findCardHolder(visit)
    if (!holder) throw new Error('logged out')
    return handleSavedCards(visit, holder, request)
  }
  return { look, press }
}

const MASTERCARD = '5555555555554444'

test('a visitor has no cards', async () => {
  const browser = await pageVisitor(shop)
  expect(findCardHolder(await browser.visit(browser.ask('/account/cards')))).toBeUndefined()
})

test('another card becomes the default, and a card is removed only after a confirmation', async () => {
  const who = await cardHolder(shop)
  const visa = await who.save()
  const other = await who.save(MASTERCARD)
  const page = await openPage(who.token)
  expect(await page.press({ intent: 'default', card: String(other.id) })).toEqual({
    location: '/account/cards?done=default',
  })
  expect(await page.look('?done=default')).toMatchObject({
    cards: [
      { id: other.id, default: true },
      { id: visa.id, default: false },
    ],
    leaving: undefined,
    notice: 'This card is offered first from now on.',
  })
  expect(await page.look(`?remove=${String(visa.id)}`)).toMatchObject({ leaving: { id: visa.id } })
  expect(await who.cards()).toHaveLength(2)
  await page.press({ intent: 'remove', card: String(visa.id) })
  expect((await who.cards()).map(({ id }) => id)).toEqual([other.id])
})

test('a card of another account looks like an unknown one', async () => {
  const [who, stranger] = [await cardHolder(shop), await cardHolder(shop)]
  const card = await who.save()
  const page = await openPage(stranger.token)
  expect(await page.look(`?remove=${String(card.id)}`)).toMatchObject({ cards: [], leaving: undefined })
  for (const intent of ['default', 'remove']) {
    expect(await page.press({ intent, card: String(card.id) })).toEqual({
      status: 404,
      problem: 'This card is not there any more.',
    })
  }
  expect(await who.cards()).toHaveLength(1)
})

test('a card is added on the provider’s page, and is saved once on the way back', async () => {
  const who = await cardHolder(shop)
  const page = await openPage(who.token)
  const answer = await page.press({ intent: 'add' })
  const location = 'location' in answer ? answer.location : ''
  const body = new URLSearchParams({
    number: '4242424242424242',
    expiry: '12 / 30',
    cvc: '123',
    email: who.email,
  })
  const sent = await shop.sandbox.pages(new Request(location, { method: 'POST', body }))
  const back = new URL(sent?.headers.get('Location') ?? '')
  expect(back.pathname).toBe('/account/cards')
  expect(await page.look(back.search)).toEqual({ elsewhere: '/account/cards?done=added' })
  expect(await page.look(back.search)).toEqual({ elsewhere: '/account/cards?done=added' })
  expect(await page.look()).toMatchObject({ cards: [{ last4: '4242' }], problem: undefined })
})

test('a return address of another session saves nothing and reports it', async () => {
  const who = await cardHolder(shop)
  const page = await openPage(who.token)
  const problem = 'This card is not there any more.'
  expect(await page.look('?session_id=cs_nobodys')).toMatchObject({ cards: [], problem })
})
