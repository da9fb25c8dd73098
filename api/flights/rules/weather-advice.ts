import { type WeatherConditions, type WeatherPeriod } from '#contract/weather-report.ts'
import { toLocalTime } from '../../rules/time/local-time.ts'
import { hasIcing, hasThunderstorm } from './weather-conditions.ts'

/** From here on a wind is looked at twice, in knots. */
const STRONG_WIND_KT = 25
const STRONG_GUST_KT = 35
/** Below these a day is no longer one for flying by sight: the limits of IFR conditions. */
const LOW_CEILING_FT = 1_000
const LOW_VISIBILITY_SM = 3

export interface AdviceSpan {
  from: Date
  until: Date
  timezone: string
}

interface Concern {
  words: string
  from: number
  until: number
}

/** What to look at twice in some conditions: “Wind 28 kt gusting 38”. Nothing is decided by it. */
export function listConcerns(conditions: WeatherConditions): string[] {
  const { wind_kt: wind, gust_kt: gust, ceiling_ft: ceiling, visibility_sm: visibility } = conditions
  const isWindy = (wind ?? 0) >= STRONG_WIND_KT || (gust ?? 0) >= STRONG_GUST_KT
  return [
    hasThunderstorm(conditions) ? 'Thunderstorms' : '',
    hasIcing(conditions) ? `Icing: ${(conditions.weather ?? '').toLowerCase()}` : '',
    isWindy ? describeWind(conditions) : '',
    ceiling !== null && ceiling < LOW_CEILING_FT ? `Ceiling ${ceiling.toLocaleString('en-US')} ft` : '',
    visibility !== null && visibility < LOW_VISIBILITY_SM
      ? `Visibility ${visibility.toLocaleString('en-US', { maximumFractionDigits: 2 })} miles`
      : '',
  ].filter((words) => words !== '')
}

const describeWind = ({ wind_kt: wind, gust_kt: gust }: WeatherConditions): string =>
  `Wind ${String(wind ?? 0)} kt${gust === null ? '' : ` gusting ${String(gust)}`}`

/**
 * The sentences of an observation and of a forecast over a span, soonest first. The same concern of
 * periods that follow each other is one sentence. Times are those of the terminal.
 */
export function adviseOnWeather(
  observation: WeatherConditions | null,
  periods: readonly WeatherPeriod[],
  span: AdviceSpan,
): string[] {
  const now = observation ? listConcerns(observation).map((words) => `Now: ${words}`) : []
  return [...now, ...joinConcerns(periods, span).map((concern) => describeConcern(concern, span))]
}

function joinConcerns(periods: readonly WeatherPeriod[], span: AdviceSpan): Concern[] {
  const found: Concern[] = []
  for (const period of periods) {
    const from = Math.max(Date.parse(period.from), span.from.getTime())
    const until = Math.min(Date.parse(period.until), span.until.getTime())
    if (from >= until) continue
    for (const concern of listConcerns(period)) {
      const words = `${concern}${describeChange(period)}`
      const before = found.find((one) => one.words === words && one.until >= from && one.from <= from)
      if (before) before.until = Math.max(before.until, until)
      else found.push({ words, from, until })
    }
  }
  return found.toSorted((a, b) => a.from - b.from)
}

function describeChange({ change, chance }: Pick<WeatherPeriod, 'change' | 'chance'>): string {
  if (change === 'chance') return `, ${chance === null ? 'possible' : `a chance of ${String(chance)}%`},`
  return change === 'at_times' ? ' at times' : ''
}

/** A concern of the whole span needs no time. */
function describeConcern({ words, from, until }: Concern, span: AdviceSpan): string {
  const clock = (at: number) => toLocalTime(new Date(at), span.timezone)
  const begins = from > span.from.getTime() ? ` from ${clock(from)}` : ''
  const ends = until < span.until.getTime() ? ` until ${clock(until)}` : ''
  return `${words}${begins}${ends}`.replace(/,$/, '')
}
