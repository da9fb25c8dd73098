import { type PaymentLinkPreview, PaymentLinkOpenReply, PaymentLinkPreviewReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { createApiClient } from '../visit/api-client.server.ts'
import { confirmationPath } from '../payments/purchase-result.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'

/** `over`: there is nothing to pay any more. */
export type PayByLinkResult =
  { ok: true; location: string } | { ok: false; status: number; text: string; isPaid: boolean }

/**
 * What a mailed link is about; what is wrong with the link is said where it is pressed. Looking
 * spends nothing.
 */
export async function readPaymentLink({ api }: Visit, token: string): Promise<PaymentLinkPreview | null> {
  const seen = await api.post('/v1/payment_links/preview', PaymentLinkPreviewReply, { body: { token } })
  return seen.ok ? seen.data.payment_link : null
}

/**
 * Leads on to where the one order is paid that a mailed link is about. A visitor has it from then
 * on, as a guest. Whoever is logged in stays so (decision 045): their own order they read in their
 * account, of somebody else's they only hear that the ticket comes by mail.
 */
export async function payByLink(
  { api, shop, session, brand, user, userApi }: Visit,
  request: Request,
  token: string,
): Promise<PayByLinkResult> {
  const opened = await api.post('/v1/payment_links/open', PaymentLinkOpenReply, { body: { token } })
  if (!opened.ok) return refused(opened)
  const { jwt, order_id: orderId, email, order_change_id: changeId } = opened.data
  const client = createApiClient(shop, jwt)
  const path = `/v1/orders/${String(orderId)}`
  const read = await client.get(path, OrderReply)
  if (!read.ok) return { ok: false, status: 503, text: read.message, isPaid: false }
  if (!user) {
    session.set('token', jwt)
    session.set('guest', `${email.toLowerCase()} `)
    session.unset('order')
  }
  if (changeId !== null) return payMove(read.data.order, changeId)
  const readable = !user || (await userApi?.get(path, OrderReply))?.ok === true
  const done = readable ? confirmationPath(orderId) : `/pay/${token}?paid=1`
  if (read.data.order.completed_at !== null) return { ok: true, location: done }
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const back = { return_url: `${origin}${done}`, cancel_url: `${origin}/pay/${token}` }
  const stripe_payment = { amount: read.data.order.amount_due, hosted: true, ...back }
  const paid = await client.post('/v1/payments', PaymentsReply, {
    body: { order_id: orderId, stripe_payment },
  })
  if (!paid.ok) return refused(paid)
  return { ok: true, location: paid.data.payments[0]?.redirect_url ?? done }
}

const MOVE_OVER =
  'The new seats are not kept any more, and nothing was charged. You keep the flight you ' +
  'have: please call us, and we look for another time.'

/**
 * A move that was agreed with the desk goes on on the provider's page, where that is still open.
 */
function payMove({ id, changes }: Order, changeId: number): PayByLinkResult {
  const change = changes?.find((one) => one.id === changeId)
  if (change?.status === 'awaiting_payment' && change.payment_url !== null) {
    return { ok: true, location: change.payment_url }
  }
  const over = change?.status !== 'completed' && change?.status !== 'awaiting_payment'
  return over
    ? { ok: false, status: 409, text: MOVE_OVER, isPaid: over }
    : { ok: true, location: changeConfirmationPath(id) }
}

/** Where the payment of a move comes back to. */
export const changeConfirmationPath = (orderId: number) =>
  `/reschedule-flight-confirmation?order_id=${String(orderId)}`

const refused = ({ status, message, code }: ApiResult<unknown> & { ok: false }): PayByLinkResult => ({
  ok: false,
  status: status === 502 ? 503 : status,
  text: message,
  isPaid: code === 'order_expired',
})
