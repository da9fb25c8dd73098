import { type DayDeparture, FlightDayReply } from '#contract/flight-day.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const DAY_MS = 86_400_000

export interface DepartureToCancel {
  departure: DayDeparture
  /** The day in its terminal's zone. */
  date: string
}

/**
 * A departure by its id and instant. Its day depends on the terminal's zone, which is unknown here,
 * so the three days around the instant are searched.
 *
 * @returns undefined if there is no such departure
 * @throws Response 503
 */
export async function findDeparture(
  { userApi }: Pick<StaffVisit, 'userApi'>,
  departureId: number,
  at: string,
): Promise<DepartureToCancel | undefined> {
  const instant = Date.parse(at)
  for (const days of [0, -1, 1]) {
    const date = new Date(instant + days * DAY_MS).toISOString().slice(0, 10)
    const { flight_day: day } = requireData(await userApi.get(`/v1/flight_days/${date}`, FlightDayReply))
    const departure = day.departures.find(
      (one) => one.departure_id === departureId && Date.parse(one.depart_at) === instant,
    )
    if (departure) return { departure, date }
  }
  return undefined
}
