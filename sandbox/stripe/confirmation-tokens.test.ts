import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAsPage, typeCard } from '#tests/support/type-card.ts'
import { testCards } from '../cards/test-cards.ts'
import { openTestSandbox, ORIGIN, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox()
})
afterAll(() => shop.close())

const type = (number: string) => typeCard(shop.sandbox, number)
const pay = (how: Partial<Stripe.PaymentIntentCreateParams>) =>
  shop.stripe.paymentIntents.create({
    amount: 25_000,
    currency: 'usd',
    confirm: true,
    return_url: `${ORIGIN}/back`,
    allowed_payment_method_types: ['card'],
    ...how,
  })
/** The result of an attempt: its status, or the codes of the refusal. */
const outcomeOf = (call: Promise<Stripe.PaymentIntent>) =>
  call.then(
    ({ status }) => status,
    (error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      return [error.statusCode, error.code, error.decline_code, error.message]
    },
  )

test('a token shows what was typed, without the number, until it is used', async () => {
  const id = await type('4242424242424242')
  const fresh = await shop.stripe.confirmationTokens.retrieve(id)
  expect(fresh).toMatchObject({ payment_intent: null, use_stripe_sdk: true })
  expect(fresh.payment_method_preview?.card).toMatchObject({ last4: '4242', exp_year: 2030 })
  expect((fresh.expires_at ?? 0) - fresh.created).toBe(12 * 3600)
  const intent = await pay({ confirmation_token: id })
  expect(intent.status).toBe('succeeded')
  expect(await shop.stripe.confirmationTokens.retrieve(id)).toMatchObject({
    payment_intent: intent.id,
    expires_at: null,
  })
})

test.each(Object.entries(testCards))(
  'a token of %s ends as the card’s name says',
  async (name, { number }) => {
    const byToken = await outcomeOf(pay({ confirmation_token: await type(number) }))
    expect(byToken).toEqual(await outcomeOf(pay({ payment_method: `pm_card_${name}` })))
  },
)

describe('the single use of a token', () => {
  test('a token is used up by a declined card', async () => {
    const token = await type('4000000000000002')
    const failure: unknown = await pay({ confirmation_token: token }).catch((error: unknown) => error)
    if (!(failure instanceof Stripe.errors.StripeCardError)) throw new Error('The card was not declined')
    const id = failure.payment_intent?.id ?? ''
    const again = shop.stripe.paymentIntents.confirm(id, { confirmation_token: token })
    await expect(again).rejects.toMatchObject({ statusCode: 400, param: 'confirmation_token' })
    const other = { confirmation_token: await type('4242424242424242') }
    expect((await shop.stripe.paymentIntents.confirm(id, other)).status).toBe('succeeded')
  })

  test('a token used twice at once works once', async () => {
    const token = await type('4242424242424242')
    const charges = async () => (await shop.stripe.charges.list({ limit: 100 })).data.length
    const before = await charges()
    const ends = await Promise.all([1, 2].map(() => outcomeOf(pay({ confirmation_token: token }))))
    expect(ends.filter((end) => end === 'succeeded')).toHaveLength(1)
    expect(await charges()).toBe(before + 1)
  })

  test('a refused confirmation does not use up the token', async () => {
    const token = await type('4242424242424242')
    const paid = await pay({ payment_method: 'pm_card_visa' })
    const refused = shop.stripe.paymentIntents.confirm(paid.id, { confirmation_token: token })
    await expect(refused).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect((await pay({ confirmation_token: token })).status).toBe('succeeded')
  })

  test('a token is valid for twelve hours', async () => {
    const [first, second] = [await type('4242424242424242'), await type('4242424242424242')]
    shop.wait(12 * 3600 - 1)
    expect((await pay({ confirmation_token: first })).status).toBe('succeeded')
    shop.wait(1)
    await expect(pay({ confirmation_token: second })).rejects.toThrow('has expired')
  })

  test('an unknown token is reported as unknown', async () => {
    await expect(pay({ confirmation_token: 'ctoken_x' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'confirmation_token',
    })
  })
})

describe('3-D Secure', () => {
  const ASKS = '4000002760003184'
  const answerBank = async (id: string, outcome: string) => {
    const answer = await shop.post(`/sandbox/3ds/${id}`, { outcome })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/sandbox/3ds/${id}?answered`])
    expect((await shop.get(`/sandbox/3ds/${id}?answered`)).status).toBe(200)
  }

  test('a token’s challenge stays in the page, and any other uses a redirect', async () => {
    const inPage = await pay({ confirmation_token: await type(ASKS) })
    expect(inPage.next_action).toEqual({ type: 'use_stripe_sdk', use_stripe_sdk: {} })
    const byAddress = await pay({ payment_method: 'pm_card_authenticationRequired' })
    expect(byAddress.next_action?.type).toBe('redirect_to_url')
    const asked = await pay({ confirmation_token: await type(ASKS), use_stripe_sdk: false })
    expect(asked.next_action?.type).toBe('redirect_to_url')
  })

  test('the challenge’s page ends in the frame and does not redirect', async () => {
    const paid = await pay({ confirmation_token: await type(ASKS) })
    await answerBank(paid.id, 'complete')
    expect((await shop.stripe.paymentIntents.retrieve(paid.id)).status).toBe('succeeded')
    const failed = await pay({ confirmation_token: await type(ASKS) })
    await answerBank(failed.id, 'fail')
    expect(await shop.stripe.paymentIntents.retrieve(failed.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
  })

  test('closing the challenge fails the payment, and closing a paid one changes nothing', async () => {
    const close = async ({ id, client_secret: secret }: Stripe.PaymentIntent) => {
      const path = `payment_intents/${id}/source_cancel`
      return (await callAsPage(shop.sandbox, 'POST', path, { client_secret: secret ?? '' })).body
    }
    const asked = await pay({ confirmation_token: await type(ASKS) })
    expect(await close(asked)).toMatchObject({ status: 'requires_payment_method' })
    const paid = await pay({ confirmation_token: await type('4242424242424242') })
    expect(await close(paid)).toMatchObject({ status: 'succeeded' })
  })

  test('only pages of the shop may frame the challenge’s page, and no other page may be framed', async () => {
    const { id } = await pay({ confirmation_token: await type(ASKS) })
    const bank = await shop.get(`/sandbox/3ds/${id}`)
    expect(bank.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(bank.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const mail = await shop.get('/sandbox/mail')
    expect(mail.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(mail.headers.get('x-frame-options')).toBe('DENY')
  })
})
