import { describe, expect, it } from 'vitest'
import { describeWeather, readConditions } from './weather-conditions.ts'

const SKY = { wdir: 290, wspd: 28, wgst: 38, visib: '10+', vertVis: null, wxString: null, clouds: [] }

describe('the conditions of a report', () => {
  it('have wind, gusts and the lowest layer that covers more than half of the sky', () => {
    const clouds = [
      { cover: 'FEW', base: 500 },
      { cover: 'OVC', base: 2_500 },
      { cover: 'BKN', base: 1_200 },
    ]
    expect(readConditions({ ...SKY, clouds })).toEqual({
      ...{ wind_from: 290, wind_kt: 28, gust_kt: 38, visibility_sm: 10, visibility_or_more: true },
      ...{ ceiling_ft: 1_200, weather: null },
    })
  })

  it('have no direction in calm or variable wind, and fog’s own view upwards', () => {
    expect(readConditions({ ...SKY, wdir: 'VRB', wspd: 3, wgst: null }).wind_from).toBeNull()
    expect(readConditions({ ...SKY, wdir: 0, wspd: 0, wgst: null }).wind_from).toBeNull()
    expect(readConditions({ ...SKY, vertVis: 2, clouds: null }).ceiling_ft).toBe(200)
    expect(readConditions({ ...SKY, clouds: [{ cover: 'OVX', base: 300 }] }).ceiling_ft).toBe(300)
    expect(readConditions({ wspd: null, wgst: null, vertVis: null })).toMatchObject({
      ...{ wind_kt: null, visibility_sm: null, ceiling_ft: null },
    })
  })

  it.each([
    [10, 10, true],
    [2.5, 2.5, false],
    ['6+', 6, true],
    ['3', 3, false],
    ['1/2', 0.5, false],
    ['1 1/2', 1.5, false],
    ['', null, false],
    ['M', null, false],
  ])('read a visibility of %j', (visib, miles, isMore) => {
    expect(readConditions({ ...SKY, visib })).toMatchObject({
      visibility_sm: miles,
      visibility_or_more: isMore,
    })
  })

  it.each([
    ['', null],
    ['NSW', null],
    ['-RA BR', 'Light rain, mist'],
    ['+TSRA', 'Thunderstorm, heavy rain'],
    ['VCTS', 'Thunderstorm nearby'],
    ['TS', 'Thunderstorm'],
    ['FZFG', 'Freezing fog'],
    ['-FZRASN', 'Light freezing rain and snow'],
    ['VCSH', 'Showers nearby'],
    ['SHRA', 'Showers of rain'],
    ['ODD', 'ODD'],
    ['XXYY', 'XXYY'],
  ])('say %j as %j', (codes, words) => {
    expect(describeWeather(codes)).toBe(words)
  })
})
