import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import { type WeatherPeriod, type WeatherReport } from '#contract/weather-report.ts'
import { terminals } from '../../db/schema/catalogue.ts'
import { type ApiDeps } from '../../deps.ts'
import { type StationForecast, type StationObservation } from '../../gateways/weather-service.ts'
import { instantOf, toLocalDate } from '../../rules/time/local-time.ts'
import { adviseOnWeather } from '../rules/weather-advice.ts'
import { readConditions } from '../rules/weather-conditions.ts'

/** A time of a day, by the calendar of each terminal. */
export interface WeatherSpan {
  terminalIds: readonly number[]
  /** `2027-05-14` */
  date: string
  /** `08:00` */
  from: string
  until: string
}

type Deps = Pick<ApiDeps, 'database' | 'clock' | 'log' | 'weather'>

/**
 * The weather of terminals that have a station, in the order of their ids. A service that does not answer
 * is said and never thrown: the page is about something else.
 */
export async function readWeatherReports(deps: Deps, span: WeatherSpan): Promise<WeatherReport[]> {
  const { weather: service } = deps
  if (!service) return []
  const places = await deps.database.db
    .select({
      id: terminals.id,
      name: terminals.name,
      timezone: terminals.timezone,
      station: terminals.weatherStation,
    })
    .from(terminals)
    .where(and(inArray(terminals.id, [...span.terminalIds]), isNotNull(terminals.weatherStation)))
    .orderBy(asc(terminals.id))
  return Promise.all(
    places.map(async ({ id, name, timezone, station }) => {
      const place = { terminal_id: id, terminal_name: name, timezone, station: station ?? '' }
      try {
        const { observation, forecast } = await service.read(place.station)
        const known = { observation, forecast, timezone, now: deps.clock.now() }
        return { ...place, ...presentWeather(known, span) }
      } catch (error) {
        deps.log.warn({ err: error, station }, 'the weather could not be read')
        return { ...place, state: 'unavailable' as const, observation: null, forecast: null, advice: [] }
      }
    }),
  )
}

interface Known {
  observation: StationObservation | undefined
  forecast: StationForecast | undefined
  timezone: string
  now: Date
}

function presentWeather(
  { observation, forecast, timezone, now }: Known,
  { date, from, until }: WeatherSpan,
): Omit<WeatherReport, 'terminal_id' | 'terminal_name' | 'timezone' | 'station'> {
  const span = { from: instantOf(date, from, timezone), until: instantOf(date, until, timezone), timezone }
  const isToday = date === toLocalDate(now, timezone)
  const observed = isToday && observation ? presentObservation(observation, now) : null
  const periods = (forecast?.fcsts ?? [])
    .map(presentPeriod)
    .filter(
      (one) => Date.parse(one.from) < span.until.getTime() && Date.parse(one.until) > span.from.getTime(),
    )
  // What has passed of today is no advice any more.
  const ahead = { ...span, from: now > span.from ? now : span.from }
  return {
    state: 'answered',
    observation: observed,
    forecast:
      forecast && periods.length > 0
        ? { raw: forecast.rawTAF, issued_at: readIssueTime(forecast), periods }
        : null,
    advice: adviseOnWeather(observed, periods, ahead),
  }
}

const atSeconds = (seconds: number) => new Date(seconds * 1000)

function presentObservation(
  observation: StationObservation,
  now: Date,
): NonNullable<WeatherReport['observation']> {
  const at = atSeconds(observation.obsTime)
  return {
    ...readConditions(observation),
    raw: observation.rawOb,
    observed_at: at.toISOString(),
    age_mins: Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000)),
    temperature_c: observation.temp,
    dew_point_c: observation.dewp,
  }
}

function presentPeriod(period: StationForecast['fcsts'][number]): WeatherPeriod {
  return {
    ...readConditions(period),
    from: atSeconds(period.timeFrom).toISOString(),
    until: atSeconds(period.timeTo).toISOString(),
    change: readChange(period.fcstChange),
    chance: period.probability,
  }
}

function readChange(change: string | null | undefined): WeatherPeriod['change'] {
  if (change?.startsWith('PROB')) return 'chance'
  if (change === 'TEMPO') return 'at_times'
  return change === 'BECMG' ? 'becoming' : 'prevailing'
}

/** `2024-03-29T17:20:00Z`, the same without a zone, or seconds: always UTC. */
function readIssueTime({ issueTime: at }: StationForecast): string {
  if (typeof at === 'number') return atSeconds(at).toISOString()
  const text = at.trim().replace(' ', 'T')
  const read = new Date(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
  if (Number.isNaN(read.getTime())) throw new Error('A forecast has no time')
  return read.toISOString()
}
