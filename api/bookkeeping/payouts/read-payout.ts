import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Tx } from '../../db/client.ts'
import { payoutLines, payouts } from '../../db/schema/payouts.ts'
import { type ApiDeps } from '../../deps.ts'
import { payoutEntries } from '../../rules/money/ledger.ts'
import {
  hasReturned,
  getProviderFees,
  payoutLineKind,
  toPayoutState,
} from '../../rules/bookkeeping/payout-line.ts'
import { postLedger } from '../../store/post-ledger.ts'

type PayoutRow = typeof payouts.$inferSelect
type NewLine = Omit<typeof payoutLines.$inferInsert, 'payoutId'>

/**
 * The most movements that the client reads. A larger payout is not posted in part; the integrity
 * check of payouts reports it.
 */
const MAX_MOVEMENTS = 10_000
/** A statement has at most 65,535 parameters. */
const ROWS_AT_ONCE = 1000

/**
 * Reads a payout and its movements from the provider, stores them and posts the payout: from the
 * provider's account to the bank, and the provider's fees. A returned payout is reversed.
 * Idempotent; an incomplete payout waits for the next read.
 *
 * @throws the provider's error when it does not answer
 */
export async function readPayout(deps: ApiDeps, reference: string): Promise<void> {
  const payout = await deps.stripe.payouts.retrieve(reference)
  const { db } = deps.database
  const now = deps.clock.now()
  // Store the payout first, so that it is known even if its movements cannot be read.
  const known = await db.transaction((tx) => writePayout(tx, payout, now))
  const lines = !known.bookedAt && isComplete(payout) ? await readLines(deps, payout) : undefined
  await db.transaction(async (tx) => {
    const row = await writePayout(tx, payout, now)
    if (lines && !row.bookedAt) await book(tx, row, lines, now)
    if (hasReturned(row.state) && (row.bookedAt ?? lines)) {
      const { id, amountCents } = row
      const entries = payoutEntries(-amountCents, 0)
      await postLedger(tx, {
        orderId: null,
        kind: 'payout',
        eventKey: `payout:${String(id)}:failed`,
        entries,
        now,
      })
    }
  })
}

/** True when the provider has completed it and it has the ledger's currency. */
const isComplete = ({ automatic, reconciliation_status: status, currency }: Stripe.Payout): boolean =>
  currency === 'usd' && (!automatic || status === 'completed')

async function writePayout(tx: Tx, payout: Stripe.Payout, now: Date): Promise<PayoutRow> {
  const facts = {
    amountCents: payout.amount,
    state: toPayoutState(payout.status),
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    checkedAt: now,
  }
  // A parallel reader waits here for the row.
  const [row] = await tx
    .insert(payouts)
    .values({
      ...facts,
      reference: payout.id,
      currency: payout.currency,
      automatic: payout.automatic,
      createdAt: new Date(payout.created * 1000),
    })
    .onConflictDoUpdate({ target: payouts.reference, set: facts })
    .returning()
  if (!row) throw new Error('The payout was not written')
  return row
}

async function book(tx: Tx, row: PayoutRow, lines: readonly NewLine[], now: Date): Promise<void> {
  const { id: payoutId, amountCents } = row
  for (let at = 0; at < lines.length; at += ROWS_AT_ONCE) {
    const some = lines.slice(at, at + ROWS_AT_ONCE)
    await tx.insert(payoutLines).values(some.map((line) => ({ ...line, payoutId })))
  }
  await tx.update(payouts).set({ bookedAt: now }).where(eq(payouts.id, payoutId))
  const entries = payoutEntries(amountCents, getProviderFees(lines))
  await postLedger(tx, {
    orderId: null,
    kind: 'payout',
    eventKey: `payout:${String(payoutId)}`,
    entries,
    now,
  })
}

/**
 * Reads the movements without the payout's own. The provider does not list those of manual payouts.
 */
async function readLines({ stripe }: ApiDeps, payout: Stripe.Payout): Promise<NewLine[]> {
  if (!payout.automatic) return []
  const moved = await stripe.balanceTransactions
    .list({ payout: payout.id, limit: 100, expand: ['data.source'] })
    .autoPagingToArray({ limit: MAX_MOVEMENTS })
  if (moved.length >= MAX_MOVEMENTS)
    throw new Error(`Payout ${payout.id} has ${String(MAX_MOVEMENTS)} movements or more`)
  return moved.filter(({ type, source }) => type !== 'payout' || idOf(source) !== payout.id).map(lineOf)
}

const idOf = (source: Stripe.BalanceTransaction['source']): string | null =>
  typeof source === 'string' ? source : (source?.id ?? null)

function lineOf({ id, type, amount, fee, created, source }: Stripe.BalanceTransaction): NewLine {
  const about = idOf(source)
  return {
    reference: id,
    kind: payoutLineKind(type, about),
    source: about,
    paymentIntent: intentOf(source),
    amountCents: amount,
    feeCents: fee,
    movedAt: new Date(created * 1000),
  }
}

function intentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return null
  const { payment_intent: intent } = source
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}
