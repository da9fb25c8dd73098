/** Where the shop finds the sandbox's weather service; nothing listens there, `weatherFetch` answers. */
export const SANDBOX_WEATHER = 'http://weather.sandbox'

/** A day of each kind, one after another. On the last one the service does not answer. */
export const WEATHER_DAYS = ['calm', 'windy', 'low cloud', 'thunderstorm', 'provider down'] as const
export type WeatherDayKind = (typeof WEATHER_DAYS)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A day begins at 08:00 UTC: in the small hours of every terminal of the demo shop. */
export const DAY_BEGINS_HOUR = 8

/** Wind in knots, visibility in statute miles, clouds in feet above ground. */
export interface SandboxSky {
  wdir: number
  wspd: number
  wgst: number | null
  visib: string
  wxString: string | null
  clouds: readonly { cover: string; base: number }[]
}

const sky = (wind: [number, number, number?], rest: Partial<SandboxSky> = {}): SandboxSky => ({
  wdir: wind[0],
  wspd: wind[1],
  wgst: wind[2] ?? null,
  visib: '10+',
  wxString: null,
  clouds: [{ cover: 'FEW', base: 25_000 }],
  ...rest,
})
const CALM = sky([200, 5])

/** The sky of each kind of day from these hours of UTC on; the demo's east coast is four or five behind. */
const PHASES = [8, 14, 18, 22] as const
const SKIES: Readonly<Record<WeatherDayKind, readonly [SandboxSky, SandboxSky, SandboxSky, SandboxSky]>> = {
  calm: [CALM, CALM, sky([210, 8]), CALM],
  windy: [sky([280, 14, 22]), sky([290, 28, 38]), sky([300, 30, 41]), sky([300, 16])],
  'low cloud': [
    sky([60, 5], { visib: '1', wxString: 'BR', clouds: [{ cover: 'OVC', base: 400 }] }),
    sky([70, 6], { visib: '2', wxString: '-DZ BR', clouds: [{ cover: 'OVC', base: 700 }] }),
    sky([80, 7], { visib: '5', wxString: 'HZ', clouds: [{ cover: 'BKN', base: 1_500 }] }),
    sky([80, 5], { clouds: [{ cover: 'SCT', base: 3_000 }] }),
  ],
  thunderstorm: [
    sky([180, 8]),
    sky([190, 12], { clouds: [{ cover: 'BKN', base: 4_500 }] }),
    sky([200, 18, 30], { clouds: [{ cover: 'BKN', base: 3_500 }] }),
    sky([260, 10], { clouds: [{ cover: 'SCT', base: 6_000 }] }),
  ],
  'provider down': [CALM, CALM, CALM, CALM],
}
/** What comes for some of the time, in the afternoon of a thunderstorm day. */
export const STORM = sky([240, 25, 42], {
  visib: '2',
  wxString: '+TSRA',
  clouds: [{ cover: 'BKN', base: 2_000 }],
})
const STORM_PHASE = 2

const lettersOf = (station: string) => [...station].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

/** Which kind of day it is at a station: the same on every machine. */
export function findWeatherDay(station: string, at: Date): WeatherDayKind {
  const day = Math.floor((at.getTime() - DAY_BEGINS_HOUR * HOUR_MS) / DAY_MS)
  return WEATHER_DAYS[(((day + lettersOf(station)) % 5) + 5) % 5] ?? 'calm'
}

/** A part of a day with one sky; `storm` where thunderstorms come for some of the time. */
export interface SandboxPhase {
  from: Date
  until: Date
  sky: SandboxSky
  storm: boolean
}

/** The parts of days at a station that reach into a time. */
export function listPhases(station: string, from: Date, until: Date): SandboxPhase[] {
  const begin = Math.floor((from.getTime() - DAY_BEGINS_HOUR * HOUR_MS) / DAY_MS) * DAY_MS
  const phases: SandboxPhase[] = []
  for (let day = begin; day < until.getTime(); day += DAY_MS) {
    for (const [at, hour] of PHASES.entries()) {
      const next = PHASES[at + 1] ?? DAY_BEGINS_HOUR + 24
      const starts = new Date(day + hour * HOUR_MS)
      const ends = new Date(day + next * HOUR_MS)
      if (ends <= from || starts >= until) continue
      const kind = findWeatherDay(station, starts)
      phases.push({
        from: starts,
        until: ends,
        sky: SKIES[kind][at] ?? CALM,
        storm: kind === 'thunderstorm' && at === STORM_PHASE,
      })
    }
  }
  return phases
}
