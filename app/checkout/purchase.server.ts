import { createHash } from 'node:crypto'
import { type Order, OrderReply } from '#contract/order.ts'
import { findOwnHold } from '../selection/choice.ts'
import { type Cart, type StoredValueCart, orderBody } from './order-body.ts'
import { type PayFormValues } from './parse-pay-form.ts'
import { findOwnOrder } from '../selection/load-choice.server.ts'
import { payOrder } from './pay-order.server.ts'
import {
  confirmationPath,
  purchaseRefusal,
  type PurchaseRefusal,
  type PurchaseResult,
} from '../payments/purchase-result.server.ts'
import { findAcceptedOffer } from '../waitlist/find-offer.server.ts'
import { findKnownGuest, registerGuest } from './register-guest.server.ts'
import { type ApiClient } from '../visit/api-result.ts'
import { type PaymentMethodInput } from '../payments/choose-payment.server.ts'

export interface PurchaseInput extends PaymentMethodInput {
  cart: Cart | StoredValueCart
  values: PayFormValues
  /**
   * The order's total that the shopper saw, before gift cards, vouchers and credit. The service
   * checks it.
   */
  claimedTotal: number
  /**
   * The total after gift cards, vouchers and credit, which an order has while its payment is in
   * progress.
   */
  pricedTotal: number | undefined
  formKey: string
}

type OrderBody = ReturnType<typeof orderBody>
export type PlacedPurchase =
  | { ok: true; order: Order; client: ApiClient }
  /** This form is paid already. */
  | { ok: true; location: string }
  | PurchaseRefusal

const hashJson = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * From a checked form to the address to redirect to: registers the guest, places the order, starts
 * the payment. The session stores the token and the order on the way, so that after a failure the
 * next press continues there. However often a form is submitted, it makes one order.
 */
export async function purchase(input: PurchaseInput): Promise<PurchaseResult> {
  const placed = await placePurchase(input)
  return placed.ok && 'order' in placed ? payOrder(input, placed.client, placed.order) : placed
}

/** The first half of a purchase: places the order, which holds its seats; nothing is charged. */
export async function placePurchase(input: PurchaseInput): Promise<PlacedPurchase> {
  const { visit, values, cart, formKey } = input
  const body = orderBody(cart, values, visit.tags)
  const fingerprint = hashJson([body, values.email.toLowerCase(), values.phone ?? ''])
  const current = visit.session.get('order')
  const before = await findOwnOrder(visit)
  if (current && before?.status === 'completed' && current.formKey === formKey) {
    return { ok: true, location: confirmationPath(before.id) }
  }
  const isUnchanged = before?.total === input.claimedTotal || before?.total === input.pricedTotal
  const same = current?.fingerprint === fingerprint && isUnchanged
  if (before && visit.userApi && same && findOwnHold(before, visit.now)) {
    visit.session.set('order', { ...current, formKey, payPath: input.payPath })
    return { ok: true, order: before, client: visit.userApi }
  }
  const placed = await placeOrder(input, body, before)
  if (!placed.ok || !('order' in placed)) return placed
  visit.session.set('order', { id: placed.order.id, fingerprint, formKey, payPath: input.payPath })
  return placed
}

async function placeOrder(
  input: PurchaseInput,
  body: OrderBody,
  before: Order | undefined,
): Promise<PlacedPurchase> {
  const { visit, request, values, cart } = input
  const guest = { email: values.email, phone: values.phone }
  const supersedes = before?.status === 'awaiting_payment' ? before.id : undefined
  const offer = visit.specOnly ? undefined : findAcceptedOffer(visit.session)
  const offered = offer === undefined ? {} : { waitlist_offer: offer }
  const key = hashJson([input.formKey, input.claimedTotal, body, guest, before?.id])
  const draftId = visit.specOnly ? undefined : visit.session.get('draftId')
  const draft = draftId === undefined ? {} : { draft_id: draftId }
  const send = (client: ApiClient) =>
    client.post('/v1/orders', OrderReply, {
      body: {
        ...body,
        total_price: input.claimedTotal,
        supersedes_order_id: supersedes ?? null,
        ...draft,
        ...offered,
      },
      idempotencyKey: key,
    })
  if (visit.user && visit.userApi) {
    const result = await send(visit.userApi)
    if (!result.ok) return purchaseRefusal(result, cart.upgradeIds)
    return { ok: true, order: result.data.order, client: visit.userApi }
  }
  const known = findKnownGuest(visit, guest)
  const first = known && (await send(known))
  if (known && first?.ok) return { ok: true, order: first.data.order, client: known }
  // 401: the token has expired, and a guest is registered again without being asked.
  if (first && !first.ok && first.status !== 401) return purchaseRefusal(first, cart.upgradeIds)
  const registered = await registerGuest(
    visit,
    request,
    guest,
    hashJson([input.formKey, guest, first?.status]),
  )
  if (!registered.ok) return purchaseRefusal(registered, cart.upgradeIds)
  const result = await send(registered.data)
  if (!result.ok) return purchaseRefusal(result, cart.upgradeIds)
  return { ok: true, order: result.data.order, client: registered.data }
}
