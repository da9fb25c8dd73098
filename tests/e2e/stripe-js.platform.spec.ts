import AxeBuilder from '@axe-core/playwright'
import { type Stripe, type StripeElements } from '@stripe/stripe-js'
import { build } from 'esbuild'
import { type Page } from 'playwright/test'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { JwtReply } from '#contract/people.ts'
import { expect, test } from '../support/browser.ts'
import { findFlight, payPath } from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

/** The test serves a page of its own, under the shop's policy, that pays as the checkout does. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<script src="/sandbox/stripe.js" defer></script><script src="/card-page.js" defer></script></head>
<body><main><h1>Card</h1><form id="form"><div id="root"></div><button>Pay</button></form><p
  role="status"></p></main></body></html>`

/** The page uses the provider's own React wrapper, which validates what it is given. */
const SCRIPT = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

const say = (value) => {
  document.querySelector('[role=status]').textContent = typeof value === 'string' ? value :
  JSON.stringify(value) }
const events = (window.events = [])
function Form() {
  window.stripe = useStripe()
  window.elements = useElements()
  return h(PaymentElement, {
    onReady: () => events.push('ready'),
    onChange: (event) => events.push(event.complete ? 'complete' : event.empty ? 'empty' : 'typing'),
    onFocus: () => events.push('focus'), onBlur: () => events.push('blur'),
    onLoadError: ({ error }) => say(error),
  })
}
const options = { mode: 'payment', amount: 45800, currency: 'usd', allowedPaymentMethodTypes: ['card'],
  appearance: { variables: { colorDanger: '#a3122a', borderRadius: '10px' } } }
createRoot(document.querySelector('#root')).render(h(Elements, {
  stripe: loadStripe('pk_test_sandbox'), options }, h(Form)))
document.querySelector('#form').addEventListener('submit', async (event) => {
  event.preventDefault()
  say('working')
  const { error } = await window.elements.submit()
  if (error) return say(error)
  const made = await window.stripe.createConfirmationToken({ elements: window.elements, params: {
    return_url: location.href } })
  say(made.error ?? made.confirmationToken.id)
})
`

let bundled: Promise<string> | undefined
async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

async function openCardPage(page: Page, shop: RunningShop) {
  const script = await (bundled ??= bundleScript())
  await page.route(`${shop.origin}/card-page.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  // This is the policy of the page that takes cards; its nonce is not used here.
  const { headers } = await fetch(`${shop.origin}${payPath(await findFlight(shop), 1)}`)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-src 'self'")
  await page.route(`${shop.origin}/card-page`, (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body: PAGE }),
  )
  await page.goto(`${shop.origin}/card-page`)
}

/** Creates an order of a new guest, and calls on the guest's behalf. */
async function placeOrder(shop: RunningShop, email: string) {
  const flight = await findFlight(shop)
  const call = async (method: string, path: string, body?: object, jwt?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(jwt ? { Authorization: `Bearer ${jwt}` } : {}) }
    const answer = await fetch(`${shop.origin}/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const { jwt } = JwtReply.parse((await call('POST', 'customers', { customer: { email } })).body)
  const day = await call('GET', `availability/day?product_id=6&date=${flight.date}`)
  const { departures } = AvailabilityDayReply.parse(day.body).availability
  const departAt = departures.find((one) => one.departure_id === flight.departureId)?.depart_at
  const seat = { departure_id: flight.departureId, depart_at: departAt, quantity: 1 }
  const passengers = [{ full_name: 'Dana Whitlock', weight: 150 }]
  const placed = await call(
    'POST',
    'orders',
    {
      order: {
        brand_id: 1,
        order_item_seats_attributes: [seat],
        passengers_attributes: passengers,
        terms_and_conditions: true,
      },
    },
    jwt,
  )
  const { id } = OrderReply.parse(placed.body).order
  return {
    pay: async (source: string) => {
      const answer = await call(
        'POST',
        'payments',
        { order_id: id, stripe_payment: { stripe_source: source } },
        jwt,
      )
      return answer.status === 201 ? PaymentsReply.parse(answer.body).payments[0] : undefined
    },
    status: async () =>
      OrderReply.parse((await call('GET', `orders/${String(id)}`, undefined, jwt)).body).order,
  }
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('1234')
  await page.getByLabel('Security code').fill('123')
}

async function tokenOf(page: Page, number: string): Promise<string> {
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('status')).toHaveText(/^ctoken_/)
  return page.getByRole('status').innerText()
}

/** Starts the bank's challenge; the page shows how it ended. */
const askBank = (page: Page, clientSecret: string) =>
  page.evaluate((secret) => {
    const status = document.querySelector('[role=status]')
    void (window as unknown as { stripe: Stripe }).stripe
      .handleNextAction({ clientSecret: secret })
      .then(({ paymentIntent, error }) => {
        if (status)
          status.textContent = paymentIntent?.status ?? `${String(error?.code)}: ${String(error?.message)}`
      })
  }, clientSecret)

test.describe('the card fields', () => {
  test('the card fields have names, autofill hints and errors that say what is missing', async ({
    page,
    shop,
  }) => {
    await openCardPage(page, shop)
    const number = page.getByLabel('Card number')
    const expiry = page.getByLabel('Expiration date')
    const code = page.getByLabel('Security code')
    await expect(number).toHaveAttribute('autocomplete', 'cc-number')
    await expect(expiry).toHaveAttribute('autocomplete', 'cc-exp')
    await expect(code).toHaveAttribute('autocomplete', 'cc-csc')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByRole('status')).toContainText('"code":"incomplete_number"')
    await expect(number).toBeFocused()
    await expect(number).toHaveAccessibleDescription('Your card number is incomplete.')
    await expect(expiry).toHaveAccessibleDescription("Your card's expiration date is incomplete.")
    await expect(code).toHaveAccessibleDescription("Your card's security code is incomplete.")
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
  })

  test('the card fields format the number and report their completion to the page', async ({
    page,
    shop,
  }) => {
    await openCardPage(page, shop)
    const number = page.getByLabel('Card number')
    await number.pressSequentially('4242424242424241')
    await expect(number).toHaveValue('4242 4242 4242 4241')
    await page.getByLabel('Expiration date').pressSequentially('534')
    await expect(page.getByLabel('Expiration date')).toHaveValue('05 / 34')
    await expect(number).toHaveAccessibleDescription('Your card number is invalid.')
    await number.press('End')
    await number.press('Backspace')
    await number.press('2')
    await expect(number).toHaveAccessibleDescription('')
    await page.getByLabel('Security code').pressSequentially('123')
    const events = await page.evaluate(() => (window as unknown as { events: string[] }).events)
    expect(events).toEqual(expect.arrayContaining(['ready', 'focus', 'typing', 'complete']))
    expect(events[0]).toBe('ready')
    expect(events.at(-1)).toBe('complete')
    await page.getByLabel('Security code').press('Enter')
    await expect(page.getByRole('status')).toHaveText(/^ctoken_/)
  })

  test('a page that does not request the check first gets an error', async ({ page, shop }) => {
    await openCardPage(page, shop)
    await typeCard(page, '4242424242424242')
    const thrown = await page.evaluate(async () => {
      const { stripe, elements } = window as unknown as { stripe: Stripe; elements: StripeElements }
      return stripe.createConfirmationToken({ elements }).then(
        () => 'made',
        (error: unknown) => String(error),
      )
    })
    expect(thrown).toMatch(/^IntegrationError: elements.submit\(\) must be called before/)
  })

  test('the page learns that the provider does not answer', async ({ page, shop }) => {
    await page.route('**/sandbox/stripe/v1/elements/sessions', (route) =>
      route.fulfill({ contentType: 'application/json', body: 'no answer' }),
    )
    await openCardPage(page, shop)
    await expect(page.getByRole('status')).toContainText('api_connection_error')
    await expect(page.getByLabel('Card number')).toHaveCount(0)
  })
})

test('a card without a challenge is charged', async ({ page, shop }) => {
  const order = await placeOrder(shop, 'typed@example.com')
  await openCardPage(page, shop)
  expect((await order.pay(await tokenOf(page, '4242 4242 4242 4242')))?.status).toBe('succeeded')
  expect(await order.status()).toMatchObject({ status: 'completed' })
})

test.describe('the wallet', () => {
  type Answer = 'resolve' | 'reject' | 'none'
  interface WalletPage {
    stripe: Stripe
    elements: StripeElements
    heard: unknown[]
    answer: Answer
    fail: () => void
  }

  /** A page of the test uses the Express Checkout Element and records its events in order. */
  async function openWallet(page: Page, shop: RunningShop, options: object): Promise<void> {
    await openCardPage(page, shop)
    await expect(page.getByLabel('Card number')).toBeVisible()
    await page.evaluate((elementOptions) => {
      const at = window as unknown as WalletPage & { Stripe: (key: string) => Stripe }
      const stripe = at.Stripe('pk_test_sandbox')
      const elements = stripe.elements({ mode: 'payment', amount: 100, currency: 'usd' })
      const wallet = elements.create('expressCheckout', elementOptions)
      Object.assign(at, { stripe, elements, heard: [], answer: 'resolve' })
      wallet.on('ready', ({ availablePaymentMethods }) =>
        at.heard.push(availablePaymentMethods?.googlePay ?? null),
      )
      wallet.on('click', ({ resolve, reject }) => {
        at.heard.push('click')
        if (at.answer === 'resolve') resolve({ lineItems: [{ name: 'One seat', amount: 100 }] })
        if (at.answer === 'reject') reject()
      })
      wallet.on('cancel', () => at.heard.push('cancel'))
      wallet.on('confirm', ({ billingDetails, paymentFailed }) => {
        at.heard.push([billingDetails?.email, billingDetails?.phone ?? null])
        at.fail = paymentFailed
      })
      wallet.mount('#root')
    }, options)
  }

  const set = (page: Page, answer: Answer) =>
    page.evaluate((given) => Object.assign(window, { answer: given }), answer)
  const heard = (page: Page) => page.evaluate(() => (window as unknown as WalletPage).heard)
  const button = (page: Page) => page.getByRole('button', { name: 'Pay with Test Wallet' })
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Test wallet' })

  test('the wallet asks the page first, shows the current amount and reports the result', async ({
    page,
    shop,
    trouble,
  }) => {
    await openWallet(page, shop, { emailRequired: true })
    await set(page, 'reject')
    await button(page).click()
    await set(page, 'none')
    await button(page).click()
    await expect.poll(() => trouble.length).toBe(1)
    expect(trouble.splice(0)[0]).toContain('The click event was not answered within a second.')
    await expect(sheet(page)).toHaveCount(0)

    await set(page, 'resolve')
    await page.evaluate(() => (window as unknown as WalletPage).elements.update({ amount: 19_900 }))
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toContainText('$199.00')
    await expect(sheet(page)).toContainText('One seat: $1.00')
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await expect(button(page)).toBeFocused()

    await button(page).click()
    await sheet(page).getByRole('button', { name: 'Pay $199.00' }).click()
    await page.evaluate(() => (window as unknown as WalletPage).fail())
    await expect(sheet(page)).toHaveCount(0)
    // The page did not request the phone number.
    const owner = ['robin.alder@wallet.example.com', null]
    expect(await heard(page)).toEqual([true, 'click', 'click', 'click', 'cancel', 'click', owner])
  })

  test('the wallet confirms only the amount of its open sheet', async ({ page, shop }) => {
    await openWallet(page, shop, {})
    const thrown = await page.evaluate(async () => {
      const { stripe, elements } = window as unknown as WalletPage
      await elements.submit()
      const options = {
        elements,
        clientSecret: 'pi_1_secret_2',
        confirmParams: { return_url: location.href },
      }
      return stripe.confirmPayment(options).then(String, String)
    })
    expect(thrown).toMatch(/^IntegrationError: confirmPayment\(\) must be called inside the confirm event/)
  })

  test('a browser without a wallet shows none', async ({ page, shop }) => {
    await page.addInitScript(() => {
      localStorage.setItem('sandbox.wallets', 'none')
    })
    await openWallet(page, shop, {})
    await expect.poll(() => heard(page)).toEqual([null])
    await expect(button(page)).toHaveCount(0)
  })
})

test.describe('3-D Secure in the page', () => {
  test('a completed 3-D Secure check pays', async ({ page, shop }) => {
    const order = await placeOrder(shop, 'asked@example.com')
    await openCardPage(page, shop)
    const payment = await order.pay(await tokenOf(page, '4000002760003184'))
    expect(payment).toMatchObject({ status: 'requires_action', redirect_url: null })
    await askBank(page, payment?.client_secret ?? '')
    await expect(page.getByRole('dialog', { name: 'Your bank asks' })).toBeVisible()
    await page.frameLocator('iframe').getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByRole('status')).toHaveText('succeeded')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await order.status()).toMatchObject({ status: 'completed' })
  })

  for (const [name, end] of [
    ['failed', (page: Page) => page.frameLocator('iframe').getByRole('button', { name: 'Fail' }).click()],
    ['closed with its button', (page: Page) => page.getByRole('button', { name: 'Cancel' }).click()],
    ['closed with Escape', (page: Page) => page.keyboard.press('Escape')],
  ] as const) {
    test(`after ${name} 3-D Secure another card pays the same order`, async ({ page, shop }) => {
      const order = await placeOrder(shop, `${name.replaceAll(' ', '.')}@example.com`)
      await openCardPage(page, shop)
      const payment = await order.pay(await tokenOf(page, '4000002760003184'))
      await askBank(page, payment?.client_secret ?? '')
      await expect(page.frameLocator('iframe').getByRole('button', { name: 'Fail' })).toBeVisible()
      await end(page)
      await expect(page.getByRole('status')).toHaveText(
        /^payment_intent_authentication_failure: We are unable/,
      )
      expect(await order.status()).toMatchObject({
        status: 'awaiting_payment',
        last_payment_error: expect.stringContaining('We are unable to authenticate'),
      })
      const paid = await order.pay(await tokenOf(page, '4242424242424242'))
      expect(paid).toMatchObject({ status: 'succeeded', reference: payment?.reference })
    })
  }

  test('only the shop may frame the page of the bank, and nobody may frame any other page', async ({
    shop,
  }) => {
    const framed = await fetch(`${shop.origin}/sandbox/3ds/pi_unknown`)
    expect(framed.headers.get('x-frame-options')).toBe('DENY')
    const order = await placeOrder(shop, 'framed@example.com')
    const payment = await order.pay('pm_card_threeDSecure2Required')
    const bank = await fetch(payment?.redirect_url ?? '')
    expect(bank.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(bank.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })
})
