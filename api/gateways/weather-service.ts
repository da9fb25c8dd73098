import { z } from 'zod'
import { type Clock } from './clock.ts'

/** Longer than its usual answer, and short enough for a page that waits for it. */
const TIMEOUT_MS = 2_500
/** Stations report each hour, and more often when the weather changes. */
const KEPT_MS = 5 * 60_000
/** After a failure nobody waits for the service again so soon. */
const FAILURE_KEPT_MS = 60_000

const Figure = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

/** What reports and forecasts have in common. Wind is knots, visibility miles, a base feet above ground. */
const Sky = z.object({
  /** Degrees, or `VRB`. */
  wdir: z.union([z.number(), z.string()]).nullish(),
  wspd: Figure,
  wgst: Figure,
  /** `10`, or `6+`. */
  visib: z.union([z.number(), z.string()]).nullish(),
  /** How far one sees up into fog, in hundreds of feet. */
  vertVis: Figure,
  /** `-RA BR` */
  wxString: z.string().nullish(),
  clouds: z.array(z.object({ cover: z.string().nullish(), base: Figure })).nullish(),
})

/** A METAR as the service decodes it; what is not named here is not needed. Times are seconds. */
const Metar = Sky.extend({ rawOb: z.string().max(1_000), obsTime: z.number(), temp: Figure, dewp: Figure })

const Taf = z.object({
  rawTAF: z.string().max(4_000),
  issueTime: z.union([z.string(), z.number()]),
  fcsts: z.array(
    Sky.extend({
      timeFrom: z.number(),
      timeTo: z.number(),
      /** `FM`, `BECMG`, `TEMPO`, `PROB`; null for the first one. */
      fcstChange: z.string().nullish(),
      probability: Figure,
    }),
  ),
})

export type ReportedSky = z.output<typeof Sky>
export type StationObservation = z.output<typeof Metar>
export type StationForecast = z.output<typeof Taf>

/** What the service knows of a station; undefined is what it has none of. */
export interface StationWeather {
  observation: StationObservation | undefined
  forecast: StationForecast | undefined
}

export interface WeatherService {
  /** @throws when the service does not answer, or answers something else; it is asked again a minute later */
  read(station: string): Promise<StationWeather>
}

interface ServiceOptions {
  /** The base of its addresses, like `https://aviationweather.gov/api/data`. */
  url: string
  clock: Pick<Clock, 'now'>
  /** Another transport: the sandbox answers in this very process. */
  fetch?: typeof globalThis.fetch
}

/**
 * Reads reports and forecasts of stations in the form of aviationweather.gov, which costs nothing and needs
 * no key. Answers are kept a few minutes, because many pages show them and the service asks for that.
 */
export function createWeatherService({
  url,
  clock,
  fetch = globalThis.fetch,
}: ServiceOptions): WeatherService {
  const kept = new Map<string, { until: number; weather: Promise<StationWeather> }>()
  const ask = async <Shape extends z.ZodType>(what: string, station: string, shape: Shape) => {
    const query = new URLSearchParams({ ids: station, format: 'json' })
    const answer = await fetch(`${url}/${what}?${query.toString()}`, {
      headers: { Accept: 'application/json', 'User-Agent': 'flight-shop' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`The weather service answered ${String(answer.status)}`)
    // Without anything to say it answers 204, or nothing at all.
    const text = await answer.text()
    const [first] = z.array(shape).parse(text.trim() === '' ? [] : JSON.parse(text))
    return first
  }
  const load = async (station: string): Promise<StationWeather> => {
    const [observation, forecast] = await Promise.all([
      ask('metar', station, Metar),
      ask('taf', station, Taf),
    ])
    return { observation, forecast }
  }
  return {
    read: (station) => {
      const now = clock.now().getTime()
      const known = kept.get(station)
      // A clock that was set back must not keep an answer for long.
      if (known && now < known.until && known.until - now <= KEPT_MS) return known.weather
      const weather = load(station)
      const entry = { until: now + KEPT_MS, weather }
      kept.set(station, entry)
      weather.catch(() => {
        entry.until = now + FAILURE_KEPT_MS
      })
      return weather
    },
  }
}
