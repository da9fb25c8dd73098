import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { commitsAsynchronously } from '../../db/asynchronous-commit.ts'
import { type Db } from '../../db/client.ts'
import { paymentAttempts } from '../../db/schema/money.ts'
import { webhookInbox } from '../../db/schema/platform.ts'
import { statement } from '../../db/statement.ts'
import { type ApiDeps } from '../../deps.ts'
import { eventEffect } from './provider-event-effect.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { applyPayment } from '../../payments/apply-payment.ts'
import { eraseProviderCustomer } from '../../payments/cards/erase-provider-customer.ts'
import { syncCard } from '../../payments/cards/sync-card.ts'
import { syncMembershipEvent } from '../../memberships/sync-membership.ts'
import { readPayout } from '../../bookkeeping/payouts/read-payout.ts'
import { syncCardSetup } from '../../payments/cards/settle-card-setup.ts'
import { reconcileRefunds } from '../../payments/refunds/reconcile-refunds.ts'
import { recordDispute } from '../../payments/record-dispute.ts'

type Event = typeof webhookInbox.$inferSelect

const BATCH = 100
const MINUTE = 60_000
/** How long an event is retried. The provider stops after the same time. */
const RETRY_FOR_MS = 3 * 24 * 60 * MINUTE

/**
 * Processes the recorded events. An event that fails waits for its next try and does not delay the
 * others. Most speak of payments that were applied before they came: these are marked together.
 */
export async function processProviderEvents(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const events = await db
    .select()
    .from(webhookInbox)
    .where(and(isNull(webhookInbox.handledAt), lte(webhookInbox.nextTryAt, deps.clock.now())))
    .orderBy(asc(webhookInbox.nextTryAt), asc(webhookInbox.receivedAt))
    .limit(BATCH)
  const applied = await findApplied(db, events)
  const isNews = ({ type, objectId }: Event) =>
    eventEffect(type) !== 'payment' || objectId === null || !applied.has(objectId)
  const known = events.filter((event) => !isNews(event)).map(({ eventId }) => eventId)
  if (known.length > 0) await markHandled(db, { eventIds: known, now: deps.clock.now() })
  for (const event of events.filter(isNews)) await workEvent(deps, event)
}

/** The payments among the events' objects that have succeeded and were applied: they change no more. */
async function findApplied(db: Db, events: readonly Event[]): Promise<Set<string | null>> {
  const references = events.flatMap(({ type, objectId }) =>
    objectId !== null && eventEffect(type) === 'payment' ? [objectId] : [],
  )
  if (references.length === 0) return new Set()
  const found = await selectApplied(db, { references })
  return new Set(found.flatMap(({ reference, paymentIntent }) => [reference, paymentIntent]))
}

const selectApplied = statement((db) => {
  const among = (column: typeof paymentAttempts.reference | typeof paymentAttempts.paymentIntent) =>
    sql`${column} = any(${sql.placeholder('references')}::text[])`
  const { reference, paymentIntent, state } = paymentAttempts
  return db
    .select({ reference, paymentIntent })
    .from(paymentAttempts)
    .where(and(eq(state, 'succeeded'), or(among(reference), among(paymentIntent))))
})

async function workEvent(deps: ApiDeps, event: Event): Promise<void> {
  const now = deps.clock.now()
  try {
    await handle(deps, event)
  } catch (error) {
    deps.log.warn({ err: error, event: event.eventId, type: event.type }, 'an event could not be handled')
    const tries = event.tries + 1
    if (now.getTime() - event.receivedAt.getTime() < RETRY_FOR_MS) {
      await deps.database.db
        .update(webhookInbox)
        .set({ tries, nextTryAt: new Date(now.getTime() + waitAfter(tries)) })
        .where(eq(webhookInbox.eventId, event.eventId))
      return
    }
  }
  await markHandled(deps.database.db, { eventIds: [event.eventId], now })
}

/** A mark that is lost with a crash of the server has its event handled once more. */
const markHandled = statement((db) =>
  db
    .update(webhookInbox)
    .set({ handledAt: sql`${sql.param(sql.placeholder('now'), webhookInbox.handledAt)}` })
    .where(
      and(sql`${webhookInbox.eventId} = any(${sql.placeholder('eventIds')}::text[])`, commitsAsynchronously),
    ),
)

/** Exponential backoff: 1, 2, 4 … minutes, at most an hour. */
const waitAfter = (tries: number) => Math.min(2 ** (tries - 1), 60) * MINUTE

/** Reads the event's object again, because the snapshot in the event may be old. */
async function handle(deps: ApiDeps, { type, objectId }: Event): Promise<void> {
  const effect = eventEffect(type)
  if (!objectId || effect === 'ignore') return
  try {
    if (effect === 'payment') await syncPayment(deps, objectId, type)
    if (effect === 'refunds') await syncRefunds(deps, objectId)
    if (effect === 'dispute') await syncDispute(deps, objectId)
    if (effect === 'card_setup') await syncCardSetup(deps, objectId)
    if (effect === 'saved_card') await syncCard(deps, objectId)
    if (effect === 'membership') await syncMembershipEvent(deps, objectId)
    if (effect === 'payout') await readPayout(deps, objectId)
    if (effect === 'customer') await eraseProviderCustomer(deps, objectId)
  } catch (error) {
    // The object was deleted, or never belonged to this account.
    const failure = readProviderFailure(error)
    if (failure.kind !== 'refused' || failure.code !== 'resource_missing') throw error
    deps.log.warn({ object: objectId, type }, 'an event speaks of something the provider does not have')
  }
}

async function syncPayment(deps: ApiDeps, reference: string, type: string): Promise<void> {
  const applied = await applyPayment(deps, { reference })
  if (!applied.ok) deps.log.info({ reference, type }, 'an event about a payment that is not ours')
}

/**
 * Finds the payment of a refund, a charge or a dispute. A payment that is not recorded yet is
 * recorded first.
 */
async function syncPaymentOf(
  deps: ApiDeps,
  { payment_intent: intent }: { payment_intent: string | { id: string } | null },
): Promise<string | undefined> {
  const id = typeof intent === 'object' ? intent?.id : intent
  if (id) await applyPayment(deps, { reference: id })
  return id
}

async function syncRefunds(deps: ApiDeps, objectId: string): Promise<void> {
  const { stripe } = deps
  const isCharge = objectId.startsWith('ch_') || objectId.startsWith('py_')
  const object = await (isCharge ? stripe.charges.retrieve(objectId) : stripe.refunds.retrieve(objectId))
  const intent = await syncPaymentOf(deps, object)
  if (intent) await reconcileRefunds(deps, intent)
}

async function syncDispute(deps: ApiDeps, objectId: string): Promise<void> {
  await syncPaymentOf(deps, await deps.stripe.disputes.retrieve(objectId))
  await recordDispute(deps, objectId)
}
