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
 * As many as the client reads of one list. A payout of more is not booked in part: the promise
 * about payouts tells of it.
 */
const AT_MOST = 10_000
/** A statement takes 65,535 values. */
const ROWS_AT_ONCE = 1000

/**
 * Reads a payout and everything in it from the provider, writes both down and books it: from the
 * provider's account to the bank's, and what the provider kept for its service. One that came back
 * is booked back. The same again changes nothing; a payout the provider still puts together waits
 * for the next reading.
 *
 * @throws the provider's error when it does not answer
 */
export async function readPayout(deps: ApiDeps, reference: string): Promise<void> {
  const payout = await deps.stripe.payouts.retrieve(reference)
  const { db } = deps.database
  const now = deps.clock.now()
  // Written first: what cannot be read to its end is at least known.
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

/** The provider has put it together, and it is in the money the books are kept in. */
const isComplete = ({ automatic, reconciliation_status: told, currency }: Stripe.Payout): boolean =>
  currency === 'usd' && (!automatic || told === 'completed')

async function writePayout(tx: Tx, payout: Stripe.Payout, now: Date): Promise<PayoutRow> {
  const facts = {
    amountCents: payout.amount,
    state: toPayoutState(payout.status),
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    checkedAt: now,
  }
  // Whoever reads it at the same moment waits here for the row.
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
 * What is in it, but the payout's own way out of the balance. One that was made by hand does not
 * tell.
 */
async function readLines({ stripe }: ApiDeps, payout: Stripe.Payout): Promise<NewLine[]> {
  if (!payout.automatic) return []
  const moved = await stripe.balanceTransactions
    .list({ payout: payout.id, limit: 100, expand: ['data.source'] })
    .autoPagingToArray({ limit: AT_MOST })
  if (moved.length >= AT_MOST) throw new Error(`Payout ${payout.id} has ${String(AT_MOST)} movements or more`)
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
