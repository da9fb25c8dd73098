import { createHash } from 'node:crypto'
import { type Order, OrderReply } from '#contract/order.ts'
import { ownHold } from '../selection/choice.ts'
import { type Cart, type GiftCart, orderBody } from './order-body.ts'
import { type PayValues } from './parse-pay-form.ts'
import { type ApiClient } from '../visit/api-client.server.ts'
import { findOwnOrder } from '../selection/load-choice.server.ts'
import { payOrder, type PayWish } from './pay-order.server.ts'
import {
  confirmationPath,
  purchaseRefusal,
  type PurchaseRefusal,
  type PurchaseResult,
} from '../payments/purchase-result.server.ts'
import { offerInHand } from '../waitlist/find-offer.server.ts'
import { findKnownGuest, registerGuest } from './register-guest.server.ts'

export interface PurchaseWish extends PayWish {
  cart: Cart | GiftCart
  values: PayValues
  /** The order's total the shopper saw, before gift cards, vouchers and credit: a claim. */
  claimedTotal: number
  /** The same with them: what an order stands at while its payment is under way. */
  pricedTotal: number | undefined
  formKey: string
}

type OrderBody = ReturnType<typeof orderBody>
export type Placed =
  | { ok: true; order: Order; client: ApiClient }
  /** This very form is paid already. */
  | { ok: true; location: string }
  | PurchaseRefusal

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * From a checked form to the address to go to: guest, order, payment. The session learns the token
 * and the order on the way, also when a later part fails, so that pressing the button again goes on
 * where it stopped. One form is one order, however often it is sent.
 */
export async function purchase(wish: PurchaseWish): Promise<PurchaseResult> {
  const placed = await placePurchase(wish)
  return placed.ok && 'order' in placed ? payOrder(wish, placed.client, placed.order) : placed
}

/** The first half: the order stands and holds its seats, nothing is charged. */
export async function placePurchase(wish: PurchaseWish): Promise<Placed> {
  const { visit, values, cart, formKey } = wish
  const body = orderBody(cart, values, visit.tags)
  const fingerprint = hash([body, values.email.toLowerCase(), values.phone ?? ''])
  const kept = visit.session.get('order')
  const before = await findOwnOrder(visit)
  if (kept && before?.status === 'completed' && kept.formKey === formKey) {
    return { ok: true, location: confirmationPath(before.id) }
  }
  const stands = before?.total === wish.claimedTotal || before?.total === wish.pricedTotal
  const same = kept?.fingerprint === fingerprint && stands
  if (before && visit.own && same && ownHold(before, visit.now)) {
    visit.session.set('order', { ...kept, formKey, payPath: wish.payPath })
    return { ok: true, order: before, client: visit.own }
  }
  const placed = await placeOrder(wish, body, before)
  if (!placed.ok || !('order' in placed)) return placed
  visit.session.set('order', { id: placed.order.id, fingerprint, formKey, payPath: wish.payPath })
  return placed
}

async function placeOrder(wish: PurchaseWish, body: OrderBody, before: Order | undefined): Promise<Placed> {
  const { visit, request, values, cart } = wish
  const guest = { email: values.email, phone: values.phone }
  const supersedes = before?.status === 'awaiting_payment' ? before.id : undefined
  const offer = visit.basic ? undefined : offerInHand(visit.session)
  const offered = offer === undefined ? {} : { waitlist_offer: offer }
  const key = hash([wish.formKey, wish.claimedTotal, body, guest, before?.id])
  const draftId = visit.basic ? undefined : visit.session.get('draftId')
  const draft = draftId === undefined ? {} : { draft_id: draftId }
  const send = (client: ApiClient) =>
    client.post('/v1/orders', OrderReply, {
      body: {
        ...body,
        total_price: wish.claimedTotal,
        supersedes_order_id: supersedes ?? null,
        ...draft,
        ...offered,
      },
      idempotencyKey: key,
    })
  if (visit.user && visit.own) {
    const result = await send(visit.own)
    if (!result.ok) return purchaseRefusal(result, cart.upgradeIds)
    return { ok: true, order: result.data.order, client: visit.own }
  }
  const known = findKnownGuest(visit, guest)
  const first = known && (await send(known))
  if (known && first?.ok) return { ok: true, order: first.data.order, client: known }
  // 401: the token is past its time; the guest is asked nothing for that.
  if (first && !first.ok && first.status !== 401) return purchaseRefusal(first, cart.upgradeIds)
  const registered = await registerGuest(visit, request, guest, hash([wish.formKey, guest, first?.status]))
  if (!registered.ok) return purchaseRefusal(registered, cart.upgradeIds)
  const result = await send(registered.data)
  if (!result.ok) return purchaseRefusal(result, cart.upgradeIds)
  return { ok: true, order: result.data.order, client: registered.data }
}
