import { describe, expect, it } from 'vitest'
import { type WeatherConditions, type WeatherPeriod } from '#contract/weather-report.ts'
import { adviseOnWeather, listConcerns } from './weather-advice.ts'

const FINE: WeatherConditions = {
  ...{ wind_from: 200, wind_kt: 5, gust_kt: null, visibility_sm: 10, visibility_or_more: true },
  ...{ ceiling_ft: null, weather: null },
}
/** By the clock of New York in summer. */
const at = (clock: string) => new Date(`2027-05-14T${clock}:00-04:00`)
const period = (from: string, until: string, facts: Partial<WeatherPeriod> = {}): WeatherPeriod => ({
  ...FINE,
  ...{ from: at(from).toISOString(), until: at(until).toISOString(), change: 'prevailing', chance: null },
  ...facts,
})
const DAY = { from: at('08:00'), until: at('20:00'), timezone: 'America/New_York' }
const STORMY = { wind_kt: 28, gust_kt: 38 }

describe('the concerns of some conditions', () => {
  it.each([
    [{}, []],
    [{ wind_kt: 24, gust_kt: 34 }, []],
    [{ wind_kt: 25 }, ['Wind 25 kt']],
    [{ wind_kt: 12, gust_kt: 35 }, ['Wind 12 kt gusting 35']],
    [{ ceiling_ft: 1_000, visibility_sm: 3 }, []],
    [{ ceiling_ft: 999, visibility_sm: 2.5 }, ['Ceiling 999 ft', 'Visibility 2.5 miles']],
    [{ weather: 'Thunderstorm, heavy rain' }, ['Thunderstorms']],
    [{ weather: 'Freezing fog' }, ['Icing: freezing fog']],
    [{ wind_kt: null, visibility_sm: null }, []],
  ])('of %o are %j', (facts, concerns) => {
    expect(listConcerns({ ...FINE, ...facts })).toEqual(concerns)
  })
})

describe('the advice for a day', () => {
  it('names the hour from which and until which something is to be looked at', () => {
    const periods = [
      period('02:00', '11:00'),
      period('11:00', '15:00', STORMY),
      period('15:00', '23:00', { ceiling_ft: 600 }),
    ]
    expect(adviseOnWeather(null, periods, DAY)).toEqual([
      'Wind 28 kt gusting 38 from 11:00 until 15:00',
      'Ceiling 600 ft from 15:00',
    ])
  })

  it('says what holds all day without an hour, and the observation first', () => {
    const periods = [period('06:00', '12:00', STORMY), period('12:00', '22:00', STORMY)]
    expect(adviseOnWeather({ ...FINE, visibility_sm: 0.5 }, periods, DAY)).toEqual([
      'Now: Visibility 0.5 miles',
      'Wind 28 kt gusting 38',
    ])
  })

  it('says what comes for some of the time, or with a chance, and leaves out other hours', () => {
    const storm = { weather: 'Thunderstorm' }
    const periods = [
      period('14:00', '18:00', { ...storm, change: 'at_times' }),
      period('18:00', '20:00', { ...storm, change: 'chance', chance: 30 }),
      period('20:00', '23:00', storm),
    ]
    expect(adviseOnWeather(null, periods, DAY)).toEqual([
      'Thunderstorms at times from 14:00 until 18:00',
      'Thunderstorms, a chance of 30%, from 18:00',
    ])
  })

  it('is empty on a fine day', () => {
    expect(adviseOnWeather(FINE, [period('06:00', '22:00')], DAY)).toEqual([])
  })
})
