import { and, desc, eq, getTableColumns, gte, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Day, type DayClosing } from '#contract/day-closing.ts'
import { type Db } from '../db/client.ts'
import { dayClosings } from '../db/schema/day-closings.ts'
import { drawers } from '../db/schema/drawers.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { providerDifferences } from '../db/schema/integrity-checks.ts'
import { type ApiDeps } from '../deps.ts'
import { changedFigures } from './rules/day-changes.ts'
import { addDays } from '../rules/time/local-time.ts'
import { instantsOf, readShopZone, type ReportSpan } from './reports/report-span.ts'
import { countDay, isBalanced } from './count-day.ts'

/** How many days back staff are reminded to close a day. */
const LOOK_BACK_DAYS = 14

const closer = alias(users, 'closer')
const opener = alias(users, 'opener')
const nameOf = (who: typeof closer | typeof opener) =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${who.firstName}, ${who.lastName})), ''), ${who.email})`

export const getDaySpan = (day: string, timezone: string): ReportSpan => ({ from: day, to: day, timezone })

/**
 * Reads a day's figures, as stored when it was closed or else as they are, and what was posted to
 * it since.
 */
export async function readDay(deps: ApiDeps, day: string): Promise<Day> {
  const { database, clock } = deps
  const span = getDaySpan(day, await readShopZone(database.query))
  const [begins, ends] = instantsOf(span)
  const now = clock.now()
  const [closings, reports, openDrawers, waitingOrders, differences, unclosed] = await Promise.all([
    readClosings(database.db, day),
    countDay(deps, span),
    findOpenDrawers(database.db, ends),
    countUnpaidOrders(database.db, [begins, ends]),
    database.db.$count(providerDifferences, isNull(providerDifferences.resolvedAt)),
    findUnclosed(database.db, span),
  ])
  const closed = closings.find(({ presented }) => presented.reopened_at === null)
  return {
    day,
    timezone: span.timezone,
    balanced: isBalanced(reports),
    begun: begins <= now,
    ended: ends <= now,
    open_drawers: openDrawers,
    waiting_orders: waitingOrders,
    provider_differences: differences,
    unclosed,
    closing: closed?.presented ?? null,
    taken_back: closings.map(({ presented }) => presented).filter(({ reopened_at: at }) => at !== null),
    reports: closed?.reports ?? reports,
    changes: closed ? changedFigures(closed.reports, reports) : [],
  }
}

/** A day's closings, latest first. */
async function readClosings(db: Db, day: string) {
  const rows = await db
    .select({
      ...getTableColumns(dayClosings),
      closerName: nameOf(closer),
      openerName: sql<string | null>`case when ${opener.id} is not null then ${nameOf(opener)} end`,
    })
    .from(dayClosings)
    .innerJoin(closer, eq(closer.id, dayClosings.closedBy))
    .leftJoin(opener, eq(opener.id, dayClosings.reopenedBy))
    .where(eq(dayClosings.day, day))
    .orderBy(desc(dayClosings.id))
  return rows.map((row) => ({
    reports: row.reports,
    presented: {
      id: row.id,
      day: row.day,
      closed_by: row.closerName,
      closed_at: row.closedAt.toISOString(),
      note: row.note,
      reopened_by: row.openerName,
      reopened_at: row.reopenedAt?.toISOString() ?? null,
      reopen_reason: row.reopenReason,
    },
  }))
}

/** @throws Error when there is none */
export async function readClosing(db: Db, id: number): Promise<DayClosing> {
  const [row] = await db.select({ day: dayClosings.day }).from(dayClosings).where(eq(dayClosings.id, id))
  const found = row && (await readClosings(db, row.day)).find(({ presented }) => presented.id === id)
  if (!found) throw new Error('A closing was written and cannot be read')
  return found.presented
}

/** Drawers that were opened before a time and are not counted yet. */
export async function findOpenDrawers(db: Db, until: Date): Promise<Day['open_drawers']> {
  const rows = await db
    .select({ id: drawers.id, whose: nameOf(closer), openedAt: drawers.openedAt })
    .from(drawers)
    .innerJoin(closer, eq(closer.id, drawers.userId))
    .where(and(isNull(drawers.closedAt), lt(drawers.openedAt, until)))
    .orderBy(drawers.openedAt)
  return rows.map(({ id, whose, openedAt }) => ({ id, whose, opened_at: openedAt.toISOString() }))
}

const countUnpaidOrders = (db: Db, [begins, ends]: readonly [Date, Date]) =>
  db.$count(
    orders,
    and(eq(orders.status, 'awaiting_payment'), gte(orders.createdAt, begins), lt(orders.createdAt, ends)),
  )

async function findUnclosed(db: Db, { from, timezone }: ReportSpan): Promise<string[]> {
  const first = addDays(from, -LOOK_BACK_DAYS)
  const answer = await db.execute(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day
      from generate_series(${first}::timestamp, ${addDays(from, -1)}::timestamp, interval '1 day') d (day)
    where not exists (select 1 from day_closings c where c.day = d.day::date and c.reopened_at is null)
      and exists (select 1 from ledger_transactions t
        where t.at >= d.day at time zone ${timezone}
          and t.at < (d.day + interval '1 day') at time zone ${timezone})
    order by 1 desc`)
  const { rows } = answer as unknown as { rows: { day: string }[] }
  return rows.map(({ day }) => day)
}
