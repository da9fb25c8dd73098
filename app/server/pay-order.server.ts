import { createHash } from 'node:crypto'
import { type Order } from '#contract/order.ts'
import { type Payment, PaymentsReply } from '#contract/payment.ts'
import { CHECKOUT_TEXT } from '../checkout/messages.ts'
import { CARD_FIELD } from '../checkout/pay-fields.ts'
import { type ApiCall, type ApiClient } from './api-client.server.ts'
import { type Visit } from './load-checkout.server.ts'
import { confirmationPath, purchaseRefusal, type PurchaseResult } from './purchase-result.server.ts'
import { getShopOrigin } from './shop-origin.server.ts'

export interface PayWish {
  visit: Visit
  request: Request
  /** Path and query of the page the purchase is made from: the hosted page's way back. */
  payPath: string
  /** `ctoken_…` of the card typed into the page; undefined pays on the hosted page. */
  cardToken: string | undefined
}

/** Collects an order's amount: by the card in the page, or on the hosted page, which may be open already. */
export async function payOrder(wish: PayWish, client: ApiClient, order: Order): Promise<PurchaseResult> {
  const { visit, cardToken } = wish
  if (cardToken !== undefined && !/^ctoken_\w{1,180}$/.test(cardToken)) {
    const problems = { [CARD_FIELD]: CHECKOUT_TEXT.cardUnusable }
    return { ok: false, status: 422, code: 'invalid', text: '', problems }
  }
  const result = await client.post('/v1/payments', PaymentsReply, paymentCall(wish, order))
  if (result.ok) return nextStep(result.data.payments[0], order)
  if (result.code === 'already_paid') return { ok: true, location: confirmationPath(order.id) }
  return purchaseRefusal(result, visit.query.upgradeIds)
}

function paymentCall({ visit, request, payPath, cardToken }: PayWish, order: Order): ApiCall {
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const back = { amount: order.amount_due, return_url: `${origin}${confirmationPath(order.id)}` }
  if (cardToken === undefined) {
    const hosted = { ...back, hosted: true, cancel_url: `${origin}${payPath}` }
    return { body: { order_id: order.id, stripe_payment: hosted } }
  }
  // A card is tried once: the same card sent again, because its answer was lost, gets that answer.
  const idempotencyKey = createHash('sha256')
    .update(`card ${String(order.id)} ${cardToken}`)
    .digest('hex')
  return {
    body: { order_id: order.id, stripe_payment: { ...back, stripe_source: cardToken } },
    idempotencyKey,
  }
}

/** Where the shopper goes from here; what is neither asked nor refused is for the confirmation to tell. */
function nextStep(payment: Payment | undefined, order: Order): PurchaseResult {
  if (payment?.requires_action && payment.client_secret) {
    return { ok: true, authenticate: { orderId: order.id, clientSecret: payment.client_secret } }
  }
  return { ok: true, location: payment?.redirect_url ?? confirmationPath(order.id) }
}
