import { type UnfitReason } from '#contract/flight-board.ts'
import { type Tx } from '../../db/client.ts'
import { judgeRoster } from './judge-roster.ts'
import { findRosterFlight, loadRosters, reachOf, readDutyLimits } from './load-rosters.ts'

/**
 * Describes why a pilot may not be given a flight by their days off, their hours or the limits of duty.
 * Undefined when they may. The pilot's row must be locked, so that two flights given at once, and a day
 * off that is told meanwhile, see each other.
 */
export async function refuseByRoster(
  tx: Tx,
  { pilotId, flightId, now }: { pilotId: number; flightId: number; now: Date },
): Promise<string | undefined> {
  const flight = await findRosterFlight(tx, flightId)
  if (!flight) return undefined
  const limits = await readDutyLimits(tx)
  const reach = reachOf(limits)
  const [from, until] = [-reach, reach].map((ms) => new Date(flight.departAt.getTime() + ms))
  if (!from || !until) return undefined
  const rosterOf = await loadRosters(tx, { pilotId, from, until, now })
  const [first] = judgeRoster(flight, rosterOf(pilotId), limits)
  return first && describeUnfit(first)
}

/** `8`, `13.5` */
const hours = (minutes: number | null): string => String(Math.round((minutes ?? 0) / 6) / 10)

function describeUnfit({ kind, flight_code: code, count, limit }: UnfitReason): string {
  switch (kind) {
    case 'off':
      return 'This pilot is off on that day'
    case 'outside_hours':
      return 'This flight is outside the hours of this pilot'
    case 'flight_hours':
      return `This pilot would fly ${hours(count)} hours in one duty; ${hours(limit)} are allowed`
    case 'duty_hours':
      return `This pilot would be on duty for ${hours(count)} hours; ${hours(limit)} are allowed`
    case 'rest':
      return (
        `This pilot would rest for ${hours(count)} hours between this flight and ${code ?? 'another one'}; ` +
        `${hours(limit)} are needed`
      )
    default:
      return (
        `This pilot would fly on ${String(count ?? 0)} days in a row; ` + `${String(limit ?? 0)} are allowed`
      )
  }
}
