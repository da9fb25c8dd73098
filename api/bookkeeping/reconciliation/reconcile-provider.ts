import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { payments, refunds } from '../../db/schema/money.ts'
import { providerDifferences, providerSightings, reconciliations } from '../../db/schema/integrity-checks.ts'
import { type ApiDeps } from '../../deps.ts'
import { compareCharges } from './compare-charges.ts'
import { compareRefunds } from './compare-refunds.ts'
import { type ComparisonResult } from './reconciliation-difference.ts'
import { recheckReferences } from './recheck-differences.ts'
import { recordComparison } from './save-comparison.ts'

/**
 * What a payment takes to be true here, with lost events and a restart in between, is a few
 * minutes.
 */
const GRACE_MS = 15 * 60_000
/** Charges are refunded, and payments written, later than the charge was made. */
const OVERLAP_MS = 2 * 24 * 3_600_000
const PAGE = 100
/** Ten thousand objects a run; a longer list goes on with the next one. */
const PAGES = 100
/** Single questions of one run, about what no list has shown. */
const QUESTIONS = 200

type Pass = typeof reconciliations.$inferSelect

export interface ReconciliationResult {
  /** The pass has reached its end. */
  complete: boolean
}

/**
 * Holds everything at the provider against our payments, attempts and refunds, row by row, and
 * notes each difference: what was made there since the last pass (`full`: ever), then what we have
 * and its lists did not show, then what differed before. Never changes money. A pass stops after so
 * many pages and goes on where it was with the next call, also after a crash; the provider is never
 * asked inside a transaction.
 *
 * @throws the provider's error when it does not answer; what was compared by then stays noted
 */
export async function reconcileProvider(
  deps: ApiDeps,
  { full }: { full: boolean },
): Promise<ReconciliationResult> {
  let pass = await openPass(deps, full)
  for (let pages = 0; pages < PAGES && pass.step !== 'payments'; pages += 1) pass = await readPage(deps, pass)
  if (pass.step !== 'payments') return { complete: false }
  const asked = await recheckReferences(deps, await findUnseen(deps, pass), pass.startedAt)
  const left = asked < QUESTIONS ? await findOpen(deps, pass, QUESTIONS - asked) : []
  const again = await recheckReferences(deps, left, pass.startedAt)
  if (asked + again >= QUESTIONS) return { complete: false }
  const now = deps.clock.now()
  await deps.database.db
    .update(reconciliations)
    .set({ step: 'done', cursor: null, finishedAt: now })
    .where(eq(reconciliations.id, pass.id))
  return { complete: true }
}

/** When a pass last reached its end; null before the first has. */
export async function lastReconciled({ database }: Pick<ApiDeps, 'database'>): Promise<Date | null> {
  const [last] = await database.db
    .select({ at: reconciliations.finishedAt })
    .from(reconciliations)
    .where(isNotNull(reconciliations.finishedAt))
    .orderBy(desc(reconciliations.finishedAt))
    .limit(1)
  return last?.at ?? null
}

/**
 * The pass that was not finished, or a new one. Whoever wants everything begins anew unless that is
 * under way.
 */
async function openPass(deps: ApiDeps, full: boolean): Promise<Pass> {
  const { db } = deps.database
  const now = deps.clock.now()
  const [open] = await db.select().from(reconciliations).where(isNull(reconciliations.finishedAt))
  const everything = new Date(0)
  if (open && (!full || open.fromAt.getTime() === 0)) return open
  const [last] = await db
    .select({ untilAt: reconciliations.untilAt })
    .from(reconciliations)
    .where(isNotNull(reconciliations.finishedAt))
    .orderBy(desc(reconciliations.untilAt))
    .limit(1)
  const fromAt = full || !last ? everything : new Date(last.untilAt.getTime() - OVERLAP_MS)
  const fresh = {
    fromAt,
    untilAt: new Date(now.getTime() - GRACE_MS),
    step: 'charges' as const,
    cursor: null,
    read: 0,
    startedAt: now,
  }
  const [written] = open
    ? await db.update(reconciliations).set(fresh).where(eq(reconciliations.id, open.id)).returning()
    : await db.insert(reconciliations).values(fresh).returning()
  if (!written) throw new Error('The pass was not written')
  return written
}

async function readPage(deps: ApiDeps, pass: Pass): Promise<Pass> {
  const { db } = deps.database
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  const query = {
    created: { gte: seconds(pass.fromAt), lte: seconds(pass.untilAt) },
    limit: PAGE,
    ...(pass.cursor === null ? {} : { starting_after: pass.cursor }),
  }
  const { list, compared } =
    pass.step === 'charges'
      ? await listed(deps.stripe.charges.list(query), (rows) => compareCharges(db, rows))
      : await listed(deps.stripe.refunds.list(query), (rows) => compareRefunds(db, rows))
  const next = list.has_more
    ? { step: pass.step, cursor: list.data.at(-1)?.id ?? null }
    : { step: pass.step === 'charges' ? ('refunds' as const) : ('payments' as const), cursor: null }
  return db.transaction(async (tx) => {
    await recordComparison(tx, compared, { since: pass.startedAt, now: deps.clock.now() })
    const [moved] = await tx
      .update(reconciliations)
      .set({ ...next, read: pass.read + list.data.length })
      .where(eq(reconciliations.id, pass.id))
      .returning()
    if (!moved) throw new Error('The pass is gone')
    return moved
  })
}

async function listed<T>(
  asked: Stripe.ApiListPromise<T>,
  compare: (rows: T[]) => Promise<ComparisonResult>,
): Promise<{ list: Stripe.ApiList<T>; compared: ComparisonResult }> {
  const list = await asked
  return { list, compared: await compare(list.data) }
}

/** Payments and refunds of ours, of the pass's time, that the lists did not show. */
async function findUnseen(deps: ApiDeps, { fromAt, untilAt, startedAt }: Pass): Promise<string[]> {
  const { db } = deps.database
  const seen = db
    .select({ reference: providerSightings.reference })
    .from(providerSightings)
    .where(gte(providerSightings.seenAt, startedAt))
  const paid = await db
    .select({ reference: payments.paymentIntent })
    .from(payments)
    .where(
      and(
        eq(payments.method, 'online'),
        gt(payments.createdAt, fromAt),
        lte(payments.createdAt, untilAt),
        sql`${payments.paymentIntent} not in ${seen}`,
      ),
    )
    .orderBy(asc(payments.id))
    .limit(QUESTIONS)
  const given = await db
    .select({ reference: refunds.reference })
    .from(refunds)
    .where(
      and(
        isNotNull(refunds.reference),
        inArray(refunds.state, ['pending', 'succeeded']),
        gt(refunds.createdAt, fromAt),
        lte(refunds.createdAt, untilAt),
        sql`${refunds.reference} not in ${seen}`,
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(QUESTIONS - paid.length)
  return [...paid, ...given].flatMap(({ reference }) => reference ?? [])
}

/** What differed before and was not met in this pass. */
async function findOpen(deps: ApiDeps, { startedAt }: Pass, limit: number): Promise<string[]> {
  const rows = await deps.database.db
    .selectDistinct({ reference: providerDifferences.reference })
    .from(providerDifferences)
    .where(and(isNull(providerDifferences.resolvedAt), lt(providerDifferences.checkedAt, startedAt)))
    .limit(limit)
  return rows.map(({ reference }) => reference)
}
