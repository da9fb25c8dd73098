import { type PaymentLinkPreview, PaymentLinkOpenReply, PaymentLinkPreviewReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { createApiClient } from '../visit/api-client.server.ts'
import { guestsDonePath } from './guest-choice.ts'
import { upgradesDonePath } from './upgrade-choice.ts'
import { confirmationPath } from '../payments/purchase-result.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'

/** `over`: nothing has to be paid any more. */
export type PayByLinkResult =
  { ok: true; location: string } | { ok: false; status: number; text: string; isPaid: boolean }

/**
 * The purchase of a mailed link. An invalid link is reported when the button is pressed. Opening it
 * does not use up the link.
 */
export async function readPaymentLink({ api }: Visit, token: string): Promise<PaymentLinkPreview | null> {
  const preview = await api.post('/v1/payment_links/preview', PaymentLinkPreviewReply, { body: { token } })
  return preview.ok ? preview.data.payment_link : null
}

/**
 * Leads to the payment of the one order that a mailed link is for. A visitor becomes a guest with
 * access to it. A logged-in account stays logged in (decision 045): its own order it sees in the
 * account, and for an order of others it only learns that the ticket is mailed.
 */
export async function payByLink(
  { api, shop, session, brand, user, userApi }: Visit,
  request: Request,
  token: string,
): Promise<PayByLinkResult> {
  const opened = await api.post('/v1/payment_links/open', PaymentLinkOpenReply, { body: { token } })
  if (!opened.ok) return refusePayment(opened)
  const { jwt, order_id: orderId, email, order_change_id: changeId } = opened.data
  const client = createApiClient(shop, jwt)
  const path = `/v1/orders/${String(orderId)}`
  const read = await client.get(path, OrderReply)
  if (!read.ok) return { ok: false, status: 503, text: read.message, isPaid: false }
  if (!user) {
    session.set('token', jwt)
    session.set('guest', `${email?.toLowerCase() ?? ''} `)
    session.unset('order')
  }
  if (changeId !== null) return payMove(read.data.order, changeId)
  const readable = !user || (await userApi?.get(path, OrderReply))?.ok === true
  const done = readable ? confirmationPath(orderId) : `/pay/${token}?paid=1`
  if (read.data.order.completed_at !== null) return { ok: true, location: done }
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const back = { return_url: `${origin}${done}`, cancel_url: `${origin}/pay/${token}` }
  const { amount_due: due, next_payment_amount: part } = read.data.order
  const stripe_payment = { amount: part ?? due, hosted: true, ...back }
  const paid = await client.post('/v1/payments', PaymentsReply, {
    body: { order_id: orderId, stripe_payment },
  })
  if (!paid.ok) return refusePayment(paid)
  return { ok: true, location: paid.data.payments[0]?.redirect_url ?? done }
}

const GUESTS_OVER =
  'The seats of your guests are not kept any more, and nothing was charged. Your own booking stays ' +
  'as it is: please call us, and we look for seats again.'

const MOVE_OVER =
  'The new seats are not kept any more, and nothing was charged. You keep the flight you ' +
  'have: please call us, and we look for another time.'

const EXTRAS_OVER =
  'The time to pay is over, and nothing was charged or added. Your own booking stays as it is: please ' +
  'call us.'

type ChangeKind = NonNullable<Order['changes']>[number]['kind']
const OVER: Readonly<Record<ChangeKind, string>> = {
  guests: GUESTS_OVER,
  upgrades: EXTRAS_OVER,
  reschedule: MOVE_OVER,
}
const DONE: Readonly<Record<ChangeKind, (orderId: number) => string>> = {
  guests: guestsDonePath,
  upgrades: upgradesDonePath,
  reschedule: changeConfirmationPath,
}

/** A change that was agreed with staff continues on the provider's page while that is open. */
function payMove({ id, changes }: Order, changeId: number): PayByLinkResult {
  const change = changes?.find((one) => one.id === changeId)
  if (change?.status === 'awaiting_payment' && change.payment_url !== null) {
    return { ok: true, location: change.payment_url }
  }
  const over = change?.status !== 'completed' && change?.status !== 'awaiting_payment'
  return over
    ? { ok: false, status: 409, text: change ? OVER[change.kind] : MOVE_OVER, isPaid: over }
    : { ok: true, location: DONE[change.kind](id) }
}

/** The address the provider's page returns to after the payment of a reschedule. */
export function changeConfirmationPath(orderId: number): string {
  return `/reschedule-flight-confirmation?order_id=${String(orderId)}`
}

const refusePayment = ({ status, message, code }: ApiResult<unknown> & { ok: false }): PayByLinkResult => ({
  ok: false,
  status: status === 502 ? 503 : status,
  text: message,
  isPaid: code === 'order_expired',
})
