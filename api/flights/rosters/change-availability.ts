import { and, asc, eq, inArray } from 'drizzle-orm'
import {
  type PilotAbsence,
  type PilotAbsenceFields,
  type PilotHours,
  type PilotHoursFields,
  type RosterPreview,
} from '#contract/pilot-roster.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { flights } from '../../db/schema/inventory.ts'
import { users } from '../../db/schema/people.ts'
import { pilotAbsences, pilotHours } from '../../db/schema/pilots.ts'
import { type ApiDeps } from '../../deps.ts'
import { toLocalDate } from '../../rules/time/local-time.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { selectPilots } from '../pilots.ts'
import { isAhead } from '../rules/flight-steps.ts'
import { type Availability, judgeAvailability } from '../rules/pilot-availability.ts'
import { canFly } from './judge-roster.ts'
import { loadRosters, reachOf, readDutyLimits, type Roster, type RosterFlight } from './load-rosters.ts'
import { presentAbsence, presentFlight } from './present-roster.ts'

/** Whose days they are, and who says so. */
interface ChangeBy {
  audit: AuditBy
  /** Only their own: a pilot without another role. */
  isOwn: boolean
}

type Refused =
  | { ok: false; reason: 'not_found' | 'absence_over' }
  /** Other flights than were seen would lose their pilot. */
  | { ok: false; reason: 'roster_changed'; preview: RosterPreview }
export type Previewed = { ok: true; preview: RosterPreview }
export type AbsenceMade =
  { ok: true; preview?: undefined; absence: PilotAbsence; isNew: boolean } | Previewed | Refused
export type HoursSet = { ok: true; preview?: undefined; days: PilotHours[] } | Previewed | Refused

/**
 * Notes that a pilot does not fly on some days. Flights of theirs in those days lose their pilot and
 * are tasks of the desk then; nothing that was sold changes.
 *
 * @param fields.seen the flights that the preview named; nothing is written if they are others now
 */
export async function makeAbsence(
  deps: ApiDeps,
  fields: PilotAbsenceFields,
  { audit, isOwn }: ChangeBy,
): Promise<AbsenceMade> {
  const { pilot_id: pilotId, from_date: fromDate, until_date: untilDate, kind, note } = fields
  // The shop's days are those of its first brand, as in reports.
  const { brands } = await readCatalogue(deps.database.db)
  const today = toLocalDate(audit.at, brands[0]?.timeZone ?? 'UTC')
  return inRoster<AbsenceMade>(deps, pilotId, fields, async (tx, lock) => {
    if (isOwn && pilotId !== audit.userId) return { ok: false, reason: 'not_found' }
    if (untilDate < today) return { ok: false, reason: 'absence_over' }
    const lost = await lock((roster) => ({
      hours: roster.hours,
      absences: [...roster.absences, { id: 0, fromDate, untilDate, kind }],
    }))
    if (!lost.ok || lost.preview) return lost
    const same = and(
      eq(pilotAbsences.userId, pilotId),
      eq(pilotAbsences.fromDate, fromDate),
      eq(pilotAbsences.untilDate, untilDate),
      eq(pilotAbsences.kind, kind),
    )
    const [known] = await tx.select().from(pilotAbsences).where(same)
    if (known) return { ok: true, absence: presentAbsence(pilotId, known), isNew: false }
    const [made] = await tx
      .insert(pilotAbsences)
      .values({
        ...{ userId: pilotId, fromDate, untilDate, kind },
        note: note || null,
        byPilot: pilotId === audit.userId,
        createdAt: audit.at,
      })
      .returning()
    if (!made) throw new Error('The days off were not written')
    await takeOff(tx, lost.flights, pilotId, audit)
    // Why somebody is away is personal, and stays out of the audit log.
    const after = { pilot_id: pilotId, from_date: fromDate, until_date: untilDate }
    await writeAudit(tx, audit, { resource: 'pilot_absences', id: made.id, after })
    return { ok: true, absence: presentAbsence(pilotId, made), isNew: true }
  })
}

/** Removes days off; flights that were given to others stay with them. */
export async function removeAbsence(deps: ApiDeps, id: number, { audit, isOwn }: ChangeBy): Promise<boolean> {
  return deps.database.db.transaction(async (tx) => {
    // What the desk said is the desk's to take back.
    const mine = isOwn ? [eq(pilotAbsences.userId, audit.userId), eq(pilotAbsences.byPilot, true)] : []
    const [gone] = await tx
      .delete(pilotAbsences)
      .where(and(eq(pilotAbsences.id, id), ...mine))
      .returning()
    if (!gone) return false
    const before = { pilot_id: gone.userId, from_date: gone.fromDate, until_date: gone.untilDate }
    await writeAudit(tx, audit, { resource: 'pilot_absences', id, before })
    return true
  })
}

/** Sets all hours of a pilot; flights of theirs outside of them lose their pilot, as with days off. */
export function setHours(
  deps: ApiDeps,
  pilotId: number,
  fields: PilotHoursFields,
  audit: AuditBy,
): Promise<HoursSet> {
  return inRoster<HoursSet>(deps, pilotId, fields, async (tx, lock) => {
    const hours = fields.days.map(({ day_of_week: dayOfWeek, from, until }) => ({ dayOfWeek, from, until }))
    const before = await tx.select().from(pilotHours).where(eq(pilotHours.userId, pilotId))
    const lost = await lock((roster) => ({ absences: roster.absences, hours }))
    if (!lost.ok || lost.preview) return lost
    await tx.delete(pilotHours).where(eq(pilotHours.userId, pilotId))
    if (hours.length > 0) {
      await tx.insert(pilotHours).values(
        hours.map(({ dayOfWeek, from, until }) => ({
          ...{ userId: pilotId, dayOfWeek },
          fromTime: from,
          untilTime: until,
        })),
      )
    }
    await takeOff(tx, lost.flights, pilotId, audit)
    const words = (rows: readonly { dayOfWeek: number; from: string; until: string }[]) =>
      rows
        .toSorted((a, b) => a.dayOfWeek - b.dayOfWeek)
        .map(({ dayOfWeek, from, until }) => `${String(dayOfWeek)} ${from}-${until}`)
    await writeAudit(tx, audit, {
      resource: 'pilot_hours',
      id: pilotId,
      before: { hours: words(before.map((row) => ({ ...row, from: row.fromTime, until: row.untilTime }))) },
      after: { hours: words(hours) },
    })
    return { ok: true, days: fields.days }
  })
}

type Lost = { ok: true; preview?: undefined; flights: RosterFlight[] } | Previewed | Refused
type LockLost = (change: (roster: Roster) => Availability) => Promise<Lost>

/**
 * Runs a change of when a pilot can fly. `lock` locks the flights that lose their pilot and then the pilot,
 * in the order of those who set a pilot, and reads them once more.
 */
function inRoster<Answer>(
  deps: ApiDeps,
  pilotId: number,
  { preview, seen }: { preview: boolean; seen: readonly number[] },
  work: (tx: Tx, lock: LockLost) => Promise<Answer | Refused>,
): Promise<Answer | Refused> {
  const { db } = deps.database
  const now = deps.clock.now()
  return retryDeadlocks(() =>
    db.transaction(async (tx): Promise<Answer | Refused> => {
      const pilots = await selectPilots(tx, {})
      if (!pilots.some(({ id }) => id === pilotId)) return { ok: false, reason: 'not_found' }
      return work(tx, async (change) => {
        const read = () => findLost(tx, { pilotId, change, now })
        if (preview) return { ok: true, preview: await presentLost(tx, await read(), { pilotId, now }) }
        await lockFlights(tx, await read(), pilotId)
        const lost = await read()
        const isSeen = lost.length === seen.length && lost.every(({ id }) => seen.includes(id))
        if (isSeen) return { ok: true, flights: lost }
        const present = await presentLost(tx, lost, { pilotId, now })
        return { ok: false, reason: 'roster_changed', preview: present }
      })
    }),
  )
}

async function lockFlights(tx: Tx, lost: readonly RosterFlight[], pilotId: number): Promise<void> {
  const ids = lost.map(({ id }) => id)
  if (ids.length > 0) {
    await tx
      .select({ id: flights.id })
      .from(flights)
      .where(inArray(flights.id, ids))
      .orderBy(asc(flights.id))
      .for('update')
  }
  await tx.select({ id: users.id }).from(users).where(eq(users.id, pilotId)).for('update')
}

interface LostQuery {
  pilotId: number
  change: (roster: Roster) => Availability
  now: Date
}

/** Sold ahead at most so long. */
const AHEAD_DAYS = 800
const HOURS_LATE = 12

/** The flights of a pilot that have still to leave and do not fit their new hours and days off. */
async function findLost(db: DbOrTx, { pilotId, change, now }: LostQuery): Promise<RosterFlight[]> {
  const from = new Date(now.getTime() - HOURS_LATE * 3_600_000)
  const until = new Date(now.getTime() + AHEAD_DAYS * 86_400_000)
  const roster = (await loadRosters(db, { pilotId, from, until, now }))(pilotId)
  const changed = change(roster)
  return roster.flights.filter(
    (flight) => isAhead(flight.status) && judgeAvailability(flight, changed) !== undefined,
  )
}

/** The flights in words, each with those who can take it; one who takes one may not take the next. */
async function presentLost(
  db: DbOrTx,
  lost: readonly RosterFlight[],
  { pilotId, now }: { pilotId: number; now: Date },
): Promise<RosterPreview> {
  const [first, last] = [lost[0], lost.at(-1)]
  if (!first || !last) return { lost_flights: [] }
  const limits = await readDutyLimits(db)
  const reach = reachOf(limits)
  const [from, until] = [
    new Date(first.departAt.getTime() - reach),
    new Date(last.departAt.getTime() + reach),
  ]
  const pilots = await selectPilots(db, {})
  const rosterOf = await loadRosters(db, { from, until, now })
  const others = pilots
    .filter(({ id }) => id !== pilotId)
    .map((pilot) => ({ pilot, roster: rosterOf(pilot.id) }))
  return {
    lost_flights: lost.map((flight) => ({
      ...presentFlight(flight),
      pilots: others.filter(({ roster }) => canFly(flight, roster, limits)).map(({ pilot }) => pilot),
    })),
  }
}

async function takeOff(
  tx: Tx,
  lost: readonly RosterFlight[],
  pilotId: number,
  audit: AuditBy,
): Promise<void> {
  for (const { id } of lost) {
    await tx
      .update(flights)
      .set({ pilotId: null })
      .where(and(eq(flights.id, id), eq(flights.pilotId, pilotId)))
    await writeAudit(tx, audit, {
      resource: 'flights',
      id,
      before: { pilot_id: pilotId },
      after: { pilot_id: null },
    })
  }
}
