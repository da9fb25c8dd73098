import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { webhookInbox } from '../../db/schema/platform.ts'
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
/** Events we could not make sense of are given up after the provider itself would have. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE

/**
 * Works off what the provider told us. An event that fails waits for its next try; the others are
 * not held up.
 */
export async function processProviderEvents(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const events = await db
    .select()
    .from(webhookInbox)
    .where(and(isNull(webhookInbox.handledAt), lte(webhookInbox.nextTryAt, deps.clock.now())))
    .orderBy(asc(webhookInbox.nextTryAt), asc(webhookInbox.receivedAt))
    .limit(BATCH)
  for (const event of events) await work(deps, event)
}

async function work(deps: ApiDeps, event: Event): Promise<void> {
  const now = deps.clock.now()
  const note = (set: Partial<Event>) =>
    deps.database.db.update(webhookInbox).set(set).where(eq(webhookInbox.eventId, event.eventId))
  try {
    await handle(deps, event)
  } catch (error) {
    deps.log.warn({ err: error, event: event.eventId, type: event.type }, 'an event could not be handled')
    const tries = event.tries + 1
    if (now.getTime() - event.receivedAt.getTime() < GIVE_UP_MS) {
      await note({ tries, nextTryAt: new Date(now.getTime() + waitAfter(tries)) })
      return
    }
  }
  await note({ handledAt: now })
}

/** 1, 2, 4 … minutes, an hour at most. */
const waitAfter = (tries: number) => Math.min(2 ** (tries - 1), 60) * MINUTE

/** The event's snapshot is ignored: it may be old. What it speaks of is read afresh. */
async function handle(deps: ApiDeps, { type, objectId }: Event): Promise<void> {
  const effect = eventEffect(type)
  if (!objectId || effect === 'ignore') return
  try {
    if (effect === 'payment') await learn(deps, objectId, type)
    if (effect === 'refunds') await learnRefunds(deps, objectId)
    if (effect === 'dispute') await learnDispute(deps, objectId)
    if (effect === 'card_setup') await syncCardSetup(deps, objectId)
    if (effect === 'saved_card') await syncCard(deps, objectId)
    if (effect === 'membership') await syncMembershipEvent(deps, objectId)
    if (effect === 'payout') await readPayout(deps, objectId)
    if (effect === 'customer') await eraseProviderCustomer(deps, objectId)
  } catch (error) {
    // An object that is not there any more, or never was on this account, tells nothing.
    const failure = readProviderFailure(error)
    if (failure.kind !== 'refused' || failure.code !== 'resource_missing') throw error
    deps.log.warn({ object: objectId, type }, 'an event speaks of something the provider does not have')
  }
}

async function learn(deps: ApiDeps, reference: string, type: string): Promise<void> {
  const applied = await applyPayment(deps, { reference })
  if (!applied.ok) deps.log.info({ reference, type }, 'an event about a payment that is not ours')
}

/**
 * Which payment a refund, a charge or a dispute belongs to. Money we have not heard of yet is
 * booked first.
 */
async function learnIntent(
  deps: ApiDeps,
  { payment_intent: intent }: { payment_intent: string | { id: string } | null },
): Promise<string | undefined> {
  const id = typeof intent === 'object' ? intent?.id : intent
  if (id) await applyPayment(deps, { reference: id })
  return id
}

async function learnRefunds(deps: ApiDeps, objectId: string): Promise<void> {
  const { stripe } = deps
  const isCharge = objectId.startsWith('ch_') || objectId.startsWith('py_')
  const object = await (isCharge ? stripe.charges.retrieve(objectId) : stripe.refunds.retrieve(objectId))
  const intent = await learnIntent(deps, object)
  if (intent) await reconcileRefunds(deps, intent)
}

async function learnDispute(deps: ApiDeps, objectId: string): Promise<void> {
  await learnIntent(deps, await deps.stripe.disputes.retrieve(objectId))
  await recordDispute(deps, objectId)
}
