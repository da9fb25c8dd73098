import { ASSUMED_WEIGHT_LBS } from '../../rules/departures/availability.ts'

export interface PersonOnBoard {
  boarding: 'checked_in' | 'no_show' | null
  weightLbs: number | null
  waiverSigned: boolean
  needsSecondSeat: boolean
}

export interface FlightToLeave {
  hasPilot: boolean
  aircraftInService: boolean
  maxWeightLbs: number
  people: readonly PersonOnBoard[]
  /** A party has more passengers than seats, and it is not known who stays home. */
  tooMany: boolean
  /** What staff entered of who sits where; undefined if nothing. */
  seating: { overLoads: readonly string[]; unseated: number } | undefined
}

export const NO_PILOT = 'it has no pilot'

const counted = (count: number, one: string, many: string) => `${String(count)} ${count === 1 ? one : many}`

/**
 * Describes what a flight lacks before it may leave; empty when it is ready. A no-show needs
 * neither weight nor waiver. No description contains a weight.
 */
export function findDepartureGaps(flight: FlightToLeave): string[] {
  const aboard = flight.people.filter(({ boarding }) => boarding === 'checked_in')
  const open = flight.people.filter(({ boarding }) => boarding === null).length
  const weights = aboard.filter(({ weightLbs }) => weightLbs === null).length
  const waivers = aboard.filter(({ waiverSigned }) => !waiverSigned).length
  const load = aboard.reduce((sum, { weightLbs }) => sum + (weightLbs ?? ASSUMED_WEIGHT_LBS), 0)
  const unseated = flight.seating?.unseated ?? 0
  return [
    flight.hasPilot ? '' : NO_PILOT,
    flight.aircraftInService ? '' : 'its aircraft is out of service',
    flight.tooMany ? 'a party has more people than seats' : '',
    open > 0
      ? `${counted(open, 'passenger is', 'passengers are')} neither checked in nor marked as not come`
      : '',
    weights > 0 ? `${counted(weights, 'weight is', 'weights are')} missing` : '',
    waivers > 0 ? `${counted(waivers, 'waiver is', 'waivers are')} missing` : '',
    aboard.some(({ needsSecondSeat }) => needsSecondSeat) ? 'somebody needs a second seat' : '',
    load > flight.maxWeightLbs ? 'those on board weigh more than the aircraft may carry' : '',
    unseated > 0 ? `${counted(unseated, 'passenger has', 'passengers have')} no seat in the cabin` : '',
    ...(flight.seating?.overLoads ?? []),
  ].filter(Boolean)
}
