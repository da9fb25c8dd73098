import { isWalkInEmail } from '../store/walk-in-email.ts'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { creditCards } from '../db/schema/cards.ts'
import { ledgerTransactions, paymentAttempts, payments } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { findCreditCards } from '../store/payments/find-credit-card.ts'
import { ensureCustomer, findCustomersUser } from '../store/payments/provider-customer.ts'
import { hashMemberCard, writeCardKey } from './member-price-uses.ts'
import { type SubscriptionRow } from './present-subscription.ts'

/**
 * Who pays a membership at the provider, and with which card; null when no card was saved for it.
 */
export interface MembershipPayer {
  customer: string
  method: string | null
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/**
 * The card that paid the order, if that payment saved it. It is read from the provider, because a
 * guest's card belongs to a customer there and to no account here.
 *
 * @throws the provider's error when it does not answer
 */
export async function findMembershipPayer(deps: ApiDeps, row: SubscriptionRow): Promise<MembershipPayer> {
  const intent = row.orderId === null ? undefined : await findIntent(deps, row.orderId)
  const customer = idOf(intent?.customer ?? null)
  if (customer) {
    const savedMethod = intent?.setup_future_usage ? idOf(intent.payment_method) : null
    return { customer, method: savedMethod && (await findUsable(deps, row, customer, savedMethod)) }
  }
  const ownCustomer = row.asGuest
    ? await ensureGuestCustomer(deps, row)
    : await ensureCustomer(deps, row.userId)
  return { customer: ownCustomer, method: null }
}

/**
 * The card as it can be charged: an account keeps one of each number (`saveCard`), so what was
 * typed once more stands under the one it had. Null for a card that was removed since.
 */
async function findUsable(
  { database: { db }, stripe, settings }: ApiDeps,
  { orderId }: SubscriptionRow,
  customer: string,
  reference: string,
) {
  const method = await stripe.paymentMethods.retrieve(reference)
  // On the hosted page and in wallets the card becomes known only after the payment.
  if (orderId !== null && method.card?.fingerprint)
    await writeCardKey(db, orderId, hashMemberCard(settings.secrets.code, method.card.fingerprint))
  const attached = idOf(method.customer) === customer ? reference : null
  const userId = await findCustomersUser(db, customer)
  const { card } = method
  if (userId === undefined || !card?.fingerprint) return attached
  const [twin] = await findCreditCards(db, userId, eq(creditCards.fingerprint, card.fingerprint))
  // Of two entries of one card the older stays, unless the card was renewed.
  const stays = twin?.expMonth === card.exp_month && twin.expYear === card.exp_year
  return stays ? twin.reference : (attached ?? twin?.reference ?? null)
}

/**
 * Finds the payment of the order itself, not one that was returned or that paid an upgrade added
 * later.
 */
async function findIntent({ database, stripe }: ApiDeps, orderId: number) {
  const [paid] = await database.db
    .select({ intent: payments.paymentIntent })
    .from(payments)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.eventKey, sql`'payment:' || ${payments.id}`))
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(paymentAttempts.purpose, 'order'),
        inArray(ledgerTransactions.kind, ['sale', 'part']),
        isNotNull(payments.paymentIntent),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1)
  return paid?.intent ? stripe.paymentIntents.retrieve(paid.intent) : undefined
}

/**
 * The provider's customer of a guest, one for each order. It is never the account's customer,
 * because anybody can type an e-mail, and its owner must not find a stranger's card in the account.
 *
 * @throws the provider's error when it does not answer
 */
export async function ensureGuestCustomer(
  { stripe }: Pick<ApiDeps, 'stripe'>,
  { orderId, email }: { orderId: number | null; email: string },
): Promise<string> {
  const id = String(orderId)
  const { id: customer } = await stripe.customers.create(
    { ...(isWalkInEmail(email) ? {} : { email }), metadata: { order_id: id } },
    { idempotencyKey: `customer:order:${id}` },
  )
  return customer
}
