import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { slots } from '../../db/schema/inventory.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { type ApiDeps } from '../../deps.ts'
import { writeAudit } from '../../store/write-audit.ts'

interface Leaving {
  /** Why the departures leave their hold; a hold that loses its last one ends in the same way. */
  how: 'released' | 'called_off'
  /** Undefined for the clock. */
  userId: number | undefined
  now: Date
}

/**
 * Takes departures out of their weather holds, because they are called off or have a time of their own.
 * Their slots must be locked. A hold without any departure is over.
 */
export async function leaveWeatherHold(
  tx: Tx,
  deps: Pick<ApiDeps, 'jobs'>,
  slotIds: readonly number[],
  { how, userId, now }: Leaving,
): Promise<void> {
  if (slotIds.length === 0) return
  const onHold = and(inArray(slots.id, [...slotIds]), isNotNull(slots.weatherHoldId))
  const left = await tx.select({ holdId: slots.weatherHoldId }).from(slots).where(onHold)
  const holdIds = [...new Set(left.flatMap(({ holdId }) => holdId ?? []))].toSorted((a, b) => a - b)
  if (holdIds.length === 0) return
  await tx.update(slots).set({ weatherHoldId: null }).where(onHold)
  for (const id of holdIds) {
    // Of two who take the last departures out, the second waits here and sees that none is left.
    await tx.select({ id: weatherHolds.id }).from(weatherHolds).where(eq(weatherHolds.id, id)).for('update')
    if ((await tx.$count(slots, eq(slots.weatherHoldId, id))) > 0) continue
    await tx.update(weatherHolds).set({ state: how, endedAt: now }).where(eq(weatherHolds.id, id))
    if (userId !== undefined)
      await writeAudit(
        tx,
        { userId, at: now },
        { resource: 'weather_holds', id, before: { state: 'open' }, after: { state: how } },
      )
  }
  deps.jobs?.wake('call-offs')
}
