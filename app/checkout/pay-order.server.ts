import { createHash } from 'node:crypto'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { CARD_FIELD } from '../payments/pay-fields.ts'
import { confirmationPath, purchaseRefusal, type PurchaseResult } from '../payments/purchase-result.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type ApiCall, type ApiClient } from '../visit/api-result.ts'
import { type PaymentMethodInput } from '../payments/choose-payment.server.ts'

/**
 * Collects an order's amount: from the card typed into the page, from the wallet, or on the hosted
 * page, which may be open already.
 */
export async function payOrder(
  input: PaymentMethodInput,
  client: ApiClient,
  order: Order,
): Promise<PurchaseResult> {
  const { visit, cardToken } = input
  if (cardToken !== undefined && !/^ctoken_\w{1,180}$/.test(cardToken)) {
    const problems = { [CARD_FIELD]: CHECKOUT_TEXT.cardUnusable }
    return { ok: false, status: 422, code: 'invalid', text: '', problems }
  }
  const amount = input.tenders ? input.tenders.due : order.amount_due
  if (input.wallet !== undefined && input.wallet !== amount) {
    return { ok: false, status: 409, code: 'price_changed', text: CHECKOUT_TEXT.newDue, problems: {} }
  }
  const result = await client.post('/v1/payments', PaymentsReply, paymentCall(input, order, amount))
  if (result.ok) return nextStep(result.data.payments[0], order, input)
  if (result.code === 'already_paid') return { ok: true, location: confirmationPath(order.id) }
  return purchaseRefusal(result, visit.query.upgradeIds)
}

function paymentCall(input: PaymentMethodInput, order: Order, amount: number | null): ApiCall {
  const { visit, request, payPath, cardToken, savedCard, tenders, formKey } = input
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const body = { order_id: order.id, ...tenders?.body }
  if (tenders && amount === null) return { body }
  if (input.wallet !== undefined)
    return { body: { ...body, stripe_payment: { amount, payment_intent: true } } }
  const remember = input.remember ? { remember: true } : {}
  const back = { amount, return_url: `${origin}${confirmationPath(order.id)}`, ...remember }
  const source = savedCard ?? cardToken
  if (source === undefined) {
    const hosted = { ...back, hosted: true, cancel_url: `${origin}${payPath}` }
    return { body: { ...body, stripe_payment: hosted } }
  }
  // A typed card is charged once: if its answer was lost, sending it again returns that answer. A
  // saved card may be tried again by another form.
  const once = savedCard === undefined ? source : `${String(savedCard)} ${formKey}`
  const idempotencyKey = createHash('sha256')
    .update(`card ${String(order.id)} ${String(once)} ${JSON.stringify(tenders ?? '')}`)
    .digest('hex')
  return { body: { ...body, stripe_payment: { ...back, stripe_source: source } }, idempotencyKey }
}

/**
 * Finds where the shopper continues. The confirmation page reports a payment that was neither
 * refused nor needs a confirmation by the bank.
 */
function nextStep(payment: Payment | undefined, order: Order, input: PaymentMethodInput): PurchaseResult {
  const { wallet, savedCard } = input
  if (wallet !== undefined && payment?.status !== 'succeeded' && payment?.reference) {
    return { ok: true, authenticate: { orderId: order.id, clientSecret: payment.reference } }
  }
  // A saved card is confirmed on a page of the bank, because the provider's script need not be
  // loaded here.
  const elsewhere = savedCard !== undefined && payment?.redirect_url
  if (!elsewhere && payment?.requires_action && payment.client_secret) {
    return { ok: true, authenticate: { orderId: order.id, clientSecret: payment.client_secret } }
  }
  return { ok: true, location: payment?.redirect_url ?? confirmationPath(order.id) }
}
