import { findWeatherDay, listPhases, type SandboxPhase, type SandboxSky, STORM } from './weather-days.ts'

const HOUR_MS = 3_600_000
/** A forecast is issued every six hours, for thirty. */
const ISSUED_HOURS = 6
const VALID_HOURS = 30
/** Stations observe at this minute of each hour. */
const OBSERVED_MINUTE = 51

const two = (value: number) => String(value).padStart(2, '0')
const three = (value: number) => String(value).padStart(3, '0')
const seconds = (at: Date) => at.getTime() / 1000
/** `141851`, day, hour and minute of UTC */
const dayTime = (at: Date) => `${two(at.getUTCDate())}${two(at.getUTCHours())}${two(at.getUTCMinutes())}`
/** `1418` */
const dayHour = (at: Date) => dayTime(at).slice(0, 4)

/** `28028G38KT 10SM FEW250`, as a report writes a sky. */
function writeSky({ wdir, wspd, wgst, visib, wxString, clouds }: SandboxSky, over: string): string {
  const wind = `${three(wdir)}${two(wspd)}${wgst === null ? '' : `G${two(wgst)}`}KT`
  const layers = clouds.map(({ cover, base }) => `${cover}${three(base / 100)}`)
  return [wind, visib.endsWith('+') ? over : `${visib}SM`, wxString ?? '', ...layers]
    .filter(Boolean)
    .join(' ')
}

const TEMPERATURES = { temp: 21.7, dewp: 12.2 }
const LESS_WARM = '22/12 A2992'

/** The newest observation of a station, in the form of the provider. */
function observe(station: string, now: Date) {
  const hour = Math.floor((now.getTime() - OBSERVED_MINUTE * 60_000) / HOUR_MS) * HOUR_MS
  const at = new Date(hour + OBSERVED_MINUTE * 60_000)
  const [phase] = listPhases(station, at, new Date(at.getTime() + 1))
  const seen = phase?.storm ? STORM : phase?.sky
  if (!seen) return []
  const rawOb = `METAR ${station} ${dayTime(at)}Z ${writeSky(seen, '10SM')} ${LESS_WARM}`
  return [{ icaoId: station, obsTime: seconds(at), ...TEMPERATURES, ...seen, vertVis: null, rawOb }]
}

/** The newest forecast of a station. */
function forecast(station: string, now: Date) {
  const issued = new Date(Math.floor(now.getTime() / (ISSUED_HOURS * HOUR_MS)) * ISSUED_HOURS * HOUR_MS)
  const until = new Date(issued.getTime() + VALID_HOURS * HOUR_MS)
  const phases = listPhases(station, issued, until).map((phase) => ({
    ...phase,
    from: phase.from < issued ? issued : phase.from,
    until: phase.until > until ? until : phase.until,
  }))
  const lines = phases.flatMap((phase, at) => [
    `${at === 0 ? '' : `FM${dayTime(phase.from)} `}${writeSky(phase.sky, 'P6SM')}`,
    ...(phase.storm
      ? [`TEMPO ${dayHour(phase.from)}/${dayHour(phase.until)} ${writeSky(STORM, 'P6SM')}`]
      : []),
  ])
  const head = `TAF ${station} ${dayTime(issued)}Z ${dayHour(issued)}/${dayHour(until)}`
  return [
    {
      icaoId: station,
      issueTime: issued.toISOString(),
      validTimeFrom: seconds(issued),
      validTimeTo: seconds(until),
      rawTAF: `${head} ${lines.join(' ')}`,
      fcsts: phases.flatMap(toForecasts),
    },
  ]
}

function toForecasts(phase: SandboxPhase, at: number) {
  const span = {
    timeFrom: seconds(phase.from),
    timeTo: seconds(phase.until),
    probability: null,
    vertVis: null,
  }
  const six = (one: SandboxSky) => ({ ...one, visib: one.visib.endsWith('+') ? '6+' : one.visib })
  return [
    { ...span, fcstChange: at === 0 ? null : 'FM', ...six(phase.sky) },
    ...(phase.storm ? [{ ...span, fcstChange: 'TEMPO', ...six(STORM) }] : []),
  ]
}

/** Answers `/metar` and `/taf` as the provider of weather reports does, or 503 on the days it is down. */
export function answerWeather(url: URL, now: Date): Response {
  const what = url.pathname.split('/').at(-1)
  const station = url.searchParams.get('ids') ?? ''
  if (what !== 'metar' && what !== 'taf') return new Response('Not Found', { status: 404 })
  if (!/^[A-Z][A-Z0-9]{3}$/.test(station)) return new Response('Bad Request', { status: 400 })
  if (findWeatherDay(station, now) === 'provider down')
    return new Response('Service Unavailable', { status: 503 })
  return Response.json(what === 'metar' ? observe(station, now) : forecast(station, now))
}
