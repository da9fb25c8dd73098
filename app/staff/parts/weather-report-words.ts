import { type WeatherConditions, type WeatherPeriod, type WeatherReport } from '#contract/weather-report.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { formatCount } from './count-noun.ts'

const SIDES = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const

/** `from the west (290°), 28 kt gusting 38`, `calm`; what is not reported is said so. */
export function describeWind({ wind_from: from, wind_kt: knots, gust_kt: gust }: WeatherConditions): string {
  if (knots === null) return 'not reported'
  if (knots === 0) return 'calm'
  const side =
    from === null ? 'variable' : `from the ${SIDES[Math.round(from / 45) % 8] ?? ''} (${String(from)}°)`
  return `${side}, ${String(knots)} kt${gust === null ? '' : ` gusting ${String(gust)}`}`
}

export function describeVisibility({
  visibility_sm: miles,
  visibility_or_more: isMore,
}: WeatherConditions): string {
  if (miles === null) return 'not reported'
  const figure = miles.toLocaleString('en-US', { maximumFractionDigits: 2 })
  return `${figure} ${miles === 1 && !isMore ? 'mile' : 'miles'}${isMore ? ' or more' : ''}`
}

export const describeCeiling = ({ ceiling_ft: feet }: WeatherConditions): string =>
  feet === null ? 'none' : `${feet.toLocaleString('en-US')} ft`

/** `72 °F (22 °C), dew point 54 °F` */
export function describeTemperature({
  temperature_c: air,
  dew_point_c: dew,
}: NonNullable<WeatherReport['observation']>): string {
  if (air === null) return 'not reported'
  const fahrenheit = (celsius: number) => `${String(Math.round((celsius * 9) / 5 + 32))} °F`
  const point = dew === null ? '' : `, dew point ${fahrenheit(dew)}`
  return `${fahrenheit(air)} (${String(Math.round(air))} °C)${point}`
}

/** `12 minutes ago`, `2 hours ago` */
export function describeAge(minutes: number): string {
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${formatCount(minutes, 'minute', 'minutes')} ago`
  return `${formatCount(Math.floor(minutes / 60), 'hour', 'hours')} ago`
}

/** What a period of a forecast is, before its words: `At times`, `30% chance`; empty for what prevails. */
export function describeChange({ change, chance }: WeatherPeriod): string {
  if (change === 'chance') return chance === null ? 'Possible' : `${formatPercent(chance)} chance`
  if (change === 'at_times') return 'At times'
  return change === 'becoming' ? 'Becoming' : ''
}

/** `wind from the west (290°), 28 kt gusting 38; visibility 6 miles or more; no ceiling` */
export function describeConditions(conditions: WeatherConditions): string {
  const { weather, ceiling_ft: ceiling, wind_kt: wind, visibility_sm: visibility } = conditions
  return [
    weather === null ? '' : weather.toLowerCase(),
    wind === null ? '' : `wind ${describeWind(conditions)}`,
    visibility === null ? '' : `visibility ${describeVisibility(conditions)}`,
    ceiling === null ? 'no ceiling' : `ceiling ${describeCeiling(conditions)}`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}
