import { type WeatherReport } from '#contract/weather-report.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { loadWeatherReports } from '../parts/load-weather-reports.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

interface DecidedSpan {
  terminal_id: number
  timezone: string
  date: string
  from: string
  until: string
}

/**
 * The weather of a span that is on hold or was called off, until its day is over at the terminal: whoever
 * decides, or answers the phone, reads what the station says now.
 */
export async function loadSpanWeather(
  { userApi, visit }: Pick<StaffVisit, 'userApi' | 'visit'>,
  { terminal_id: id, timezone: zone, date, from, until }: DecidedSpan,
): Promise<WeatherReport[]> {
  if (date < toLocalDate(visit.now.toISOString(), zone)) return []
  return loadWeatherReports({ userApi }, { terminalIds: [id], date, from, until })
}
