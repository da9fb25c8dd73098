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

/** A payment needs a few minutes to be recorded here, even after lost events and a restart. */
const GRACE_MS = 15 * 60_000
/** Refunds and payments may be recorded later than their charge. */
const OVERLAP_MS = 2 * 24 * 3_600_000
const PAGE = 100
/** Ten thousand objects per run; the next run continues with a longer list. */
const MAX_PAGES = 100
/** The most single objects that one run reads. */
const MAX_SINGLE_READS = 200

type Pass = typeof reconciliations.$inferSelect

export interface ReconciliationResult {
  /** True when the pass is complete. */
  complete: boolean
}

/**
 * Compares everything at the provider with our payments, attempts and refunds, row by row, and
 * stores each difference: first what was created there since the last pass (`full`: ever), then our
 * rows that its lists did not contain, then earlier differences. It never changes money. A pass
 * stops after a number of pages and the next call continues it, also after a crash. No transaction
 * is open during a call to the provider.
 *
 * @throws the provider's error when it does not answer; results until then stay
 */
export async function reconcileProvider(
  deps: ApiDeps,
  { full }: { full: boolean },
): Promise<ReconciliationResult> {
  let pass = await openPass(deps, full)
  for (let pages = 0; pages < MAX_PAGES && pass.step !== 'payments'; pages += 1)
    pass = await readPage(deps, pass)
  if (pass.step !== 'payments') return { complete: false }
  const rechecked = await recheckReferences(deps, await findUnseen(deps, pass), pass.startedAt)
  const left = rechecked < MAX_SINGLE_READS ? await findOpen(deps, pass, MAX_SINGLE_READS - rechecked) : []
  const again = await recheckReferences(deps, left, pass.startedAt)
  if (rechecked + again >= MAX_SINGLE_READS) return { complete: false }
  const now = deps.clock.now()
  await deps.database.db
    .update(reconciliations)
    .set({ step: 'done', cursor: null, finishedAt: now })
    .where(eq(reconciliations.id, pass.id))
  return { complete: true }
}

/** When the last pass was completed; null before the first one. */
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
 * Continues the unfinished pass or opens a new one. A full pass replaces an unfinished one that is
 * not full.
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
  request: Stripe.ApiListPromise<T>,
  compare: (rows: T[]) => Promise<ComparisonResult>,
): Promise<{ list: Stripe.ApiList<T>; compared: ComparisonResult }> {
  const list = await request
  return { list, compared: await compare(list.data) }
}

/** Our payments and refunds of the pass's period that the lists did not contain. */
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
    .limit(MAX_SINGLE_READS)
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
    .limit(MAX_SINGLE_READS - paid.length)
  return [...paid, ...given].flatMap(({ reference }) => reference ?? [])
}

/** Earlier differences that this pass did not see. */
async function findOpen(deps: ApiDeps, { startedAt }: Pass, limit: number): Promise<string[]> {
  const rows = await deps.database.db
    .selectDistinct({ reference: providerDifferences.reference })
    .from(providerDifferences)
    .where(and(isNull(providerDifferences.resolvedAt), lt(providerDifferences.checkedAt, startedAt)))
    .limit(limit)
  return rows.map(({ reference }) => reference)
}
