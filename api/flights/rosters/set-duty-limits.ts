import { type DutyLimits as WireLimits } from '#contract/duty-limits.ts'
import { type Db } from '../../db/client.ts'
import { dutyLimits } from '../../db/schema/pilots.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { readDutyLimits } from './load-rosters.ts'
import { presentLimits } from './present-roster.ts'

/** Changes the limits of duty; what is left out stays, and so do the pilots of all flights. */
export function setDutyLimits(db: Db, sent: Partial<WireLimits>, by: AuditBy): Promise<WireLimits> {
  return db.transaction(async (tx) => {
    await tx.select({ id: dutyLimits.id }).from(dutyLimits).for('update')
    const before = presentLimits(await readDutyLimits(tx))
    const after = { ...before, ...sent }
    await tx.update(dutyLimits).set({
      maxFlightMins: after.max_flight_mins,
      maxDutyMins: after.max_duty_mins,
      minRestMins: after.min_rest_mins,
      maxDaysInRow: after.max_days_in_row,
      reportMins: after.report_mins,
      releaseMins: after.release_mins,
    })
    await writeAudit(tx, by, { resource: 'duty_limits', id: 1, before, after })
    return after
  })
}
