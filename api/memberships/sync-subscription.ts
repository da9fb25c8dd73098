import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type SubscriptionStatus } from '#contract/membership.ts'
import { type Tx } from '../db/client.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'
import { type MailKind } from '../store/mails/mail-kinds.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { saveInvoices } from './sync-invoices.ts'
import { type SubscriptionRow } from './present-subscription.ts'

/** After so many concurrent changes something other than a race is wrong. */
const MOST_READS = 5

/**
 * Reads a subscription from the provider and stores its state, any number of times and in any
 * order. When another call wrote meanwhile it is read again, so an old answer never overwrites a
 * newer one.
 *
 * @param reference `sub_…`
 * @throws the provider's error when it does not answer
 */
export async function syncSubscription(deps: ApiDeps, reference: string): Promise<void> {
  for (let read = 0; read < MOST_READS; read++) {
    const before = await findByReference(deps, reference)
    const seen = await deps.stripe.subscriptions.retrieve(reference)
    const row = before ?? (await findByMarks(deps, seen))
    if (!row) {
      deps.log.info({ reference }, 'an event about a subscription that is not ours')
      return
    }
    const invoices = await deps.stripe.invoices.list({
      subscription: reference,
      limit: 24,
      expand: ['data.payments'],
    })
    if (await writeSubscription(deps, row, seen, invoices.data)) return
  }
  throw new Error(`Subscription ${reference} changed with every look at it`)
}

async function findByReference({ database }: ApiDeps, reference: string) {
  const [found] = await database.db.select().from(subscriptions).where(eq(subscriptions.reference, reference))
  return found
}

/**
 * Finds the membership of a subscription whose creation got no answer, by our ids in its metadata.
 */
async function findByMarks({ database }: ApiDeps, seen: Stripe.Subscription) {
  const id = Number(seen.metadata['subscription_id'])
  if (!Number.isSafeInteger(id) || id < 1) return undefined
  const [found] = await database.db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return found && (found.reference === null || found.reference === seen.id) ? found : undefined
}

const toDate = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

/** Returns false when another call wrote since the row was read. */
async function writeSubscription(
  deps: ApiDeps,
  row: SubscriptionRow,
  seen: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): Promise<boolean> {
  const now = deps.clock.now()
  const status = statusOf(seen)
  return deps.database.db.transaction(async (tx) => {
    const [written] = await tx
      .update(subscriptions)
      .set({
        reference: seen.id,
        status,
        cancelAtPeriodEnd: seen.cancel_at_period_end,
        currentPeriodEnd: toDate(seen.items.data[0]?.current_period_end),
        nextTryAt: null,
        busyUntil: null,
        lastError: status === 'active' ? null : row.lastError,
        learned: row.learned + 1,
        startedAt: row.startedAt ?? (status === 'active' ? now : null),
        endedAt: toDate(seen.ended_at),
      })
      .where(and(eq(subscriptions.id, row.id), eq(subscriptions.learned, row.learned)))
      .returning()
    if (!written) return false
    await saveInvoices(tx, row.id, invoices, now)
    for (const mail of findSubscriptionMails(row, written, invoices))
      await queueSubscriptionMail(tx, deps, written, mail, now)
    return true
  })
}

const KNOWN: readonly SubscriptionStatus[] = [
  'incomplete',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete_expired',
]

/** A status that we do not know counts as unpaid, so that nobody is a member by mistake. */
function statusOf({ status }: Stripe.Subscription): SubscriptionStatus {
  if (status === 'trialing') return 'active'
  return KNOWN.find((one) => one === status) ?? 'unpaid'
}

interface SubscriptionMail {
  kind: MailKind
  /** The part of the event key that names the event. */
  occurrence: string
}

/** The mails a change leads to; their event keys make sure that each is sent once. */
function findSubscriptionMails(
  before: SubscriptionRow,
  now: SubscriptionRow,
  invoices: readonly Stripe.Invoice[],
): SubscriptionMail[] {
  const id = String(now.id)
  const mails: SubscriptionMail[] = []
  if (now.status === 'incomplete') mails.push({ kind: 'membership_unfinished', occurrence: id })
  if (now.status === 'active' && !before.startedAt) mails.push({ kind: 'membership_welcome', occurrence: id })
  const open = invoices.find(({ status }) => status === 'open')
  if (now.status === 'past_due' && open)
    mails.push({ kind: 'membership_past_due', occurrence: `${id}:${open.id ?? ''}` })
  if (now.status === 'active' && now.cancelAtPeriodEnd && !before.cancelAtPeriodEnd) {
    mails.push({ kind: 'membership_ending', occurrence: `${id}:${String(now.learned)}` })
  }
  const ended = now.status === 'canceled' || now.status === 'unpaid'
  if (ended && now.startedAt) mails.push({ kind: 'membership_ended', occurrence: id })
  return mails
}

async function queueSubscriptionMail(
  tx: Tx,
  deps: ApiDeps,
  row: SubscriptionRow,
  { kind, occurrence }: SubscriptionMail,
  now: Date,
) {
  const about = { brandId: row.brandId, subjectId: row.id, userId: row.userId }
  await queueMail(tx, { kind, eventKey: `${kind}:${occurrence}`, ...about, to: row.email }, now, deps)
}
