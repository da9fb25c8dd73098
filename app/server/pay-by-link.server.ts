import { PaymentLinkOpenReply } from '#contract/counter.ts'
import { OrderReply } from '#contract/order.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { createApiClient } from './api-client.server.ts'
import { type Visit } from './load-checkout.server.ts'
import { confirmationPath } from './purchase-result.server.ts'
import { getShopOrigin } from './shop-origin.server.ts'

export type PaidByLink = { ok: true; location: string } | { ok: false; status: number; text: string }

/** Opens the one order a mailed link is about, as a guest who has it, and leads on to where it is paid. */
export async function payByLink(
  { api, shop, session, brand }: Visit,
  request: Request,
  token: string,
): Promise<PaidByLink> {
  const opened = await api.post('/v1/payment_links/open', PaymentLinkOpenReply, { body: { token } })
  if (!opened.ok)
    return { ok: false, status: opened.status === 502 ? 503 : opened.status, text: opened.message }
  const { jwt, order_id: orderId, email } = opened.data
  const client = createApiClient(shop, jwt)
  const read = await client.get(`/v1/orders/${String(orderId)}`, OrderReply)
  if (!read.ok) return { ok: false, status: 503, text: read.message }
  session.set('token', jwt)
  session.set('guest', `${email.toLowerCase()} `)
  session.unset('order')
  const done = confirmationPath(orderId)
  if (read.data.order.completed_at !== null) return { ok: true, location: done }
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const back = { return_url: `${origin}${done}`, cancel_url: `${origin}/pay/${token}` }
  const stripe_payment = { amount: read.data.order.amount_due, hosted: true, ...back }
  const paid = await client.post('/v1/payments', PaymentsReply, {
    body: { order_id: orderId, stripe_payment },
  })
  if (!paid.ok) return { ok: false, status: paid.status === 502 ? 503 : paid.status, text: paid.message }
  return { ok: true, location: paid.data.payments[0]?.redirect_url ?? done }
}
