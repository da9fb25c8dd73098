import { type BoardFlight, type FlightBoard, type FlightOptions } from '#contract/flight-board.ts'
import { describeAircraftChange, describePilotChange } from '../parts/colleague-change.ts'
import { formatCount } from '../parts/count-noun.ts'
import { clockOf, describeFree, describeOver, describeReason, pounds } from '../parts/unfit-words.ts'
import { type AssignedMeanwhile, NOBODY } from './board-forms.ts'
import { countTaken, formatSpan } from './board-words.ts'

/** A radio button of the panel. */
export interface Choice {
  value: string
  name: string
  /** Why it fits, or why not. */
  text: string
  fits: boolean
}

interface ChoicesInput {
  flight: BoardFlight
  options: FlightOptions
}

export function listAircraftChoices(board: FlightBoard, { flight, options }: ChoicesInput): Choice[] {
  const { timezone: zone } = flight
  const category = board.aircraft.find(({ id }) => id === flight.aircraft_id)?.category
  return options.aircraft.flatMap(({ aircraft_id: id, reasons, over_lbs: over, ...free }) => {
    const one = board.aircraft.find((machine) => machine.id === id)
    if (!one) return []
    const load =
      `${String(countTaken(flight))} of ${String(one.capacity)} seats, ` +
      `${pounds(flight.weight_lbs)} of ${pounds(one.max_weight_lbs)} lb.`
    return {
      value: String(id),
      name: `${one.registration}, ${formatCount(one.capacity, 'seat', 'seats')}`,
      text:
        reasons.length === 0
          ? [describeOver(over), describeFree(free, zone), load].filter(Boolean).join(' ')
          : reasons.map((reason) => describeReason(reason, { zone, category })).join(' '),
      fits: reasons.length === 0,
    }
  })
}

export function listPilotChoices(board: FlightBoard, { flight, options }: ChoicesInput): Choice[] {
  const { timezone: zone } = flight
  const choices = options.pilots.flatMap(({ pilot_id: id, reasons, ...free }) => {
    const pilot = board.pilots.find((one) => one.id === id)
    if (!pilot) return []
    return {
      value: String(id),
      name: pilot.name,
      text:
        reasons.length === 0
          ? `${describeFree(free, zone)} ${describeDuty(pilot, flight, board.duty_limits)}`
          : reasons.map((reason) => describeReason(reason, { zone, category: undefined })).join(' '),
      fits: reasons.length === 0,
    }
  })
  const nobody = { value: NOBODY, name: 'Nobody yet', text: 'The flight waits for a pilot.', fits: true }
  return flight.pilot_id === null ? choices : [...choices, nobody]
}

/** The duty and the time in the air with one more flight: `9:00 am – 6:10 pm, 2 h 05 in the air with it.` */
function describeDuty(
  pilot: FlightBoard['pilots'][number],
  flight: BoardFlight,
  { report_mins: report, release_mins: release }: FlightBoard['duty_limits'],
): string {
  const { timezone: zone, depart_at: leaves, arrive_at: lands } = flight
  const reports = addMinutes(leaves, -report)
  const released = addMinutes(lands, release)
  const from = pilot.duty_from === null || reports < pilot.duty_from ? reports : pilot.duty_from
  const until = pilot.duty_until === null || released > pilot.duty_until ? released : pilot.duty_until
  const own = (Date.parse(lands) - Date.parse(leaves)) / 60_000
  return (
    `Duty ${clockOf(from, zone)} – ${clockOf(until, zone)}, ` +
    `${formatSpan(pilot.flight_mins + own)} in the air with it.`
  )
}

const addMinutes = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString()

/** What a colleague set and what was chosen, in one sentence. */
export function describeMeanwhile(board: FlightBoard, { what, now, mine, by }: AssignedMeanwhile): string {
  if (what === 'aircraft') {
    const nameOf = (id: number | null) =>
      board.aircraft.find((one) => one.id === id)?.registration ?? 'another aircraft'
    return describeAircraftChange({ now: nameOf(now), by, mine: nameOf(mine) })
  }
  const nameOf = (id: number | null) =>
    id === null ? null : (board.pilots.find((one) => one.id === id)?.name ?? 'Another pilot')
  return describePilotChange({ now: nameOf(now), by, mine: nameOf(mine) })
}
