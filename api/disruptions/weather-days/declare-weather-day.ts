import { eq } from 'drizzle-orm'
import { type WeatherDayFields } from '#contract/weather-day.ts'
import { type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { weatherDays } from '../../db/schema/departure-cancellations.ts'
import { type ApiDeps } from '../../deps.ts'
import { lockSlotRows } from '../../slots/slot-rows.ts'
import { findOrMakeSlot } from '../../slots/slot-store.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { callOffSlot, isGone } from '../cancel-departure.ts'
import { leaveWeatherHold } from '../weather-holds/leave-weather-hold.ts'
import { findSpanDepartures, type SpanDepartures } from './find-span-departures.ts'
import { isWeatherDay } from './is-weather-day.ts'

export type WeatherDayDeclared =
  { ok: true; id: number; made: boolean } | { ok: false; reason: 'not_found' | 'no_departures' }

/**
 * Cancels all departures of a span in one transaction, so that nobody buys a seat meanwhile. The job
 * `processWeatherDays` does the rest. Repeated, by whomever, it is the same weather day; departures that
 * came into the span since then are cancelled with it.
 */
export async function declareWeatherDay(
  deps: ApiDeps,
  fields: WeatherDayFields,
  by: AuditBy,
): Promise<WeatherDayDeclared> {
  const span = { ...fields, terminalId: fields.terminal_id }
  const found = await findSpanDepartures(deps.database.db, span, by.at)
  if (!found) return { ok: false, reason: 'not_found' }
  return retryDeadlocks(() => deps.database.db.transaction((tx) => declare(tx, deps, { fields, found, by })))
}

/** Rolls back a weather day that cancels nothing. */
class NothingLeaves extends Error {}

interface Declaration {
  fields: WeatherDayFields
  found: SpanDepartures
  by: AuditBy
}

async function declare(tx: Tx, deps: ApiDeps, declaration: Declaration): Promise<WeatherDayDeclared> {
  try {
    return await tx.transaction((point) => writeWeatherDay(point, deps, declaration))
  } catch (error) {
    if (error instanceof NothingLeaves) return { ok: false, reason: 'no_departures' }
    throw error
  }
}

async function writeWeatherDay(
  tx: Tx,
  deps: ApiDeps,
  { fields, found, by }: Declaration,
): Promise<WeatherDayDeclared> {
  const { terminal_id: terminalId, date: localDate, from: fromTime, until: untilTime } = fields
  const actor = `user:${String(by.userId)}`
  const note = fields.note || null
  // Who declares the same span at the same time waits here for the other's end.
  const [made] = await tx
    .insert(weatherDays)
    .values({
      ...{ terminalId, localDate, fromTime, untilTime, note },
      holdHours: fields.hold_hours,
      actor,
      createdAt: by.at,
    })
    .onConflictDoNothing()
    .returning({ id: weatherDays.id })
  const id = made?.id ?? (await lockWeatherDay(tx, fields))
  const cancelled = await cancelAll(tx, deps, {
    ...{ found, weatherDayId: id, note, actor },
    userId: by.userId,
    now: by.at,
  })
  if (made) {
    if (cancelled === 0) throw new NothingLeaves()
    const after = { terminal_id: terminalId, date: localDate, from: fromTime, until: untilTime, note }
    await writeAudit(tx, by, { resource: 'weather_days', id, after: { ...after, departures: cancelled } })
  } else if (cancelled > 0) {
    await tx.update(weatherDays).set({ doneAt: null }).where(eq(weatherDays.id, id))
  }
  return { ok: true, id, made: made !== undefined }
}

async function lockWeatherDay(tx: Tx, fields: WeatherDayFields): Promise<number> {
  const [known] = await tx
    .select({ id: weatherDays.id })
    .from(weatherDays)
    .where(isWeatherDay(fields))
    .for('update')
  if (!known) throw new Error('The weather day was neither found nor made')
  return known.id
}

interface CancelledSpan {
  found: SpanDepartures
  weatherDayId: number
  note: string | null
  actor: string
  userId: number
  now: Date
}

/** Locks all slots before it counts, and cancels those that can be. */
async function cancelAll(
  tx: Tx,
  deps: ApiDeps,
  { found, weatherDayId, note, actor, userId, now }: CancelledSpan,
): Promise<number> {
  const open = found.departures.filter(({ calledOffAt }) => calledOffAt === null)
  const known = []
  // In one order, so that two who cancel overlapping spans wait for each other and not in a circle.
  for (const slot of open.toSorted((a, b) => a.departureId - b.departureId))
    known.push({ slot, slotId: (await findOrMakeSlot(tx, slot)).id })
  const locked = await lockSlotRows(
    tx,
    known.map(({ slotId }) => slotId),
  )
  const free = new Set(locked.filter(({ calledOffAt }) => calledOffAt === null).map(({ id }) => id))
  let cancelled = 0
  for (const { slot, slotId } of known) {
    if (!free.has(slotId)) continue
    if (await isGone(tx, { slotId, departAt: slot.departAt }, now)) {
      // What has left is not decided about any more.
      await leaveWeatherHold(tx, deps, [slotId], { how: 'called_off', userId, now })
      continue
    }
    await callOffSlot(tx, deps, { slot, slotId, reason: 'weather', note, weatherDayId, actor, now })
    cancelled += 1
  }
  return cancelled
}
