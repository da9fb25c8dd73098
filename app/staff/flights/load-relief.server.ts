import { type Manifest } from '#contract/passenger.ts'
import { type FlightRelief, FlightReliefReply } from '#contract/rescue-plan.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { isAhead } from './flight-state.ts'

/**
 * The cheapest change of a flight that carries too much; asked only for one that does.
 * @throws Response 503
 */
export async function loadRelief(
  { userApi }: StaffVisit,
  { flight_id: id, flight, total_weight_lbs: pounds, max_weight_lbs: most }: Manifest,
): Promise<FlightRelief | null> {
  if (pounds <= most || !isAhead(flight.status)) return null
  const read = await userApi.get(`/v1/flights/${String(id)}/relief`, FlightReliefReply)
  return requireData(read).flight_relief
}
