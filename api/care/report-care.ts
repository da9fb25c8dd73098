import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type CareOccasion, careOccasions, CareReport, type CareReview } from '#contract/care.ts'
import { type Db } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { careSwitches } from '../db/schema/care.ts'
import { formEntries } from '../db/schema/forms.ts'
import { type ApiDeps } from '../deps.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { DUE_CARE } from './send-care.ts'

const DAY = 24 * 3_600_000
const REVIEWS = 50
/** More than this many are said as this many. */
const MOST_DUE = 1000

const Counts = CareReport.pick({
  brand_id: true,
  occasion: true,
  mails_sent: true,
  texts_sent: true,
  waiting: true,
  failed: true,
  stopped: true,
})
type Counts = z.infer<typeof Counts>
const CountRows = z.object({ rows: z.array(Counts) })

/** What was sent and waits, for each brand and occasion, the brands in the order of their ids. */
export async function listCareReports({
  database: { db },
  clock,
}: Pick<ApiDeps, 'database' | 'clock'>): Promise<CareReport[]> {
  const now = clock.now()
  const [all, switches, counted, due] = await Promise.all([
    db.select({ id: brands.id, name: brands.name }).from(brands).orderBy(asc(brands.id)),
    db.select().from(careSwitches),
    countCare(db, new Date(now.getTime() - 30 * DAY)),
    countDue(db, new Date(now.getTime() + DAY)),
  ])
  const none = { mails_sent: 0, texts_sent: 0, waiting: 0, failed: 0, stopped: 0 }
  return all.flatMap(({ id, name }) =>
    careOccasions.map((occasion) => {
      const set = switches.find((one) => one.brandId === id && one.occasion === occasion)
      const row = counted.find((one) => one.brand_id === id && one.occasion === occasion)
      return {
        ...(row ?? none),
        brand_id: id,
        brand_name: name,
        occasion,
        on: set?.isOn ?? true,
        changed_at: set?.changedAt.toISOString() ?? null,
        due_in_a_day: due.get(`${String(id)} ${occasion}`) ?? 0,
      }
    }),
  )
}

/** Mails and texts of the messages, and who switched them off. */
async function countCare(db: Db, since: Date): Promise<Counts[]> {
  const from = sql`${since.toISOString()}::timestamptz`
  const answer = await db.execute(sql`
    with sent as (
      select c.brand_id, c.occasion, 'mail' as way, m.state from care_messages c
        join mails m on m.event_key = c.event_key where c.created_at >= ${from}
      union all
      select c.brand_id, c.occasion, 'text', t.state from care_messages c
        join texts t on t.event_key = c.event_key where c.created_at >= ${from}
    ), counts as (
      select brand_id, occasion,
        count(*) filter (where way = 'mail' and state = 'sent')::int as mails_sent,
        count(*) filter (where way = 'text' and state in ('sent', 'delivered'))::int as texts_sent,
        count(*) filter (where state in ('queued', 'sending'))::int as waiting,
        count(*) filter (where state in ('failed', 'bounced', 'undelivered'))::int as failed, 0 as stopped
      from sent group by brand_id, occasion
      union all
      select brand_id, occasion, 0, 0, 0, 0, count(*)::int from care_stops group by brand_id, occasion
    )
    select brand_id, occasion, sum(mails_sent)::int as mails_sent, sum(texts_sent)::int as texts_sent,
      sum(waiting)::int as waiting, sum(failed)::int as failed, sum(stopped)::int as stopped
    from counts group by brand_id, occasion`)
  return CountRows.parse(answer).rows
}

/** How many are due by a time, by brand and occasion. Nobody knows a day before who will be late. */
async function countDue(db: Db, by: Date): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const count = async (occasion: Exclude<CareOccasion, 'guests_late'>) => {
    for (const { brandId } of await DUE_CARE[occasion](db, by, { limit: MOST_DUE })) {
      const key = `${String(brandId)} ${occasion}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  await Promise.all(careOccasions.filter((one) => one !== 'guests_late').map(count))
  return counts
}

/** The newest answers of the survey, to which the mail after a flight leads. */
export async function listReviews({ database: { db } }: Pick<ApiDeps, 'database'>): Promise<CareReview[]> {
  const rows = await db
    .select()
    .from(formEntries)
    .where(eq(formEntries.form, 'survey'))
    .orderBy(desc(formEntries.createdAt), desc(formEntries.id))
    .limit(REVIEWS)
  return rows.map(({ brandId, answers, name, createdAt }) => ({
    brand_id: brandId,
    score: answers['score'] === undefined ? null : Number(answers['score']),
    flight: answers['flight'] ?? null,
    liked: answers['liked'] ?? null,
    better: answers['better'] ?? null,
    quotable: answers['quote'] === 'yes',
    name: name || null,
    at: createdAt.toISOString(),
  }))
}

export type CareSwitched =
  | { ok: true; row: { brand_id: number; occasion: CareOccasion; on: boolean } }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'care_switched'; row: { brand_id: number; occasion: CareOccasion; on: boolean } }

interface CareSwitch {
  brandId: number
  occasion: CareOccasion
  on: boolean
  /** What the page showed. */
  onWas: boolean
}

/**
 * Switches an occasion off or on for a brand. What waits in the outbox is dropped when it would
 * leave; what becomes due while it is off is sent once it is on again, if it is still time.
 */
export async function switchCare(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  { brandId, occasion, on, onWas }: CareSwitch,
  by: AuditBy,
): Promise<CareSwitched> {
  return db.transaction(async (tx) => {
    // The brand's row is the lock: two presses come one after the other.
    const [brand] = await tx
      .select({ id: brands.id })
      .from(brands)
      .where(eq(brands.id, brandId))
      .for('update')
    if (!brand) return { ok: false, reason: 'not_found' }
    const [before] = await tx
      .select()
      .from(careSwitches)
      .where(and(eq(careSwitches.brandId, brandId), eq(careSwitches.occasion, occasion)))
    const isOn = before?.isOn ?? true
    const row = { brand_id: brandId, occasion, on }
    if (isOn === on) return { ok: true, row }
    if (isOn !== onWas) return { ok: false, reason: 'care_switched', row: { ...row, on: isOn } }
    const [written] = await tx
      .insert(careSwitches)
      .values({ brandId, occasion, isOn: on, changedAt: by.at })
      .onConflictDoUpdate({
        target: [careSwitches.brandId, careSwitches.occasion],
        set: { isOn: on, changedAt: by.at },
      })
      .returning({ id: careSwitches.id })
    await writeAudit(tx, by, {
      resource: 'care_reports',
      id: written?.id ?? 0,
      before: { brand_id: brandId, occasion, on: isOn },
      after: { brand_id: brandId, occasion, on },
    })
    return { ok: true, row }
  })
}
