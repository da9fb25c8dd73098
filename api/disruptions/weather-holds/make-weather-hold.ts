import { inArray } from 'drizzle-orm'
import { type WeatherHoldFields } from '#contract/weather-hold.ts'
import { type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { slots } from '../../db/schema/inventory.ts'
import { weatherHoldDepartures } from '../../db/schema/weather-hold-notices.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { type ApiDeps } from '../../deps.ts'
import { instantOf } from '../../rules/time/local-time.ts'
import { lockSlotRows } from '../../slots/slot-rows.ts'
import { findOrMakeSlot } from '../../slots/slot-store.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { findSpanDepartures, type SpanDepartures } from '../weather-days/find-span-departures.ts'
import { findLeft, findOverlappingHold } from './find-span-to-hold.ts'

type HoldRefusal =
  'not_found' | 'no_departures_to_hold' | 'weather_hold_overlaps' | 'decide_in_past' | 'decide_too_late'
export type WeatherHoldMade =
  | { ok: true; id: number; made: boolean }
  /** `holdId`: the open hold that is in the way. */
  | { ok: false; reason: HoldRefusal; holdId?: number }

/**
 * Puts the departures of a span on hold in one transaction: none of them is sold from then on. The job
 * `processWeatherHolds` tells the parties. The same span with the same time of the decision again, by
 * whomever, is the same hold.
 */
export async function makeWeatherHold(
  deps: ApiDeps,
  fields: WeatherHoldFields & { decide_time: string },
  by: AuditBy,
): Promise<WeatherHoldMade> {
  const span = { ...fields, terminalId: fields.terminal_id }
  const found = await findSpanDepartures(deps.database.db, span, by.at)
  if (!found) return { ok: false, reason: 'not_found' }
  return retryDeadlocks(() =>
    deps.database.db.transaction(async (tx) => {
      const answer = await writeWeatherHold(tx, { fields, found, by })
      if (answer.ok && answer.made) {
        deps.jobs?.wake('call-offs')
        deps.log.info({ weatherHold: answer.id }, 'departures put on hold')
      }
      return answer
    }),
  )
}

interface HoldToMake {
  fields: WeatherHoldFields & { decide_time: string }
  found: SpanDepartures
  by: AuditBy
}

async function writeWeatherHold(tx: Tx, { fields, found, by }: HoldToMake): Promise<WeatherHoldMade> {
  const decideAt = instantOf(fields.date, fields.decide_time, found.place.timezone)
  // Whoever puts the same departures on hold, calls them off or sells them at the same time waits here.
  const ahead = await lockAhead(tx, found, by.at)
  const known = await findOverlappingHold(tx, fields)
  if (known) {
    const isSame =
      known.fromTime === fields.from &&
      known.untilTime === fields.until &&
      known.decideAt.getTime() === decideAt.getTime()
    return isSame
      ? { ok: true, id: known.id, made: false }
      : { ok: false, reason: 'weather_hold_overlaps', holdId: known.id }
  }
  const [first] = ahead
  if (!first) return { ok: false, reason: 'no_departures_to_hold' }
  if (decideAt <= by.at) return { ok: false, reason: 'decide_in_past' }
  if (decideAt >= first.departAt) return { ok: false, reason: 'decide_too_late' }
  const values = {
    terminalId: fields.terminal_id,
    localDate: fields.date,
    fromTime: fields.from,
    untilTime: fields.until,
    note: fields.note || null,
  }
  const [hold] = await tx
    .insert(weatherHolds)
    .values({ ...values, decideAt, actor: `user:${String(by.userId)}`, createdAt: by.at })
    .returning({ id: weatherHolds.id })
  if (!hold) throw new Error('The weather hold was not written')
  const slotIds = ahead.map(({ id }) => id)
  await tx.insert(weatherHoldDepartures).values(slotIds.map((slotId) => ({ weatherHoldId: hold.id, slotId })))
  await tx.update(slots).set({ weatherHoldId: hold.id }).where(inArray(slots.id, slotIds))
  await writeAudit(tx, by, {
    resource: 'weather_holds',
    id: hold.id,
    after: {
      terminal_id: fields.terminal_id,
      date: fields.date,
      from: fields.from,
      until: fields.until,
      decide_at: decideAt.toISOString(),
      note: values.note,
      departures: slotIds.length,
    },
  })
  return { ok: true, id: hold.id, made: true }
}

/** Locks the departures of the span and returns those that may still leave, the soonest first. */
async function lockAhead(
  tx: Tx,
  found: SpanDepartures,
  now: Date,
): Promise<{ id: number; departAt: Date }[]> {
  const ahead = []
  // In one order, so that two who lock overlapping spans wait for each other and not in a circle.
  for (const slot of found.departures.toSorted((a, b) => a.departureId - b.departureId)) {
    if (slot.calledOffAt === null && slot.departAt > now) ahead.push(await findOrMakeSlot(tx, slot))
  }
  const locked = await lockSlotRows(
    tx,
    ahead.map(({ id }) => id),
  )
  const left = await findLeft(
    tx,
    locked.map(({ id }) => id),
  )
  const free = new Set(
    locked.filter((one) => one.calledOffAt === null && !left.has(one.id)).map(({ id }) => id),
  )
  return ahead
    .filter(({ id }) => free.has(id))
    .toSorted((a, b) => a.departAt.getTime() - b.departAt.getTime() || a.id - b.id)
}
