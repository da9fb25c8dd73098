import { createHash } from 'node:crypto'
import { type Order, OrderReply } from '#contract/order.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { ownHold } from '../checkout/choice.ts'
import { checkoutMessage } from '../checkout/messages.ts'
import { type Cart, fieldProblems, orderBody } from '../checkout/order-body.ts'
import { type FieldProblems, type PayValues } from '../checkout/pay-form.ts'
import { type ApiClient, type ApiResult } from './api-client.server.ts'
import { findOwnOrder, type Visit } from './load-checkout.server.ts'
import { findKnownGuest, registerGuest } from './register-guest.server.ts'
import { getShopOrigin } from './shop-origin.server.ts'

export interface PurchaseWish {
  visit: Visit
  request: Request
  cart: Cart
  values: PayValues
  /** The total the shopper saw: a claim. */
  claimedTotal: number
  formKey: string
  /** Path and query of the page the purchase is made from: the hosted page's way back. */
  payPath: string
}

export type PurchaseResult =
  | { ok: true; location: string }
  | { ok: false; status: number; code: string; text: string; problems: FieldProblems }

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const confirmation = (orderId: number) => `/order-confirmation?order_id=${String(orderId)}`

function refused(result: ApiResult<unknown> & { ok: false }, wish: PurchaseWish): PurchaseResult {
  const problems = fieldProblems(result.errors, wish.cart.upgradeIds)
  // A status of the service that is none of the form's: the choice does not stand any more.
  const status = [401, 403, 404].includes(result.status) ? 409 : result.status
  const text = Object.keys(problems).length > 0 ? '' : checkoutMessage(result)
  return { ok: false, status, code: result.code, text, problems }
}

/**
 * From a checked form to the address to go to: guest, order, hosted payment. The session learns the token and the order
 * on the way, also when a later part fails, so that pressing the button again goes on where it stopped. One form is one
 * order, however often it is sent.
 */
export async function purchase(wish: PurchaseWish): Promise<PurchaseResult> {
  const { visit, values, cart, formKey } = wish
  const body = orderBody(cart, values, visit.query.utm)
  const fingerprint = hash([body, values.email.toLowerCase(), values.phone ?? ''])
  const kept = visit.session.get('order')
  const before = await findOwnOrder(visit)
  if (kept && before && visit.own && kept.fingerprint === fingerprint) {
    if (ownHold(before, visit.now)) return pay(wish, visit.own, before)
    if (before.status === 'completed' && kept.formKey === formKey) {
      return { ok: true, location: confirmation(before.id) }
    }
  }
  const placed = await placeOrder(wish, body, before)
  if (!placed.ok) return placed.refusal
  visit.session.set('order', { id: placed.order.id, fingerprint, formKey, payPath: wish.payPath })
  return pay(wish, placed.client, placed.order)
}

type Placed = { ok: true; order: Order; client: ApiClient } | { ok: false; refusal: PurchaseResult }

async function placeOrder(
  wish: PurchaseWish,
  body: ReturnType<typeof orderBody>,
  before: Order | undefined,
): Promise<Placed> {
  const { visit, request, values } = wish
  const guest = { email: values.email, phone: values.phone }
  const supersedes = before?.status === 'awaiting_payment' ? before.id : undefined
  const key = hash([wish.formKey, wish.claimedTotal, body, guest, before?.id])
  const send = (client: ApiClient) =>
    client.post('/v1/orders', OrderReply, {
      body: { ...body, total_price: wish.claimedTotal, supersedes_order_id: supersedes ?? null },
      idempotencyKey: key,
    })
  const known = findKnownGuest(visit, guest)
  const first = known && (await send(known))
  if (known && first?.ok) return { ok: true, order: first.data.order, client: known }
  // 401: the token is past its time; the guest is asked nothing for that.
  if (first && !first.ok && first.status !== 401) return { ok: false, refusal: refused(first, wish) }
  const registered = await registerGuest(visit, request, guest, hash([wish.formKey, guest, first?.status]))
  if (!registered.ok) return { ok: false, refusal: refused(registered, wish) }
  const result = await send(registered.data)
  if (!result.ok) return { ok: false, refusal: refused(result, wish) }
  return { ok: true, order: result.data.order, client: registered.data }
}

/** Opens the hosted page, or the one that is open already for this order. */
async function pay(wish: PurchaseWish, client: ApiClient, order: Order): Promise<PurchaseResult> {
  const { visit, request, payPath } = wish
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const result = await client.post('/v1/payments', PaymentsReply, {
    body: {
      order_id: order.id,
      stripe_payment: {
        amount: order.amount_due,
        hosted: true,
        return_url: `${origin}${confirmation(order.id)}`,
        cancel_url: `${origin}${payPath}`,
      },
    },
  })
  if (!result.ok) {
    if (result.code === 'already_paid') return { ok: true, location: confirmation(order.id) }
    return refused(result, wish)
  }
  return { ok: true, location: result.data.payments[0]?.redirect_url ?? confirmation(order.id) }
}
