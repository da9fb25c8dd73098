import { and, eq } from 'drizzle-orm'
import { type WeatherDayFields } from '#contract/weather-day.ts'
import { weatherDays } from '../../db/schema/departure-cancellations.ts'

/** The weather day of a terminal, a date and a span, of which there is one at the most. */
export const isWeatherDay = (fields: WeatherDayFields) =>
  and(
    eq(weatherDays.terminalId, fields.terminal_id),
    eq(weatherDays.localDate, fields.date),
    eq(weatherDays.fromTime, fields.from),
    eq(weatherDays.untilTime, fields.until),
  )
