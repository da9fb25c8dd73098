import { type Database } from '#api/db/client.ts'
import { type Sandbox } from '#sandbox/create-sandbox.ts'
import { callAsPage, cardFields, typeCard } from '../support/type-card.ts'
import { seatOrder } from '../support/shopper.ts'
import { type PaymentWay } from './stop-points.ts'

export const CARD = '4242424242424242'
const RETURN_URL = 'http://shop.test/order-confirmation'

/**
 * The shopper, the provider and the database around a service that may be killed during any of
 * their calls.
 */
export interface PurchaseWorld {
  /** Calls to the service: a browser's request, the provider's event, the advancing clock. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  work(): Promise<void>
  setClock(now: Date): Promise<void>
  /** The provider's own side, with its pages and events; it outlives the service. */
  provider: Sandbox
  database: Database
  token: string
  flight: { departure_id: number; depart_at: string }
  /** The tenders that pay beside the card, and the amount that they leave for it in dollars. */
  beside?: { tenders: Record<string, unknown>; due: number } | undefined
}

export interface Reply {
  status: number
  body: Record<string, unknown>
}

export async function call(
  scene: PurchaseWorld,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Reply> {
  const response = await scene.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${scene.token}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export interface PlacedOrder {
  orderId: number
  amount: number
}

/**
 * Orders two seats under one idempotency key, as the shopper's form does when it is sent once or
 * several times.
 */
export async function order(scene: PurchaseWorld): Promise<PlacedOrder> {
  const { status, body } = await call(scene, 'POST', '/v1/orders', seatOrder(scene.flight, 2), {
    'Idempotency-Key': 'the-one-form',
  })
  if (status !== 201) throw new Error(`no order: ${JSON.stringify(body)}`)
  const { id, amount_due: amount } = body['order'] as { id: number; amount_due: number }
  return { orderId: id, amount }
}

const fields = {
  hosted: () => Promise.resolve({ hosted: true }),
  card: () => Promise.resolve({ stripe_source: 'pm_card_visa' }),
  wallet: () => Promise.resolve({ payment_intent: true }),
  token: async ({ provider }: PurchaseWorld) => ({ stripe_source: await typeCard(provider, CARD) }),
} satisfies Record<PaymentWay, (scene: PurchaseWorld) => Promise<object>>

/** Requests the payment with its tenders beside the card. */
function askToPay(
  scene: PurchaseWorld,
  { orderId, amount }: PlacedOrder,
  how: Record<string, unknown>,
): Promise<Reply> {
  const { tenders = {}, due = amount } = scene.beside ?? {}
  const stripe = { amount: due, return_url: RETURN_URL, ...how }
  const payment = { order_id: orderId, ...tenders, stripe_payment: stripe }
  return call(scene, 'POST', '/v1/payments', { payment })
}

/**
 * The provider's answer with which the payment continues: the address of its page, or the client
 * secret of a wallet's intent.
 */
interface Begun {
  redirect_url: string | null
  reference: string | null
}

/**
 * Presses "Book": the card is charged, or the hosted page or the wallet's sheet opens and is paid.
 */
export async function pay(scene: PurchaseWorld, known: PlacedOrder, way: PaymentWay): Promise<Reply> {
  const reply = await askToPay(scene, known, await fields[way](scene))
  const [begun] = (reply.body['payments'] ?? []) as Begun[]
  if (begun) await finishPaying(scene, begun, way)
  return reply
}

/** Plays the shopper's part at the provider, for the means of payment that have one. */
async function finishPaying(
  scene: PurchaseWorld,
  { redirect_url: page, reference }: Begun,
  way: PaymentWay,
): Promise<void> {
  if (way === 'hosted' && page) await payPage(scene, page)
  if (way === 'wallet' && reference?.includes('_secret_')) await agreeInSheet(scene, reference)
}

/**
 * The shopper agreed to the sheet, so the provider's script confirms the intent from the browser.
 */
async function agreeInSheet({ provider }: Pick<PurchaseWorld, 'provider'>, secret: string): Promise<void> {
  const [intent = ''] = secret.split('_secret_')
  await callAsPage(provider, 'POST', `payment_intents/${intent}/confirm`, {
    client_secret: secret,
    'payment_method_data[type]': 'card',
    ...cardFields(CARD, 'payment_method_data[card]'),
  })
}

export async function payPage({ provider }: Pick<PurchaseWorld, 'provider'>, url: string): Promise<void> {
  const form = { number: CARD, expiry: '12 / 40', cvc: '123', email: 'a@example.com' }
  await provider.pages(new Request(url, { method: 'POST', body: new URLSearchParams(form) }))
}

/** Plays a purchase from the form to the mail. */
export async function buy(
  scene: PurchaseWorld,
  way: PaymentWay,
  remember: (known: PlacedOrder) => void,
): Promise<void> {
  const known = await order(scene)
  remember(known)
  await pay(scene, known, way)
  await scene.provider.tick()
  await scene.work()
  await call(scene, 'GET', `/v1/orders/${String(known.orderId)}`)
  await scene.work()
}

const later = (now: string, minutes: number) => new Date(Date.parse(now) + minutes * 60_000)

/** Begins to pay, with 3-D Secure, on the hosted page or in the wallet, and leaves. */
export async function abandon(scene: PurchaseWorld, way: PaymentWay, now: string): Promise<void> {
  const known = await order(scene)
  const asked = { stripe_source: 'pm_card_threeDSecure2Required' }
  await askToPay(scene, known, way === 'card' ? asked : await fields[way](scene))
  // The provider expires a page by itself after 31 minutes; two minutes earlier the shop has to
  // close it.
  await scene.database.query("update payment_attempts set hold_until = hold_until - interval '10 minutes'")
  await scene.database.query("update holds set expires_at = expires_at - interval '10 minutes'")
  await scene.setClock(later(now, 28))
  await scene.work()
}

/** Pays a payment that the shop gave up, without the provider knowing; its seats are sold again. */
export async function payTooLate(
  scene: PurchaseWorld,
  way: PaymentWay,
  rival: () => Promise<void>,
): Promise<void> {
  const { body } = await askToPay(scene, await order(scene), await fields[way](scene))
  const [begun] = body['payments'] as [Begun]
  await scene.database.query("update payment_attempts set state = 'canceled', closed_at = created_at")
  await scene.database.query('update holds set payment_open = false, expires_at = created_at')
  await scene.work()
  await rival()
  await finishPaying(scene, begun, way)
  await scene.provider.tick()
  await scene.work()
  await scene.work()
}
