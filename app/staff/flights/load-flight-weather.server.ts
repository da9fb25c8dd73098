import { type Manifest } from '#contract/passenger.ts'
import { type WeatherReport } from '#contract/weather-report.ts'
import { toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { loadWeatherReports } from '../parts/load-weather-reports.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { isAhead } from './flight-state.ts'

const BEFORE_MS = 3_600_000
const AFTER_MS = 2 * 3_600_000
const LAST_MINUTE = '23:59'

/** The weather of a flight that is still ahead: from an hour before it leaves to two hours after. */
export async function loadFlightWeather(
  staff: StaffVisit,
  { flight: { status, terminal_id: id, timezone: zone }, depart_at: at }: Manifest,
): Promise<WeatherReport[]> {
  if (!isAhead(status)) return []
  const date = toLocalDate(at, zone)
  const clock = (time: number, edge: string) => {
    const instant = new Date(time).toISOString()
    return toLocalDate(instant, zone) === date ? toLocalTime(instant, zone) : edge
  }
  const from = clock(Date.parse(at) - BEFORE_MS, '00:00')
  return loadWeatherReports(staff, {
    terminalIds: [id],
    date,
    from,
    until: clock(Date.parse(at) + AFTER_MS, LAST_MINUTE),
  })
}
