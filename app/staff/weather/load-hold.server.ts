import { z } from 'zod'
import { type WeatherHold, WeatherHoldReply } from '#contract/weather-hold.ts'
import { type WeatherReport } from '#contract/weather-report.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadSpanWeather } from './load-span-weather.server.ts'
import { toMinute } from '../parts/to-minute.ts'

const DONE = ['released', 'postponed'] as const
const HoldQuery = z.object({ done: z.enum(DONE).nullable().default(null).catch(null) })

export interface HoldPlan {
  hold: WeatherHold
  /** What the station of its terminal reports of that time. */
  reports: WeatherReport[]
  /** What was just done. */
  done: (typeof DONE)[number] | null
  today: string
  now: string
  formKey: string
}

/** A hold with whom it concerns. @throws Response 404, 503 */
export async function loadHold(
  { userApi, visit }: StaffVisit,
  id: string,
  query: URLSearchParams,
): Promise<HoldPlan> {
  const { weather_hold: hold } = requireData(await userApi.get(`/v1/weather_holds/${id}`, WeatherHoldReply))
  const now = toMinute(visit.now)
  const today = toLocalDate(now, hold.timezone)
  const reports = hold.state === 'open' ? await loadSpanWeather({ userApi, visit }, hold) : []
  return { hold, reports, ...readForm(query, HoldQuery), today, now, formKey: crypto.randomUUID() }
}
