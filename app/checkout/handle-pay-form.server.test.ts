import { afterAll, beforeAll, expect, test } from 'vitest'
import { QuoteReply } from '#contract/quote.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { typeCard } from '#tests/support/type-card.ts'
import { handlePayForm } from './handle-pay-form.server.ts'
import { serializeArrivalCookie } from '../visit/arrival.server.ts'
import { commitSession } from '../visit/session.server.ts'
import { loadVisit } from '../visit/load-visit.server.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

let people = 0
/**
 * A filled form for two seats on a separate departure, with an optional code, and a function that
 * submits it.
 */
async function fillForm(code?: string, { inAddress = true } = {}) {
  const { departureId, departAt } = await shop.nextFlight()
  const cart = { departure_id: departureId, depart_at: departAt, quantity_type: 'seat', quantity: 2 }
  const quoted = await shop.call('POST', '/v1/quotes', {
    body: { brand_id: 1, ...cart, upgrades: [], discount_code_code: code },
  })
  const email = `form${String((people += 1))}@example.com`
  const query = new URLSearchParams({
    date: departAt.slice(0, 10),
    departure: String(departureId),
    quantity: '2',
  })
  if (code && inAddress) query.set('code', code)
  const fields = {
    ...{ intent: 'purchase', email, terms_and_conditions: 'on' },
    ...{ 'passengers[0].full_name': 'Dana Whitlock', 'passengers[1].full_name': 'Priya Raman' },
    ...(code ? { code } : {}),
    total: QuoteReply.parse(quoted.body).quote.total.toFixed(2),
  }
  const answer = async (formKey: string, cookie = '', more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ ...fields, ...more, form_key: formKey })
    const headers = { Cookie: cookie }
    const request = new Request(`http://shop.test/checkout/6/pay?${query.toString()}`, {
      method: 'POST',
      body,
      headers,
    })
    const { settings } = shop.deps
    const callApi = (call: Request) => Promise.resolve(shop.api.fetch(call))
    const visit = await loadVisit(request, { shop: { settings, callApi, requestId: 'test' } })
    const result = await handlePayForm(visit, request, '6')
    const [keeps = ''] = (await commitSession(visit.session, visit.shop)).split(';')
    return { result, cookie: keeps }
  }
  const send = async (formKey: string, cookie?: string) => {
    const { result, cookie: keeps } = await answer(formKey, cookie)
    if (result.kind !== 'go') throw new Error(`refused: ${JSON.stringify(result.answer)}`)
    return { location: result.location, cookie: keeps }
  }
  const orders = () => shop.count('select count(*) from orders where email = $1', email)
  return { answer, send, orders, email }
}

test('submits without a session, at once and again, make one order and one payment page', async () => {
  const { send, orders } = await fillForm()
  const twins = await Promise.all([send('one'), send('one')])
  const sent = [...twins, await send('one')]
  expect(new Set(sent.map(({ location }) => location)).size).toBe(1)
  expect(sent[0]?.location).toContain('/sandbox/checkout/')
  expect(await orders()).toBe(1)
})

test('another page load is another purchase, even if the same is typed into it', async () => {
  const { send, orders } = await fillForm()
  const first = await send('one')
  const second = await send('two')
  expect(second.location).not.toBe(first.location)
  expect(await orders()).toBe(2)
})

test('a paid form redirects to its confirmation, and a newly loaded form buys again', async () => {
  const { send, orders } = await fillForm()
  const { location, cookie } = await send('one')
  await shop.sandbox.pages(
    new Request(location, {
      method: 'POST',
      body: new URLSearchParams({
        number: '4242424242424242',
        expiry: '12 / 30',
        cvc: '123',
        email: 'a@example.com',
      }),
    }),
  )
  expect((await send('one', cookie)).location).toMatch(/^\/order-confirmation\?order_id=\d+$/)
  expect(await orders()).toBe(1)
  expect((await send('two', cookie)).location).toContain('/sandbox/checkout/')
  expect(await orders()).toBe(2)
})

test('the order has the tags of affiliate and newsletter, and the newsletter’s code', async () => {
  let arrival = ''
  for (const link of [
    '/affiliates/harbor-light-rooms',
    '/campaigns/fly15?utm_source=mail&utm_campaign=may&code=FLY15',
  ]) {
    const request = new Request(`http://shop.test${link}`, { headers: { Cookie: arrival } })
    arrival = (await serializeArrivalCookie(request, shop.deps))?.split(';')[0] ?? ''
  }
  const { answer, email } = await fillForm('FLY15', { inAddress: false })
  expect((await answer('one', arrival)).result.kind).toBe('go')
  const { rows } = await shop.deps.database.query(
    'select tag_list, discount_cents > 0 as discounted from orders where email = $1',
    [email],
  )
  const tag_list = ['website', 'affiliate:harbor-light-rooms', 'utm_source:mail', 'utm_campaign:may']
  expect(rows).toEqual([{ tag_list, discounted: true }])
})

test('a declined card is reported in the payment area, and the order stays the same', async () => {
  const { answer, orders } = await fillForm()
  let cookie = ''
  for (const [number, sentence] of [
    ['4000000000000002', 'Your card was declined. try a different card or contact your bank.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ] as const) {
    const sent = await answer('one', cookie, { card_token: await typeCard(shop.sandbox, number) })
    expect(sent.result).toMatchObject({
      kind: 'answer',
      status: 422,
      answer: { kind: 'refused', refusal: { text: '', problems: { card: sentence } } },
    })
    cookie = sent.cookie
  }
  expect(await orders()).toBe(1)
})

const refusedCode = (sentence: string) => ({
  ...{ kind: 'answer', status: 422 },
  answer: { kind: 'refused', refusal: { text: '', problems: { code: sentence } } },
})

test('a typed code that was not applied stops the purchase and is shown again', async () => {
  const { answer, orders } = await fillForm('FLY15')
  for (const typed of ['TENOFF', '']) {
    const { result } = await answer('one', '', { code: typed })
    expect(result).toMatchObject(
      refusedCode('Press Apply Discount first to see the total with this code, or empty the field'),
    )
    expect(result).toMatchObject({ answer: { refusal: { typed: { code: typed } } } })
  }
  expect(await orders()).toBe(0)
})

test('a code used up by another buyer is reported beside its field, and nothing is ordered', async () => {
  const { answer, orders } = await fillForm('LASTONE')
  const token = await shop.guest('quicker@example.com')
  await shop.order(token, 1, undefined, { discount_code_code: 'LASTONE' })
  const { result } = await answer('one')
  expect(result).toMatchObject(refusedCode('LASTONE is an invalid discount code'))
  expect(await orders()).toBe(0)
})

test('a code that did not apply is left out, and the displayed price is paid', async () => {
  const { send, orders } = await fillForm('FLIGHTSONLY')
  expect((await send('one')).location).toContain('/sandbox/checkout/')
  expect(await orders()).toBe(1)
})

test.each([
  ['another code', ' tenoff ', 'code=tenoff'],
  ['an emptied field', '', 'code='],
])('the button "Apply" puts %s into the address of the page', async (_name, typed, expectedCode) => {
  const { answer } = await fillForm('FLY15')
  const { result } = await answer('one', '', { intent: 'apply_code', code: typed })
  expect(result).toMatchObject({ kind: 'go', leave: false })
  const { search, hash } = new URL('location' in result ? result.location : '', 'http://shop.test')
  expect([search.split('&').at(-1), hash]).toEqual([expectedCode, '#promo'])
})
