import { z } from 'zod'
import { FlightDayReply } from '#contract/flight-day.ts'
import { type Manifest, ManifestReply } from '#contract/passenger.ts'
import { toLocalDate } from '../../../format/local-time.ts'
import { readForm, SentId } from '../../../ui/form/sent-values.server.ts'
import { requireData } from '../../../visit/load-visit.server.ts'
import { type StaffVisit } from '../../parts/staff-visit.server.ts'
import { type ScanPlace } from './scan-forms.ts'
import { type ScanView } from './scan-view.ts'

const Place = z.object({ flight: SentId, order: SentId, on: SentId, done: SentId })

/** What the address says; anything that no page of ours links to counts as missing. */
export const readPlace = (query: URLSearchParams): ScanPlace => readForm(query, Place)

/**
 * What the page of scanning shows.
 *
 * @throws Response 404 for an unknown flight, 503
 */
export async function loadScan(staff: StaffVisit, query: URLSearchParams): Promise<ScanView> {
  const { userApi, visit } = staff
  const place = readPlace(query)
  const today = toLocalDate(visit.now.toISOString(), visit.brand.time_zone)
  const shown = place.on ?? place.flight
  const read = async (id: number | undefined): Promise<Manifest | null> =>
    id === undefined
      ? null
      : requireData(await userApi.get(`/v1/flights/${String(id)}/manifest`, ManifestReply)).manifest
  const [manifest, flight, day] = await Promise.all([
    read(shown),
    place.flight === shown ? undefined : read(place.flight),
    place.flight === undefined && place.order === undefined
      ? userApi.get(`/v1/flight_days/${today}`, FlightDayReply)
      : undefined,
  ])
  return {
    place,
    today,
    flight: flight === undefined ? manifest : flight,
    manifest,
    day: day ? requireData(day).flight_day : null,
  }
}
