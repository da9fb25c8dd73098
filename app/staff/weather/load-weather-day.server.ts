import { z } from 'zod'
import { type WeatherDay, WeatherDayReply } from '#contract/weather-day.ts'
import { type WeatherReport } from '#contract/weather-report.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadSpanWeather } from './load-span-weather.server.ts'
import { type AnswerGroup, GROUPS } from './weather-words.ts'
import { toMinute } from '../parts/to-minute.ts'

const AnswersQuery = z.object({
  only: z.enum(GROUPS).nullable().default(null).catch(null),
  mailed: z.number().int().min(0).nullable().default(null).catch(null),
})

export interface WeatherAnswers {
  day: WeatherDay
  /** What the station of its terminal reports of that time; nothing once the day is over. */
  reports: WeatherReport[]
  /** Only parties of this group. */
  only: AnswerGroup | null
  /** How many reminders were just sent. */
  mailed: number | null
  today: string
  now: string
  formKey: string
}

/** @throws Response 404 for an address that names no weather day */
export function requireWeatherDayId(id: string | undefined): string {
  if (id === undefined || !/^[1-9]\d{0,8}$/.test(id)) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  return id
}

/** The answers of a weather day. @throws Response 404, 503 */
export async function loadWeatherDay(
  { userApi, visit }: StaffVisit,
  id: string,
  query: URLSearchParams,
): Promise<WeatherAnswers> {
  const { weather_day: day } = requireData(await userApi.get(`/v1/weather_days/${id}`, WeatherDayReply))
  const now = toMinute(visit.now)
  const today = toLocalDate(now, day.timezone)
  const reports = await loadSpanWeather({ userApi, visit }, day)
  return { day, reports, ...readForm(query, AnswersQuery), today, now, formKey: crypto.randomUUID() }
}
