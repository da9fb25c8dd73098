import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { JwtReply } from '#contract/people.ts'
import { pageVisitor } from '#tests/support/page-visitor.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { typeCard } from '#tests/support/type-card.ts'
import { handlePayForm } from '../checkout/handle-pay-form.server.ts'
import { loadPayPage } from '../checkout/load-pay-page.server.ts'
import { MembershipOffer } from './membership-offer.tsx'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

/** Joins as a guest, with an e-mail that was not confirmed. */
async function joinAsGuest(email: string): Promise<void> {
  const token = await shop.guest(email)
  const order = await shop.order(token, 1, undefined, { membership_plan_id: 1 })
  const stripe_source = await typeCard(shop.sandbox, '4242424242424242')
  expect((await shop.pay(token, order, { stripe_source })).status).toBe(201)
  const subscription = await shop.call('POST', '/v1/subscriptions', {
    token,
    body: { subscription: { plan_id: 1 } },
  })
  expect(subscription.status).toBeLessThan(300)
}

async function registerAndLogIn(email: string): Promise<string> {
  const user = { first_name: 'Ida', last_name: 'Lund', phone: '212 555 0100', email, password: 'heliport' }
  expect((await shop.call('POST', '/v1/users', { body: { user } })).status).toBe(201)
  const auth = { email, password: 'heliport' }
  return JwtReply.parse((await shop.call('POST', '/v1/user_token', { body: { auth } })).body).jwt
}

/** The pay page's panel after the consent box was ticked. */
async function panelAfterConsent(token: string): Promise<string> {
  const { departureId, departAt } = await shop.nextFlight()
  const path = `/checkout/6/pay?date=${departAt.slice(0, 10)}&departure=${String(departureId)}&quantity=1`
  const browser = await pageVisitor(shop, token)
  const request = browser.ask(path, { intent: 'update', membership_offer: '1', membership_consent: '1' })
  const visit = await browser.visit(request)
  expect(await handlePayForm(visit, request, '6')).toMatchObject({ kind: 'go' })
  await browser.keep(visit)
  const page = await loadPayPage(await browser.visit(browser.ask(path)), '6')
  if ('elsewhere' in page) throw new Error(page.elsewhere)
  return page.membershipOffer ? renderToStaticMarkup(<MembershipOffer offer={page.membershipOffer} />) : ''
}

test('an account whose unconfirmed e-mail joined as a guest is told how to proceed', async () => {
  await joinAsGuest('twice@example.com')
  const panel = await panelAfterConsent(await registerAndLogIn('twice@example.com'))
  expect(panel).toContain('This e-mail has a SkyClub membership already, so nothing is added.')
  const first = await panelAfterConsent(await registerAndLogIn('once@example.com'))
  expect(first).toContain('SkyClub price applied')
  expect(first).not.toContain('membership already')
})
