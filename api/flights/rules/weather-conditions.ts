import { type WeatherConditions } from '#contract/weather-report.ts'

/** Wind, visibility, clouds and weather as the service reports them. */
interface ReportedSky {
  wdir?: number | string | null | undefined
  wspd: number | null
  wgst: number | null
  visib?: number | string | null | undefined
  vertVis: number | null
  wxString?: string | null | undefined
  clouds?: readonly { cover?: string | null | undefined; base: number | null }[] | null | undefined
}

/** Layers that cover more than half of the sky, or hide it. */
const CEILINGS: ReadonlySet<string | null | undefined> = new Set(['BKN', 'OVC', 'OVX', 'VV'])

export function readConditions(sky: ReportedSky): WeatherConditions {
  const { wdir, wspd, wgst, vertVis } = sky
  const from = typeof wdir === 'number' && wspd !== null && wspd > 0 ? Math.round(wdir) : null
  const bases = (sky.clouds ?? []).flatMap(({ cover, base }) =>
    base !== null && CEILINGS.has(cover) ? [base] : [],
  )
  const up = vertVis === null ? [] : [vertVis * 100]
  const ceilings = bases.length > 0 ? bases : up
  return {
    wind_from: from,
    wind_kt: roundFigure(wspd),
    gust_kt: roundFigure(wgst),
    ...readVisibility(sky.visib),
    ceiling_ft: ceilings.length === 0 ? null : Math.round(Math.min(...ceilings)),
    weather: describeWeather(sky.wxString ?? ''),
  }
}

const roundFigure = (value: number | null) => (value === null ? null : Math.round(value))

/** `10`, `6+`, `1/2`, `1 1/2`: statute miles. */
function readVisibility(visib: ReportedSky['visib']) {
  if (typeof visib === 'number') return { visibility_sm: visib, visibility_or_more: visib >= 10 }
  const text = (visib ?? '').trim()
  const [, whole = '0', upper, lower] =
    /^(?:(\d+(?:\.\d+)?)\b(?!\/))?\s*(?:(\d+)\/(\d+))?\+?$/.exec(text) ?? []
  if (text === '' || !/^\d/.test(text)) return { visibility_sm: null, visibility_or_more: false }
  const part = upper !== undefined && Number(lower) > 0 ? Number(upper) / Number(lower) : 0
  const miles = Number(whole) + part
  return { visibility_sm: miles, visibility_or_more: text.endsWith('+') || miles >= 10 }
}

const STRENGTHS: Readonly<Record<string, string>> = { '-': 'light ', '+': 'heavy ', '': '' }
const MANNERS: Readonly<Record<string, string>> = {
  MI: 'shallow',
  BC: 'patches of',
  PR: 'partial',
  DR: 'drifting',
  BL: 'blowing',
  SH: 'showers of',
  FZ: 'freezing',
}
const KINDS: Readonly<Record<string, string>> = {
  DZ: 'drizzle',
  RA: 'rain',
  SN: 'snow',
  SG: 'snow grains',
  IC: 'ice crystals',
  PL: 'ice pellets',
  GR: 'hail',
  GS: 'small hail',
  UP: 'precipitation',
  BR: 'mist',
  FG: 'fog',
  FU: 'smoke',
  VA: 'volcanic ash',
  DU: 'dust',
  SA: 'sand',
  HZ: 'haze',
  PO: 'dust whirls',
  SQ: 'squalls',
  FC: 'funnel cloud',
  SS: 'sandstorm',
  DS: 'dust storm',
}

/** `+TSRA BR` → `Thunderstorm, heavy rain, mist`; null for none. What nobody knows stays as it is. */
export function describeWeather(codes: string): string | null {
  const parts = codes
    .split(/\s+/)
    .filter((code) => code !== '' && code !== 'NSW')
    .flatMap(describeCode)
  const words = [...new Set(parts)].join(', ')
  return words === '' ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function describeCode(code: string): string[] {
  const [, strength = '', near, letters = ''] = /^([-+]?)(VC)?([A-Z]+)$/.exec(code) ?? []
  const pairs: string[] = letters.match(/../g) ?? []
  if (pairs.length === 0 || letters.length % 2 > 0) return [code]
  const nearby = near === undefined ? '' : ' nearby'
  const storm = pairs.includes('TS') ? [`thunderstorm${nearby}`] : []
  const rest = pairs.filter((pair) => pair !== 'TS')
  const manner = rest.flatMap((pair) => MANNERS[pair] ?? [])
  const kinds = rest.flatMap((pair) => KINDS[pair] ?? [])
  if (rest.length === 0) return storm
  if (manner.length + kinds.length < rest.length) return [code]
  const what =
    kinds.length === 0 ? manner.join(' ').replace(' of', '') : [...manner, kinds.join(' and ')].join(' ')
  return [...storm, `${STRENGTHS[strength] ?? ''}${what}${nearby}`]
}

/** Whether a thunderstorm is near, or ice grows on whatever flies. */
export const hasThunderstorm = ({ weather }: Pick<WeatherConditions, 'weather'>): boolean =>
  /thunderstorm/i.test(weather ?? '')
export const hasIcing = ({ weather }: Pick<WeatherConditions, 'weather'>): boolean =>
  /freezing|ice pellets/i.test(weather ?? '')
