import { type UnfitReason } from '#contract/flight-board.ts'
import { type DutyLimits, type DutyProblem, judgeFlight } from '../rules/duty.ts'
import { judgeAvailability } from '../rules/pilot-availability.ts'
import { findPilotClash } from '../rules/pilot-clash.ts'
import { type Roster, type RosterFlight } from './load-rosters.ts'

const reason = (kind: UnfitReason['kind'], more: Partial<UnfitReason> = {}): UnfitReason => ({
  kind,
  flight_code: null,
  from: null,
  until: null,
  count: null,
  limit: null,
  ...more,
})

/** Why a pilot may not fly a flight by their hours, their days off and the limits of duty. */
export function judgeRoster(flight: RosterFlight, roster: Roster, limits: DutyLimits): UnfitReason[] {
  const away = judgeAvailability(flight, roster)
  return [
    ...(away === undefined ? [] : [reason(away)]),
    ...judgeFlight(flight, roster.flights, limits).map(describeProblem),
  ]
}

function describeProblem(problem: DutyProblem): UnfitReason {
  const { kind, limit } = problem
  if (problem.kind === 'days_in_row') return reason(kind, { count: problem.days, limit })
  return reason(kind, {
    count: problem.mins,
    limit,
    ...(problem.kind === 'rest' ? { flight_code: problem.code } : {}),
  })
}

/** Whether a pilot can fly a flight: there, in time, and within the limits. */
export const canFly = (flight: RosterFlight, roster: Roster, limits: DutyLimits): boolean =>
  judgeRoster(flight, roster, limits).length === 0 &&
  !roster.flights.some((other) => other.id !== flight.id && findPilotClash(flight, other) !== undefined)
