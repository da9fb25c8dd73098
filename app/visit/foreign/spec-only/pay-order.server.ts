import { PaymentRequest } from '#contract/payment.ts'
import { AnyJson, type SpecOnlyAnswer, type SpecOnlyCall, found, refused } from './call.server.ts'
import { readId, readLooseList, readLooseObject, readText } from '../loose-values.server.ts'
import { readOrderStatus } from './to-order.server.ts'

/** Section 7 has no hosted payment page, so a card needs our script. */
export const NEEDS_SCRIPT =
  'Paying here needs JavaScript, which your browser does not run just now. Please call us, ' +
  'and we book this flight for you. You have not been charged.'

/** Pays with the keys of spec section 3, and reads the order to see whether it is paid. */
export async function paySpecOnlyOrder(call: SpecOnlyCall): SpecOnlyAnswer {
  const input = PaymentRequest.safeParse(call.body)
  if (!input.success) return refused(422, 'invalid', 'payment data is required')
  const { stripe_payment: card, ...tenders } = input.data
  if (card?.hosted) return refused(409, 'conflict', NEEDS_SCRIPT)
  const stripe = card && {
    amount: card.amount,
    ...(card.stripe_source ? { stripe_source: card.stripe_source } : {}),
    ...(card.payment_intent === undefined ? {} : { payment_intent: card.payment_intent }),
  }
  const payment = stripe ? { ...tenders, stripe_payment: stripe } : tenders
  const result = await call.userApi.post('/v1/payments', AnyJson, { body: { payment } })
  if (!result.ok) return result
  const [said] = readLooseList(result.data, 'payments') ?? []
  const paid = await isPaid(call, tenders.order_id)
  const placed = call.memory.placed.get(call.token, call.now)?.find((one) => one.id === tenders.order_id)
  if (placed && paid) placed.paid = true
  const reference = readText(said?.['reference'])
  // Unpaid, with a secret in the answer: the bank asks for a confirmation, which the provider's
  // script can show.
  const secret = !paid && reference.includes('_secret_')
  const answer = {
    ...{
      id: readId(said?.['id']) ?? tenders.order_id,
      order_id: tenders.order_id,
      amount: card?.amount ?? 0,
    },
    ...{ currency: 'usd', status: paid ? 'succeeded' : secret ? 'requires_action' : 'open' },
    ...{ reference: reference || null, requires_action: secret, redirect_url: null },
    client_secret: secret ? reference : null,
  }
  return found({ payments: [answer] }, 201)
}

async function isPaid(call: SpecOnlyCall, orderId: number): Promise<boolean> {
  const result = await call.userApi.get(`/v1/orders/${String(orderId)}`, AnyJson)
  const order = result.ok ? readLooseObject(result.data, 'order') : undefined
  return order !== undefined && readOrderStatus(order) === 'completed'
}
