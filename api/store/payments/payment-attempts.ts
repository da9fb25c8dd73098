import { isWalkInEmail } from '../walk-in-email.ts'
import { and, eq, inArray, not, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { holds } from '../../db/schema/holds.ts'
import { paymentAttempts } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { statement } from '../../db/statement.ts'
import { type OrderRow } from '../orders/order.ts'

export type PaymentAttempt = typeof paymentAttempts.$inferSelect

export async function findAttempt(db: DbOrTx, attemptId: number): Promise<PaymentAttempt | undefined> {
  const [found] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  return found
}

/** Locks the order's row and then that of its attempt, until the transaction ends. */
export async function lockAttempt(
  tx: Tx,
  attemptId: number,
): Promise<{ order: OrderRow; attempt: PaymentAttempt }> {
  const [locked] = await selectForUpdate(tx, { attemptId })
  if (!locked) throw new Error(`There is no payment attempt ${String(attemptId)}`)
  return locked
}

const selectForUpdate = statement((db) =>
  db
    .select({ order: orders, attempt: paymentAttempts })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(eq(paymentAttempts.id, sql.placeholder('attemptId')))
    .for('update'),
)

/** Finds an attempt by `cs_…` or `pi_…`, a card's own or the one behind a hosted session. */
export async function findAttemptByReference(
  db: DbOrTx,
  reference: string,
): Promise<PaymentAttempt | undefined> {
  const [found] = await selectByReference(db, { reference })
  return found
}

const selectByReference = statement((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(
      or(
        eq(paymentAttempts.reference, sql.placeholder('reference')),
        eq(paymentAttempts.paymentIntent, sql.placeholder('reference')),
      ),
    ),
)

/**
 * Finds an attempt by our metadata on the provider's object, when its reference was never stored.
 */
export async function findAttemptByMetadata(
  db: DbOrTx,
  metadata: Record<string, string>,
): Promise<PaymentAttempt | undefined> {
  const orderId = Number(metadata['order_id'])
  const attemptNo = Number(metadata['attempt'])
  if (!Number.isSafeInteger(orderId) || !Number.isSafeInteger(attemptNo)) return undefined
  const [found] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.attemptNo, attemptNo)))
  return found
}

/** The one attempt of an order that may still bring money; at most one is open at a time. */
export async function findOpenAttempt(db: DbOrTx, orderId: number): Promise<PaymentAttempt | undefined> {
  const [found] = await selectOpen(db, { orderId })
  return found
}

const selectOpen = statement((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, sql.placeholder('orderId')),
        inArray(paymentAttempts.state, ['created', 'open']),
      ),
    ),
)

export interface PaymentState {
  open: PaymentAttempt | undefined
  /** A hold of its seats has ended, and no payment keeps it. */
  hasLapsed: boolean
}

/** The open attempt of an order, and whether its hold has lapsed. */
export async function findPaymentState(db: DbOrTx, orderId: number, now: Date): Promise<PaymentState> {
  const [found] = await selectPaymentState(db, { orderId, now })
  return { open: found?.open ?? undefined, hasLapsed: found?.hasLapsed ?? false }
}

const selectPaymentState = statement((db) =>
  db
    .select({
      open: paymentAttempts,
      hasLapsed: sql<boolean>`exists (
        select 1 from ${holds}
        where ${holds.orderId} = ${orders.id} and ${holds.state} = 'held' and not ${holds.paymentOpen}
          and ${holds.expiresAt} <= ${sql.placeholder('now')})`,
    })
    .from(orders)
    .leftJoin(
      paymentAttempts,
      and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, ['created', 'open'])),
    )
    .where(eq(orders.id, sql.placeholder('orderId'))),
)

/** How a call wants to pay, with the call's idempotency key; null when it has none. */
export interface PaymentTry<Input extends PaymentInput = PaymentInput> {
  input: Input
  requestKey: string | null
}

/** How the payer wants to pay, after validation. */
export type PaymentInput =
  /** `minutes`: how long the page stays open, if not the shortest time. */
  | ({ mode: 'hosted'; returnUrl: string; cancelUrl: string; minutes?: number } & Remembering)
  | ({ mode: 'card'; method: CardMethod; returnUrl: string } & Remembering)
  | ({ mode: 'wallet' } & Remembering)

export type CardMethod =
  | { kind: 'payment_method'; id: string }
  | { kind: 'confirmation_token'; id: string }
  /** `customer`: its owner at the provider, without whom it cannot be charged. */
  | { kind: 'saved_card'; id: string; customer: string }

/** The card is to be saved with this customer (`cus_…`) once it has paid. */
interface Remembering {
  remember?: string
}

const MINUTE = 60_000
/** The provider's shortest session is 30 minutes; one more for the way there. */
const SESSION_MINUTES = 31
/** A payment begun in a session's last second may take this long to show. */
const AFTER_SESSION_MINUTES = 4
/** What is left of a hold when its payment closes without money, for the shopper's next try. */
export const CLOSE_GRACE_MS = 2 * MINUTE

/** Until when the seats are reserved for a payment begun now, whatever the hold says. */
export function getPaymentHoldEnd(wish: PaymentInput, now: Date, holdMinutes: number): Date {
  const minutes =
    wish.mode === 'hosted' ? (wish.minutes ?? SESSION_MINUTES) + AFTER_SESSION_MINUTES : holdMinutes
  return new Date(now.getTime() + minutes * MINUTE)
}

/**
 * The latest end of a hold that was not renewed since its payment began, including the grace time.
 */
export function getLatestHoldEnd(attempt: { holdUntil: Date }, now: Date): Date {
  return new Date(Math.max(attempt.holdUntil.getTime(), now.getTime() + CLOSE_GRACE_MS))
}

/** When the hosted page of such an attempt ends. */
export function getSessionEnd(attempt: { holdUntil: Date }): Date {
  return new Date(attempt.holdUntil.getTime() - AFTER_SESSION_MINUTES * MINUTE)
}

interface AttemptFacts {
  order: { id: number; brandId: number; email: string }
  attemptNo: number
  amountCents: number
  input: PaymentInput
  now: Date
}

/** The parameters for the provider, frozen with the attempt so that a replay sends the same. */
export function buildCreateParams(
  facts: AttemptFacts,
): Stripe.Checkout.SessionCreateParams | Stripe.PaymentIntentCreateParams {
  return facts.input.mode === 'hosted' ? sessionParams(facts, facts.input) : intentParams(facts, facts.input)
}

function metadataOf({ order, attemptNo }: AttemptFacts) {
  return { order_id: String(order.id), attempt: String(attemptNo), brand_id: String(order.brandId) }
}

/** A walk-in without an e-mail types one at the provider. */
const nameCustomer = ({ email }: Pick<OrderRow, 'email'>) =>
  isWalkInEmail(email) ? {} : { customer_email: email }

function sessionParams(
  facts: AttemptFacts,
  wish: Extract<PaymentInput, { mode: 'hosted' }>,
): Stripe.Checkout.SessionCreateParams {
  const { order, amountCents, now } = facts
  const description = `Order O-${String(order.id)}`
  const { customer, setup_future_usage } = customerParams(wish)
  return {
    mode: 'payment',
    client_reference_id: String(order.id),
    ...(customer ? { customer } : nameCustomer(order)),
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: description } },
      },
    ],
    payment_intent_data: {
      description,
      metadata: metadataOf(facts),
      ...(setup_future_usage ? { setup_future_usage } : {}),
    },
    metadata: metadataOf(facts),
    expires_at: Math.floor(now.getTime() / 1000) + (wish.minutes ?? SESSION_MINUTES) * 60,
    success_url: withSessionId(wish.returnUrl),
    cancel_url: wish.cancelUrl,
  }
}

function intentParams(
  facts: AttemptFacts,
  wish: Exclude<PaymentInput, { mode: 'hosted' }>,
): Stripe.PaymentIntentCreateParams {
  const common: Stripe.PaymentIntentCreateParams = {
    amount: facts.amountCents,
    currency: 'usd',
    description: `Order O-${String(facts.order.id)}`,
    allowed_payment_method_types: ['card'],
    metadata: metadataOf(facts),
  }
  const kept = { ...common, ...customerParams(wish) }
  if (wish.mode === 'wallet') return kept
  return {
    ...kept,
    confirm: true,
    // With its charge the answer says all that a later read would.
    expand: ['latest_charge'],
    return_url: wish.returnUrl,
    ...methodParam(wish.method),
  }
}

export function methodParam(method: CardMethod): { payment_method: string } | { confirmation_token: string } {
  return method.kind === 'confirmation_token'
    ? { confirmation_token: method.id }
    : { payment_method: method.id }
}

/** The customer of a payment at the provider; needed only when a card is saved or to be saved. */
function customerParams(wish: PaymentInput): {
  customer?: string
  setup_future_usage?: 'off_session'
} {
  if (wish.remember) return { customer: wish.remember, setup_future_usage: 'off_session' }
  return wish.mode === 'card' && wish.method.kind === 'saved_card' ? { customer: wish.method.customer } : {}
}

/**
 * An open payment keeps its customer and whether it saves the card, so another request needs
 * another payment.
 */
export function hasSameCustomer(params: Record<string, unknown>, wish: PaymentInput): boolean {
  const wanted = customerParams(wish)
  const data = params['payment_intent_data'] as { setup_future_usage?: string } | undefined
  const saves = params['setup_future_usage'] ?? data?.setup_future_usage
  return params['customer'] === wanted.customer && saves === wanted.setup_future_usage
}

/** The provider replaces the braces, so they must not be encoded. */
export function withSessionId(returnUrl: string): string {
  const [address = '', fragment] = returnUrl.split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

/** True until the attempt has succeeded, when its payer wants the card saved. */
export function asksToSaveCard({ params, state }: Pick<PaymentAttempt, 'params' | 'state'>): boolean {
  const data = params['payment_intent_data'] as { setup_future_usage?: string } | undefined
  return state !== 'succeeded' && Boolean(params['setup_future_usage'] ?? data?.setup_future_usage)
}

/**
 * Finds whether a call has paid an order, with the attempt that brought the money; its id is null
 * when no card was needed. Undefined when the order was not paid by this call.
 */
export async function findPaidByRequest(
  db: DbOrTx,
  orderId: number,
  requestKey: string,
): Promise<{ attemptId: number | null } | undefined> {
  const [paid] = await db
    .select({ attemptId: paymentAttempts.id })
    .from(orders)
    .leftJoin(
      paymentAttempts,
      and(
        eq(paymentAttempts.orderId, orders.id),
        eq(paymentAttempts.purpose, 'order'),
        eq(paymentAttempts.state, 'succeeded'),
        // Of several parts, this call made one.
        or(not(paymentAttempts.part), eq(paymentAttempts.requestKey, requestKey)),
      ),
    )
    .where(
      and(
        eq(orders.id, orderId),
        inArray(orders.status, ['completed', 'partially_paid']),
        eq(orders.paidByRequest, requestKey),
      ),
    )
    .limit(1)
  return paid
}
