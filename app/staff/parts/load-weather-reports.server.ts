import { MOST_WEATHER_TERMINALS, type WeatherReport, WeatherReportsReply } from '#contract/weather-report.ts'
import { type StaffVisit } from './staff-visit.server.ts'

interface WeatherTime {
  terminalIds: readonly number[]
  /** By the calendar of each terminal. */
  date: string
  from: string
  until: string
}

/** When a day of flights goes on, where the page names no hours. */
export const FLYING_HOURS = { from: '06:00', until: '22:00' } as const

/**
 * The weather of terminals with a station. It is beside what a page is about, so that no failure of it
 * keeps the page away.
 */
export async function loadWeatherReports(
  { userApi }: Pick<StaffVisit, 'userApi'>,
  { terminalIds, ...span }: WeatherTime,
): Promise<WeatherReport[]> {
  const ids = [...new Set(terminalIds)].filter((id) => id > 0).slice(0, MOST_WEATHER_TERMINALS)
  if (ids.length === 0) return []
  const query = { ...span, terminal_ids: ids.join(',') }
  const read = await userApi.get('/v1/weather_reports', WeatherReportsReply, { query })
  return read.ok ? read.data.weather_reports : []
}
