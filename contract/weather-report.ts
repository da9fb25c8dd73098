import { z } from 'zod'
import { Id, Instant, LocalDate, LocalTime } from './primitives.ts'

/** Wind, visibility, clouds and weather, observed or forecast. */
const WeatherConditions = z.object({
  /** The degrees that it blows from, by true north; null for calm or variable wind. */
  wind_from: z.number().int().nullable(),
  /** Knots; null where it is not reported. */
  wind_kt: z.number().int().nullable(),
  gust_kt: z.number().int().nullable(),
  /** Statute miles; null where it is not reported. */
  visibility_sm: z.number().nullable(),
  /** It is that far or farther. */
  visibility_or_more: z.boolean(),
  /** The lowest layer that covers more than half of the sky, or how far one sees up; feet above ground. */
  ceiling_ft: z.number().int().nullable(),
  /** `Thunderstorm, heavy rain`; null for none. */
  weather: z.string().nullable(),
})

/** A part of a forecast. */
export const WeatherPeriod = WeatherConditions.extend({
  from: Instant,
  until: Instant,
  /** `prevailing`, on its way there (`becoming`), for less than half of the time, or with a chance. */
  change: z.enum(['prevailing', 'becoming', 'at_times', 'chance']),
  /** The chance in percent, where the forecast names one. */
  chance: z.number().int().nullable(),
})

/**
 * The weather of a terminal by its station. It is advice: nothing of the shop goes by it. `unavailable` is a
 * service that did not answer.
 */
export const WeatherReport = z.object({
  terminal_id: Id,
  terminal_name: z.string(),
  timezone: z.string(),
  /** The ICAO code of the station. */
  station: z.string(),
  state: z.enum(['answered', 'unavailable']),
  /** Only for the present day; null where the station has none. */
  observation: WeatherConditions.extend({
    /** The METAR. */
    raw: z.string(),
    observed_at: Instant,
    age_mins: z.number().int(),
    temperature_c: z.number().nullable(),
    dew_point_c: z.number().nullable(),
  }).nullable(),
  /** Null where the station has none, or none for that time. */
  forecast: z
    .object({
      /** The TAF. */
      raw: z.string(),
      issued_at: Instant,
      /** Those that reach into the time that was asked for. */
      periods: z.array(WeatherPeriod),
    })
    .nullable(),
  /** What to look at twice, in sentences: “Wind 28 kt gusting 38 from 11:00”. */
  advice: z.array(z.string()),
})

export const MOST_WEATHER_TERMINALS = 10

/** `GET /v1/weather_reports`: a time of a day at some terminals, by their calendars. */
export const WeatherReportsQuery = z.object({
  /** Ids between commas. */
  terminal_ids: z.string().regex(/^\d{1,9}(,\d{1,9}){0,9}$/, 'Must be ids between commas, at most ten'),
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
})
/** Terminals without a station are not in it; without a weather service it is empty. */
export const WeatherReportsReply = z.object({ weather_reports: z.array(WeatherReport) })

export type WeatherConditions = z.infer<typeof WeatherConditions>
export type WeatherPeriod = z.infer<typeof WeatherPeriod>
export type WeatherReport = z.infer<typeof WeatherReport>
