import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { type WeatherHold, type WeatherHoldParty, type WeatherHoldSummary } from '#contract/weather-hold.ts'
import { type DbOrTx } from '../../db/client.ts'
import { products, terminals } from '../../db/schema/catalogue.ts'
import { departureCancellations } from '../../db/schema/departure-cancellations.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { mails } from '../../db/schema/platform.ts'
import { texts } from '../../db/schema/texts.ts'
import { weatherHoldDepartures, weatherHoldNotices } from '../../db/schema/weather-hold-notices.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { isWalkInEmail, presentEmail } from '../../store/walk-in-email.ts'
import { findPartyNames } from '../weather-days/find-parties.ts'

const MOST_LISTED = 60
const KINDS = ['weather_hold', 'weather_hold_released']

/** The latest weather holds without their parties; those that are open come first, by their decision. */
export const listWeatherHolds = (db: DbOrTx): Promise<WeatherHoldSummary[]> => selectSummaries(db, undefined)

/** A weather hold with whom it concerns; undefined if there is none. */
export async function readWeatherHold(db: DbOrTx, id: number): Promise<WeatherHold | undefined> {
  const [summary] = await selectSummaries(db, id)
  return summary && { ...summary, parties: await readParties(db, summary) }
}

async function selectSummaries(db: DbOrTx, id: number | undefined): Promise<WeatherHoldSummary[]> {
  const ofHold = sql`${weatherHoldDepartures.weatherHoldId} = ${weatherHolds.id}`
  const rows = await db
    .select({
      hold: weatherHolds,
      terminal: { name: terminals.name, timezone: terminals.timezone },
      departures: sql<number>`(select count(*)::int from ${weatherHoldDepartures} where ${ofHold})`,
      onHold: sql<number>`(select count(*)::int from ${slots}
        where ${slots.weatherHoldId} = ${weatherHolds.id})`,
      weatherDayId: sql<number | null>`(select max(${departureCancellations.weatherDayId})
        from ${departureCancellations} join ${weatherHoldDepartures}
          on ${weatherHoldDepartures.slotId} = ${departureCancellations.slotId} where ${ofHold})`,
    })
    .from(weatherHolds)
    .innerJoin(terminals, eq(terminals.id, weatherHolds.terminalId))
    .where(id === undefined ? undefined : eq(weatherHolds.id, id))
    .orderBy(
      sql`${weatherHolds.state} <> 'open'`,
      sql`case when ${weatherHolds.state} = 'open' then ${weatherHolds.decideAt} end`,
      desc(weatherHolds.id),
    )
    .limit(MOST_LISTED)
  return rows.map(({ hold, terminal, departures, onHold, weatherDayId }) => ({
    id: hold.id,
    terminal_id: hold.terminalId,
    terminal_name: terminal.name,
    timezone: terminal.timezone,
    date: hold.localDate,
    from: hold.fromTime,
    until: hold.untilTime,
    note: hold.note,
    decide_at: hold.decideAt.toISOString(),
    state: hold.state,
    departures,
    departures_on_hold: onHold,
    created_at: hold.createdAt.toISOString(),
    ended_at: hold.endedAt?.toISOString() ?? null,
    weather_day_id: weatherDayId,
  }))
}

/**
 * The parties with paid seats on departures that are on hold and, once the hold is over, those that were
 * told of it and still have their seats.
 */
async function readParties(
  db: DbOrTx,
  { id, state, decide_at: decideAt }: WeatherHoldSummary,
): Promise<WeatherHoldParty[]> {
  const rows = await db
    .selectDistinctOn([orders.id], {
      order: { id: orders.id, email: orders.email, phone: orders.phone, quantity: orders.quantity },
      departAt: flights.departAt,
      productName: products.name,
      notice: weatherHoldNotices,
    })
    .from(weatherHoldDepartures)
    .innerJoin(slots, eq(slots.id, weatherHoldDepartures.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(flights, eq(flights.slotId, slots.id))
    .innerJoin(holds, and(eq(holds.flightId, flights.id), eq(holds.state, 'sold')))
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .leftJoin(
      weatherHoldNotices,
      and(eq(weatherHoldNotices.weatherHoldId, id), eq(weatherHoldNotices.orderId, orders.id)),
    )
    .where(
      and(
        eq(weatherHoldDepartures.weatherHoldId, id),
        state === 'open'
          ? eq(slots.weatherHoldId, id)
          : and(sql`${weatherHoldNotices.id} is not null`, sql`${slots.calledOffAt} is null`),
      ),
    )
    .orderBy(asc(orders.id), asc(flights.departAt))
  const noticeIds = rows.flatMap(({ notice }) => notice?.id ?? [])
  const mailed = await findLatestMails(db, noticeIds)
  const texted = await findTexted(db, noticeIds)
  const names = await findPartyNames(
    db,
    rows.map(({ order }) => order.id),
  )
  const parties = rows.map(({ order, departAt, productName, notice }): WeatherHoldParty => {
    const isTold =
      notice !== null &&
      (state === 'open' ? notice.toldDecideAt.toISOString() === decideAt : notice.endedAt !== null)
    const mail = notice && mailed.get(notice.id)
    const isLost = mail?.state === 'failed' || mail?.state === 'bounced'
    return {
      order_id: order.id,
      number: `O-${String(order.id)}`,
      name: names.get(order.id) ?? '',
      email: presentEmail(order.email),
      phone: order.phone,
      people: order.quantity,
      product_name: productName,
      depart_at: departAt.toISOString(),
      state: isWalkInEmail(order.email) ? 'to_call' : isLost ? 'failed' : isTold ? 'told' : 'to_tell',
      texted: notice !== null && texted.has(notice.id),
      told_at: isTold ? (mail?.createdAt ?? notice.toldAt).toISOString() : null,
    }
  })
  return parties.toSorted((a, b) => a.depart_at.localeCompare(b.depart_at) || a.order_id - b.order_id)
}

async function findLatestMails(db: DbOrTx, noticeIds: readonly number[]) {
  if (noticeIds.length === 0)
    return new Map<number, { state: (typeof mails.$inferSelect)['state']; createdAt: Date }>()
  const rows = await db
    .select({ subjectId: mails.subjectId, state: mails.state, createdAt: mails.createdAt })
    .from(mails)
    .where(and(inArray(mails.subjectId, [...noticeIds]), inArray(mails.kind, KINDS)))
    .orderBy(asc(mails.id))
  return new Map(
    rows.flatMap(({ subjectId, ...mail }) => (subjectId === null ? [] : [[subjectId, mail] as const])),
  )
}

async function findTexted(db: DbOrTx, noticeIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (noticeIds.length === 0) return new Set()
  const rows = await db
    .select({ subjectId: texts.subjectId })
    .from(texts)
    .where(and(inArray(texts.subjectId, [...noticeIds]), inArray(texts.kind, KINDS)))
  return new Set(rows.flatMap(({ subjectId }) => subjectId ?? []))
}
