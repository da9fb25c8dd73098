import { eq } from 'drizzle-orm'
import { type FlightOptions } from '#contract/flight-board.ts'
import { type Db } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { findUpcomingFlights, type UpcomingFlight } from '../seats/open-flights.ts'
import { describeMissingSecondSeats } from '../seats/second-seats.ts'
import { type DayFlightFacts } from './rules/day-tasks.ts'
import { judgeRoster } from './rosters/judge-roster.ts'
import { findRosterFlight, type Roster } from './rosters/load-rosters.ts'
import { type DutyLimits } from './rules/duty.ts'
import { findFreeSpan, judgeAircraft, judgePilot, type Machine, poundsOver } from './rules/flight-options.ts'

export type SeatedMachine = Machine & { seatLimitLbs: number }

interface OptionsRequest {
  flightId: number | undefined
  day: readonly DayFlightFacts[]
  machines: readonly SeatedMachine[]
  pilots: readonly { id: number; name: string }[]
  now: Date
  /** When the pilots can fly, and what they fly around this day. */
  rosterOf: (pilot: number) => Roster
  limits: DutyLimits
}

const isFree = ({ reasons }: { reasons: readonly unknown[] }) => (reasons.length === 0 ? 0 : 1)

/**
 * The other aircraft and pilots of a flight that has still to leave, with the reasons against each.
 *
 * @returns null for a flight that is not of this day, has left or was called off
 */
export async function listFlightOptions(
  db: Db,
  { flightId, day, machines, pilots, now, rosterOf, limits }: OptionsRequest,
): Promise<FlightOptions | null> {
  const flight = day.find(({ id }) => id === flightId)
  if (!flight) return null
  const [taken] = await findUpcomingFlights(db, eq(flights.id, flight.id), now)
  if (!taken) return null
  const present = machines.find(({ id }) => id === flight.aircraft.id)
  const others = machines.filter(
    ({ id, terminalId }) => id !== present?.id && terminalId === present?.terminalId,
  )
  const lacking = await findLackingTypes(db, taken, { present, others })
  const toAssign = { flight, taken, day }
  const ownFlight = await findRosterFlight(db, flight.id)
  const judge = (id: number) => [
    ...judgePilot(toAssign, id),
    ...(ownFlight ? judgeRoster(ownFlight, rosterOf(id), limits) : []),
  ]
  const load = (pilotId: number) => day.filter((one) => one.pilotId === pilotId).length
  return {
    flight_id: flight.id,
    aircraft: others
      .map((machine) => ({
        aircraft_id: machine.id,
        reasons: judgeAircraft(toAssign, machine, { present, lacking }),
        ...findFreeSpan(
          flight,
          day.filter(({ aircraft }) => aircraft.id === machine.id),
        ),
        over_lbs: poundsOver(taken, machine),
      }))
      .toSorted((a, b) => isFree(a) - isFree(b) || a.over_lbs - b.over_lbs),
    pilots: pilots
      .filter(({ id }) => id !== flight.pilotId)
      .map(({ id }) => ({
        pilot_id: id,
        reasons: judge(id),
        ...findFreeSpan(
          flight,
          day.filter(({ pilotId }) => pilotId === id),
        ),
      }))
      .toSorted((a, b) => isFree(a) - isFree(b) || load(a.pilot_id) - load(b.pilot_id)),
  }
}

/** The types on which somebody of the flight would need a second seat that was not bought. */
export async function findLackingTypes(
  db: Db,
  taken: UpcomingFlight,
  { present, others }: { present: SeatedMachine | undefined; others: readonly SeatedMachine[] },
): Promise<Set<number>> {
  if (!present) return new Set()
  const limits = [...new Set(others.map(({ seatLimitLbs }) => seatLimitLbs))]
  const refused = await Promise.all(
    limits.map(async (seatLimitLbs) => {
      const problem = await describeMissingSecondSeats(db, [taken], present, { seatLimitLbs })
      return problem === undefined ? [] : [seatLimitLbs]
    }),
  )
  const lower = refused.flat()
  return new Set(
    others.filter(({ seatLimitLbs }) => lower.includes(seatLimitLbs)).map(({ typeId }) => typeId),
  )
}
