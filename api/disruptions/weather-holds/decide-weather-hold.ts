import { and, eq, min } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { terminals } from '../../db/schema/catalogue.ts'
import { slots } from '../../db/schema/inventory.ts'
import { weatherHoldDepartures } from '../../db/schema/weather-hold-notices.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { type ApiDeps } from '../../deps.ts'
import { instantOf } from '../../rules/time/local-time.ts'
import { lockSlotRows } from '../../slots/slot-rows.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { type WeatherHoldRow } from './find-span-to-hold.ts'

export type WeatherHoldReleased =
  { ok: true } | { ok: false; reason: 'not_found' | 'weather_hold_called_off' }

/**
 * They fly: opens the sale of the departures that are still on hold; the job tells their parties. What
 * staff closed themselves stays closed. Repeated it changes nothing.
 */
export function releaseWeatherHold(deps: ApiDeps, id: number, by: AuditBy): Promise<WeatherHoldReleased> {
  return inLockedHold(deps, id, async (tx, hold) => {
    if (!hold) return { ok: false, reason: 'not_found' }
    if (hold.state === 'called_off') return { ok: false, reason: 'weather_hold_called_off' }
    if (hold.state === 'released') return { ok: true }
    await tx.update(slots).set({ weatherHoldId: null }).where(eq(slots.weatherHoldId, id))
    await tx.update(weatherHolds).set({ state: 'released', endedAt: by.at }).where(eq(weatherHolds.id, id))
    await writeAudit(tx, by, {
      resource: 'weather_holds',
      id,
      before: { state: 'open' },
      after: { state: 'released' },
    })
    deps.jobs?.wake('call-offs')
    deps.log.info({ weatherHold: id }, 'departures released')
    return { ok: true }
  })
}

export type WeatherHoldPostponed =
  | { ok: true }
  | {
      ok: false
      reason:
        'not_found' | 'weather_hold_over' | 'weather_hold_changed' | 'decide_not_later' | 'decide_too_late'
    }

/**
 * Puts the decision off to a later time of the same day, `14:00`; the job tells each party the new time.
 * The same time again changes nothing.
 */
export function postponeWeatherHold(
  deps: ApiDeps,
  id: number,
  { time, seen }: { time: string; seen: Date | undefined },
  by: AuditBy,
): Promise<WeatherHoldPostponed> {
  return inLockedHold(deps, id, async (tx, hold) => {
    if (!hold) return { ok: false, reason: 'not_found' }
    if (hold.state !== 'open') return { ok: false, reason: 'weather_hold_over' }
    const [place] = await tx
      .select({ timezone: terminals.timezone })
      .from(terminals)
      .where(eq(terminals.id, hold.terminalId))
    const decideAt = instantOf(hold.localDate, time, place?.timezone ?? 'UTC')
    if (decideAt.getTime() === hold.decideAt.getTime()) return { ok: true }
    if (seen && seen.getTime() !== hold.decideAt.getTime())
      return { ok: false, reason: 'weather_hold_changed' }
    if (decideAt <= hold.decideAt || decideAt <= by.at) return { ok: false, reason: 'decide_not_later' }
    const [first] = await tx
      .select({ departAt: min(slots.departAt) })
      .from(slots)
      .where(eq(slots.weatherHoldId, id))
    if (first?.departAt && decideAt >= first.departAt) return { ok: false, reason: 'decide_too_late' }
    await tx
      .update(weatherHolds)
      .set({ decideAt, postponed: hold.postponed + 1 })
      .where(and(eq(weatherHolds.id, id), eq(weatherHolds.state, 'open')))
    await writeAudit(tx, by, {
      resource: 'weather_holds',
      id,
      before: { decide_at: hold.decideAt.toISOString() },
      after: { decide_at: decideAt.toISOString() },
    })
    deps.jobs?.wake('call-offs')
    return { ok: true }
  })
}

/** Locks the departures of a hold and then the hold, in the order of those who call them off. */
function inLockedHold<Answer>(
  deps: ApiDeps,
  id: number,
  work: (tx: Tx, hold: WeatherHoldRow | undefined) => Promise<Answer>,
): Promise<Answer> {
  return retryDeadlocks(() =>
    deps.database.db.transaction(async (tx) => {
      const departures = await tx
        .select({ slotId: weatherHoldDepartures.slotId })
        .from(weatherHoldDepartures)
        .where(eq(weatherHoldDepartures.weatherHoldId, id))
      await lockSlotRows(
        tx,
        departures.map(({ slotId }) => slotId),
      )
      const [hold] = await tx.select().from(weatherHolds).where(eq(weatherHolds.id, id)).for('update')
      return work(tx, hold)
    }),
  )
}
