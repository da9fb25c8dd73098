import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OrderReply } from '#contract/order.ts'
import { cardHolder } from '#tests/support/card-holder.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveGiftCard,
  giveVoucher,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { typeCard } from '#tests/support/type-card.ts'
import { cardsOf, panelOf } from '#tests/support/shown-tenders.ts'
import { handlePayForm } from '../checkout/handle-pay-form.server.ts'
import { removeTenderCodeFromUrl } from './save-tenders.server.ts'
import { loadPayPage, type PayPage } from '../checkout/load-pay-page.server.ts'
import { commitSession, getSession } from '../visit/session.server.ts'
import { loadVisit } from '../visit/load-visit.server.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
let feeIds: number[]
beforeAll(async () => {
  shop = await openPayingShop()
  feeIds = (await shop.deps.database.query('select id from fees')).rows.map(({ id }) => Number(id))
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

type Fields = Record<string, string | string[]>

/** "Who and pay" for seats on a separate departure. A seat is $229 plus $23 of fees. */
async function openForm(token: string | undefined, quantity: number, more: Record<string, string> = {}) {
  const { departureId, departAt } = await shop.nextFlight()
  const query = new URLSearchParams({
    date: departAt.slice(0, 10),
    departure: String(departureId),
    quantity: String(quantity),
    ...more,
  })
  const address = `http://shop.test/checkout/6/pay?${query.toString()}`
  const { settings } = shop.deps
  const context = () => ({
    shop: { settings, requestId: 'test', callApi: (call: Request) => Promise.resolve(shop.api.fetch(call)) },
  })
  const session = await getSession(new Request(address), { settings })
  if (token !== undefined) session.set('token', token)
  let cookie = await commitSession(session, { settings })
  const ask = (init: RequestInit = {}) => new Request(address, { ...init, headers: { Cookie: cookie } })
  const look = async (): Promise<PayPage> => {
    const page = await loadPayPage(await loadVisit(ask(), context()), '6')
    if ('elsewhere' in page) throw new Error(`leads to ${page.elsewhere}`)
    return page
  }
  /** Submits the values of the page, with some changes. */
  const send = async (intent: string, fields: Fields = {}) => {
    const { quote, formKey } = await look()
    const body = new URLSearchParams({
      intent,
      form_key: formKey,
      terms_and_conditions: 'on',
      due: String(quote?.amount_due ?? 0),
      total: String(quote?.order_total ?? quote?.total),
    })
    if (token !== undefined) body.set('tenders', '1')
    for (let at = 0; at < quantity; at += 1) body.set(`passengers[${String(at)}].full_name`, 'Ida Lund')
    for (const [name, value] of Object.entries(fields)) {
      body.delete(name)
      for (const one of [value].flat()) body.append(name, one)
    }
    const request = ask({ method: 'POST', body })
    const visit = await loadVisit(request, context())
    const result = await handlePayForm(visit, request, '6')
    cookie = await commitSession(visit.session, visit.shop)
    return result
  }
  /**
   * Moves a code out of the page's address, and returns the message that the next page shows once.
   */
  const lift = async (code: string) => {
    const visit = await loadVisit(ask(), context())
    const lifted = await removeTenderCodeFromUrl(visit, code)
    const messages = [visit.session.get('codeRefusal'), visit.session.get('codeRefusal')]
    cookie = await commitSession(visit.session, visit.shop)
    return { lifted, told: messages }
  }
  return { look, send, lift }
}

const orderOf = async (token: string, location: string) => {
  const id = /order_id=(\d+)$/.exec(location)?.[1] ?? ''
  return OrderReply.parse((await shop.call('GET', `/v1/orders/${id}`, { token })).body).order
}
const paid = async (token: string, result: Awaited<ReturnType<typeof handlePayForm>>) => {
  if (result.kind !== 'go') throw new Error(JSON.stringify(result.answer))
  return orderOf(token, result.location)
}

test('a gift card that includes its fees completes the order without a card', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const gift = await giveGiftCard(shop.deps, userId, { pendingFeeIds: feeIds })
  const form = await openForm(token, 1)
  expect(await form.look()).toMatchObject({ payWith: 'card', quote: { amount_due: 252 } })
  const ticked = { gift_cards: String(gift.id) }
  expect(await form.send('update', ticked)).toMatchObject({ kind: 'go', leave: false })
  const page = await form.look()
  expect(page).toMatchObject({
    payWith: 'nothing',
    card: undefined,
    quote: { amount_due: null, order_total: 252 },
  })
  expect(cardsOf(page)).toContain('Nothing is left to pay by card.')
  const before = shop.sandbox.control.requests().length
  const order = await paid(token, await form.send('purchase', ticked))
  expect(order).toMatchObject({
    status: 'completed',
    amount_paid: 0,
    tenders: [{ kind: 'gift_card', amount: 229 }],
  })
  expect(shop.sandbox.control.requests().length).toBe(before)
})

test('a gift card for a whole flight pays for one, and is not offered for a single seat', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const whole = await giveGiftCard(shop.deps, userId, {
    unit: 'flight',
    name: 'A whole flight',
    pendingFeeIds: feeIds,
  })
  const seat = await giveGiftCard(shop.deps, userId, { pendingFeeIds: feeIds })
  const form = await openForm(token, 1, { quantity_type: 'flight' })
  const boxes = (page: PayPage) =>
    [...panelOf(page.tenders).matchAll(/name="gift_cards"[^>]*value="(\d+)"/g)].map(([, id]) => Number(id))
  expect(boxes(await form.look())).toEqual([whole.id])
  expect(boxes(await (await openForm(token, 1)).look())).toEqual([seat.id])
  await form.send('update', { gift_cards: String(whole.id) })
  expect(await form.look()).toMatchObject({ payWith: 'nothing', quote: { amount_due: null } })
})

test('a voucher, a gift card, credit and a typed card pay together as the page showed', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const gift = await giveGiftCard(shop.deps, userId)
  const voucher = await giveVoucher(shop.deps, userId, { balanceCents: 10_000, valueCents: 10_000 })
  await giveCredit(shop.deps, userId, 60)
  const form = await openForm(token, 2)
  const ticked = { gift_cards: String(gift.id), vouchers: String(voucher.id), apply_user_credit: 'on' }
  await form.send('update', ticked)
  const page = await form.look()
  expect(page).toMatchObject({
    quote: { total: 175, credits: 60, amount_due: 115 },
    card: { amountCents: 11_500 },
  })
  expect(panelOf(page.tenders).match(/checked=""/g)).toHaveLength(3)
  const card_token = await typeCard(shop.sandbox, '4242424242424242')
  const order = await paid(token, await form.send('purchase', { ...ticked, card_token }))
  expect(order).toMatchObject({ status: 'completed', amount_paid: 115, credits: 60 })
})

test('tenders that were not priced are shown first, and unusable ones name the reason', async () => {
  const { userId, token } = await openAccount(shop.deps)
  const [one, two] = [await giveGiftCard(shop.deps, userId), await giveGiftCard(shop.deps, userId)]
  const form = await openForm(token, 1)
  const refused = (result: Awaited<ReturnType<typeof form.send>>) =>
    result.kind === 'answer' && result.answer.kind === 'refused' ? result.answer.refusal : undefined
  const unseen = await form.send('purchase', { gift_cards: String(one.id) })
  expect(refused(unseen)?.text).toMatch(/look at the new total/)
  expect(refused(unseen)?.typed).toMatchObject({ 'passengers[0].full_name': 'Ida Lund' })
  const both = [String(one.id), String(two.id)]
  const tooMany = await form.send('purchase', { gift_cards: both })
  expect(refused(tooMany)?.problems).toEqual({ tenders: 'There are more gift cards than seats to pay for.' })
  expect(panelOf((await form.look()).tenders)).toContain('There are more gift cards than seats to pay for.')
  expect(await shop.count('select count(*) from orders where user_id = $1', userId)).toBe(0)
  await form.send('update', { gift_cards: String(one.id) })
  // It was deselected without pricing again, so more would be charged than the page shows.
  expect(refused(await form.send('purchase'))?.text).toMatch(/look at the new total/)
  await form.send('update', { gift_cards: String(one.id) })
  // Selected ones stay toggleable; no other can be ticked for the one seat.
  const tenderPanel = panelOf((await form.look()).tenders)
  expect(tenderPanel).toMatch(
    new RegExp(
      `<input[^>]*disabled[^>]*id="gift-${String(two.id)}"|id="gift-${String(two.id)}"[^>]*disabled`,
    ),
  )
  expect(tenderPanel).not.toMatch(new RegExp(`id="gift-${String(one.id)}"[^>]*disabled`))
})

describe('field for discount and gift card codes', () => {
  test('accepts the code of another account’s gift card and keeps it out of the address', async () => {
    const giver = await openAccount(shop.deps)
    const { token } = await openAccount(shop.deps)
    const { code } = await giveGiftCard(shop.deps, giver.userId)
    const form = await openForm(token, 1)
    const applied = await form.send('apply_code', { code })
    expect(applied).toMatchObject({ kind: 'go' })
    expect(JSON.stringify(applied)).not.toContain(code)
    const typedOnly = await form.send('inc', { code, typed_codes: code.slice(-4) })
    expect(JSON.stringify(typedOnly)).not.toContain(code)
    const page = await form.look()
    expect(page.quote?.amount_due).toBe(23)
    expect(panelOf(page.tenders)).toContain(`Gift card ending ${code.slice(-4)}`)
    expect((await form.send('update', { typed_codes: [] })).kind).toBe('go')
    expect((await form.look()).quote?.amount_due).toBe(252)
  })

  test('moves a gift card’s code from the address to the session and leaves other codes there', async () => {
    const giver = await openAccount(shop.deps)
    const { token } = await openAccount(shop.deps)
    const { code } = await giveGiftCard(shop.deps, giver.userId)
    const form = await openForm(token, 1)
    expect(await form.lift('FLY15')).toMatchObject({ lifted: false })
    expect(await form.lift('BCDF-GHJK-MNPQ-RSTV')).toMatchObject({ lifted: false })
    expect(await form.lift(code)).toMatchObject({ lifted: true, told: [undefined, undefined] })
    expect((await form.look()).quote?.amount_due).toBe(23)
  })

  test('tells a visitor with a gift card’s code to log in', async () => {
    const giver = await openAccount(shop.deps)
    const { code } = await giveGiftCard(shop.deps, giver.userId)
    const form = await openForm(undefined, 1)
    expect(await form.lift(code)).toEqual({
      lifted: true,
      told: ['Login or Register to redeem your Buy Now Schedule Later', undefined],
    })
    expect(await form.send('apply_code', { code })).toMatchObject({
      answer: { refusal: { problems: { code: 'Login or Register to redeem your Buy Now Schedule Later' } } },
    })
    expect(panelOf((await form.look()).tenders)).toContain('to redeem your Buy Now Schedule Later')
  })
})

test('credit is hidden beside a discount code, with the reason', async () => {
  const { userId, token } = await openAccount(shop.deps)
  await giveCredit(shop.deps, userId, 60)
  const form = await openForm(token, 1, { code: 'FLY15', redeem: '1' })
  const tenderPanel = panelOf((await form.look()).tenders)
  expect(tenderPanel).not.toContain('Use my account credit')
  expect(tenderPanel).toContain('Your account credit cannot be used together with a discount code.')
  expect(tenderPanel).toMatch(/<details class="promo[^"]*" id="tenders" open/)
  expect(tenderPanel).toContain('There are no valid Buy Now Schedule Laters for this flight')
})

test('a saved card pays, the default first; another can be typed; a declined one says so', async () => {
  const holder = await cardHolder(shop)
  await holder.save()
  const bad = await holder.save('4000000000000341')
  const form = await openForm(holder.token, 1)
  const page = await form.look()
  expect(page.payWith).toBe('saved')
  expect(cardsOf(page)).toContain('Visa ending 4242')
  expect(cardsOf(page)).toContain('+ Add Credit Card')
  await form.send('add_card')
  const typing = await form.look()
  expect(typing.payWith).toBe('card')
  expect(cardsOf(typing)).toContain('Cancel')
  await form.send('cancel_card')
  const [card] = await holder.cards()
  expect(await form.send('purchase', { pay_with: 'saved', saved_card: '999999' })).toMatchObject({
    answer: { refusal: { problems: { card: 'Please select a credit card' } } },
  })
  expect(await form.send('purchase', { pay_with: 'saved', saved_card: String(bad.id) })).toMatchObject({
    status: 422,
    answer: {
      refusal: { problems: { card: 'Your card was declined. try a different card or contact your bank.' } },
    },
  })
  const order = await paid(
    holder.token,
    await form.send('purchase', { pay_with: 'saved', saved_card: String(card?.id) }),
  )
  expect(order).toMatchObject({ status: 'completed', amount_paid: 252, payment_method: { last4: '4242' } })
})

test('selected credit is not used where the product hides it, and the card pays it all', async () => {
  const { userId, token } = await openAccount(shop.deps)
  await giveCredit(shop.deps, userId, 60)
  const form = await openForm(token, 1)
  await form.send('update', { apply_user_credit: 'on' })
  expect(panelOf((await form.look()).tenders)).toContain('name="apply_user_credit"')
  const hide = (hidden: boolean) =>
    shop.deps.database.query('update products set credit_hidden = $1 where id = 6', [hidden])
  await hide(true)
  try {
    const page = await form.look()
    expect(page).toMatchObject({ quote: { credits: 0, amount_due: 252 } })
    expect(panelOf(page.tenders)).not.toContain('name="apply_user_credit"')
    expect(panelOf(page.tenders)).toContain('Account credit cannot be used for this flight.')
    const card_token = await typeCard(shop.sandbox, '4242424242424242')
    const order = await paid(token, await form.send('purchase', { card_token }))
    expect(order).toMatchObject({ status: 'completed', amount_paid: 252, credits: 0 })
  } finally {
    await hide(false)
  }
})
