import { type DutyLimits as WireLimits, type DutyOver } from '#contract/duty-limits.ts'
import { type PilotDuty } from '#contract/manifest-version.ts'
import {
  type PilotAbsence,
  type PilotHours,
  type RosterDay,
  type RosterFlight as WireFlight,
} from '#contract/pilot-roster.ts'
import { addDays, dayOfWeek, instantOf } from '../../rules/time/local-time.ts'
import { countDaysInRow, type Duty, type DutyLimits, findDuties, judgeDuty } from '../rules/duty.ts'
import { isWithin, type WeekdayHours } from '../rules/pilot-availability.ts'
import { reachOf, type Roster, type RosterAbsence, type RosterFlight } from './load-rosters.ts'

/** Everything that the duties of some days depend on, whatever the time zones of the terminals. */
export function spanAround(date: string, limits: DutyLimits, days = 1): { from: Date; until: Date } {
  const reach = reachOf(limits)
  return {
    from: new Date(instantOf(addDays(date, -1), '00:00', 'UTC').getTime() - reach),
    until: new Date(instantOf(addDays(date, days + 1), '00:00', 'UTC').getTime() + reach),
  }
}

export const presentLimits = (limits: DutyLimits): WireLimits => ({
  max_flight_mins: limits.maxFlightMins,
  max_duty_mins: limits.maxDutyMins,
  min_rest_mins: limits.minRestMins,
  max_days_in_row: limits.maxDaysInRow,
  report_mins: limits.reportMins,
  release_mins: limits.releaseMins,
})

export const presentHours = ({ dayOfWeek: day, from, until }: WeekdayHours): PilotHours => ({
  day_of_week: day,
  from,
  until,
})

export const presentAbsence = (
  pilotId: number,
  { id, fromDate, untilDate, kind, note, byPilot }: RosterAbsence,
): PilotAbsence => ({
  id,
  pilot_id: pilotId,
  from_date: fromDate,
  until_date: untilDate,
  kind,
  note,
  by_pilot: byPilot,
})

export const presentFlight = (flight: RosterFlight): WireFlight => ({
  id: flight.id,
  flight_code: flight.code,
  product_name: flight.productName,
  terminal_name: flight.terminalName,
  timezone: flight.timezone,
  date: flight.date,
  depart_at: flight.departAt.toISOString(),
  status: flight.status,
  people: flight.seatsTaken,
})

/** The limits that a duty is over, and whether its days are too many in a row. */
function findOver(duty: Duty, dates: ReadonlySet<string>, limits: DutyLimits): DutyOver[] {
  const { maxDaysInRow: most } = limits
  const isTooMany = most !== null && duty.flights.some(({ date }) => countDaysInRow(date, dates) > most)
  return [...judgeDuty(duty, limits).map(({ kind }) => kind), ...(isTooMany ? ['days_in_row' as const] : [])]
}

/** The duty that a flight of a pilot belongs to; undefined for one that is not theirs. */
export function findDutyOf(flightId: number, roster: Roster, limits: DutyLimits): PilotDuty | undefined {
  const dates = new Set(roster.flights.map(({ date }) => date))
  const duty = findDuties(roster.flights, limits).find((one) => one.flights.some(({ id }) => id === flightId))
  return (
    duty && {
      from: duty.from.toISOString(),
      until: duty.until.toISOString(),
      duty_mins: duty.dutyMins,
      flight_mins: duty.flightMins,
      over: findOver(duty, dates, limits),
    }
  )
}

/** A day of a pilot. The roster reaches so far around it as `spanAround` says. */
export function presentDay(date: string, roster: Roster, limits: DutyLimits): RosterDay {
  const duties = findDuties(roster.flights, limits).filter((duty) => duty.flights[0]?.date === date)
  const dates = new Set(roster.flights.map((one) => one.date))
  const hours = roster.hours.find((one) => one.dayOfWeek === dayOfWeek(date))
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  return {
    date,
    off: roster.absences.find((absence) => isWithin(date, absence))?.kind ?? null,
    hours: hours ? presentHours(hours) : null,
    flights: roster.flights.filter((one) => one.date === date).map(presentFlight),
    duty_from: duties[0]?.from.toISOString() ?? null,
    duty_until: duties.at(-1)?.until.toISOString() ?? null,
    duty_mins: sum(duties.map(({ dutyMins }) => dutyMins)),
    flight_mins: sum(duties.map(({ flightMins }) => flightMins)),
    over: [...new Set(duties.flatMap((duty) => findOver(duty, dates, limits)))],
  }
}
