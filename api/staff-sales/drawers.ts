import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Drawer } from '#contract/counter.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { drawerMovements, drawers } from '../db/schema/drawers.ts'
import { type ApiDeps } from '../deps.ts'
import { drawerDifferenceEntries } from '../rules/money/ledger.ts'
import { toDollars } from '../rules/money/money.ts'
import { postLedger } from '../store/post-ledger.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'

type DrawerRow = typeof drawers.$inferSelect

/** Locks a person's open drawer, so that its cash changes one movement at a time. */
export async function lockOpenDrawer(tx: Tx, userId: number): Promise<DrawerRow | undefined> {
  const [open] = await tx
    .select()
    .from(drawers)
    .where(and(eq(drawers.userId, userId), isNull(drawers.closedAt)))
    .for('update')
  return open
}

export const hasOpenDrawer = async (db: DbOrTx, userId: number): Promise<boolean> =>
  (await db.$count(drawers, and(eq(drawers.userId, userId), isNull(drawers.closedAt)))) > 0

interface CashMovement {
  paymentId?: number
  refundId?: number
  amountCents: number
  now: Date
}

/** Records cash that came in or went out (negative). The drawer must be locked. */
export async function moveCash(
  tx: Tx,
  { id: drawerId }: DrawerRow,
  { now, ...moved }: CashMovement,
): Promise<void> {
  await tx.insert(drawerMovements).values({ drawerId, ...moved, at: now })
}

/** Opens a drawer, or returns the one that is open already. */
export function openDrawer(deps: ApiDeps, openingCents: number, by: AuditBy): Promise<Drawer> {
  return deps.database.db.transaction(async (tx) => {
    const open = await lockOpenDrawer(tx, by.userId)
    const [made] = open
      ? [open]
      : await tx.insert(drawers).values({ userId: by.userId, openingCents, openedAt: by.at }).returning()
    if (!made) throw new Error('The drawer was not opened')
    if (!open)
      await writeAudit(tx, by, {
        resource: 'drawers',
        id: made.id,
        after: { opening: toDollars(openingCents) },
      })
    return presentDrawer(tx, made)
  })
}

export type CloseDrawerResult =
  { ok: true; drawer: Drawer } | { ok: false; reason: 'not_found' | 'drawer_closed' }

/**
 * Counts and closes a drawer. A difference is posted to the ledger, so that the ledger agrees with
 * the cash.
 */
export function closeDrawer(
  deps: ApiDeps,
  id: number,
  counted: { cents: number; note: string },
  by: AuditBy,
): Promise<CloseDrawerResult> {
  return deps.database.db.transaction(async (tx) => {
    const own = and(eq(drawers.id, id), eq(drawers.userId, by.userId))
    const [row] = await tx.select().from(drawers).where(own).for('update')
    if (!row) return { ok: false, reason: 'not_found' } as const
    if (row.closedAt) return { ok: false, reason: 'drawer_closed' } as const
    const { inCents, outCents } = await sumOf(tx, id)
    const expectedCents = row.openingCents + inCents - outCents
    const closing = { expectedCents, countedCents: counted.cents, note: counted.note, closedAt: by.at }
    const [closed] = await tx.update(drawers).set(closing).where(eq(drawers.id, id)).returning()
    if (!closed) throw new Error('The drawer was not closed')
    const differenceCents = counted.cents - expectedCents
    if (differenceCents !== 0) {
      await postLedger(tx, {
        orderId: null,
        kind: 'counted',
        eventKey: `drawer:${String(id)}`,
        entries: drawerDifferenceEntries(differenceCents),
        now: by.at,
      })
    }
    const after = { expected: toDollars(expectedCents), counted: toDollars(counted.cents) }
    await writeAudit(tx, by, { resource: 'drawers', id, before: { expected: null, counted: null }, after })
    return { ok: true, drawer: await presentDrawer(tx, closed) } as const
  })
}

/**
 * Lists the last thirty drawers, the open one first.
 *
 * @param userId of one person; undefined for all
 */
export async function listDrawers(db: DbOrTx, userId: number | undefined): Promise<Drawer[]> {
  const rows = await db
    .select()
    .from(drawers)
    .where(userId === undefined ? undefined : eq(drawers.userId, userId))
    .orderBy(sql`${drawers.closedAt} is not null`, desc(drawers.id))
    .limit(30)
  const presented: Drawer[] = []
  for (const row of rows) presented.push(await presentDrawer(db, row))
  return presented
}

async function sumOf(db: DbOrTx, drawerId: number) {
  const [sums] = await db
    .select({
      inCents: sql<number>`coalesce(sum(${drawerMovements.amountCents}) filter (where
        ${drawerMovements.amountCents} > 0), 0)::int`,
      outCents: sql<number>`coalesce(-sum(${drawerMovements.amountCents}) filter (where
        ${drawerMovements.amountCents} < 0), 0)::int`,
    })
    .from(drawerMovements)
    .where(eq(drawerMovements.drawerId, drawerId))
  return sums ?? { inCents: 0, outCents: 0 }
}

async function presentDrawer(db: DbOrTx, row: DrawerRow): Promise<Drawer> {
  const { inCents, outCents } = await sumOf(db, row.id)
  const expected = row.openingCents + inCents - outCents
  return {
    id: row.id,
    user_id: row.userId,
    opening: toDollars(row.openingCents),
    cash_in: toDollars(inCents),
    cash_out: toDollars(outCents),
    expected: toDollars(expected),
    counted: row.countedCents === null ? null : toDollars(row.countedCents),
    difference: row.countedCents === null ? null : toDollars(row.countedCents - expected),
    note: row.note,
    opened_at: row.openedAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  }
}
