import { type PilotWeek } from '#contract/pilot-roster.ts'
import { type Db } from '../../db/client.ts'
import { addDays, datesBetween } from '../../rules/time/local-time.ts'
import { selectPilots } from '../pilots.ts'
import { findOpenFlights, loadRosters, readDutyLimits } from './load-rosters.ts'
import {
  presentAbsence,
  presentDay,
  presentFlight,
  presentHours,
  presentLimits,
  spanAround,
} from './present-roster.ts'

const DAYS = 7

/**
 * Reads a week of pilots: what they fly, their duties, and when they can fly.
 *
 * @param pilotId one pilot, without the flights that have none; undefined for all
 */
export async function readPilotWeek(
  db: Db,
  { date, pilotId, now }: { date: string; pilotId: number | undefined; now: Date },
): Promise<PilotWeek> {
  const limits = await readDutyLimits(db)
  const span = spanAround(date, limits, DAYS)
  const last = addDays(date, DAYS - 1)
  const [pilots, rosterOf, open] = await Promise.all([
    selectPilots(db, {}),
    loadRosters(db, { ...span, pilotId, now }),
    pilotId === undefined ? findOpenFlights(db, span) : [],
  ])
  return {
    date,
    duty_limits: presentLimits(limits),
    pilots: pilots
      .filter(({ id }) => pilotId === undefined || id === pilotId)
      .map(({ id, name }) => {
        const roster = rosterOf(id)
        return {
          pilot_id: id,
          name,
          hours: roster.hours.map(presentHours),
          absences: roster.absences
            .filter(({ untilDate }) => untilDate >= date)
            .map((absence) => presentAbsence(id, absence)),
          days: datesBetween(date, last).map((day) => presentDay(day, roster, limits)),
        }
      }),
    open_flights: open.filter((one) => one.date >= date && one.date <= last).map(presentFlight),
  }
}
