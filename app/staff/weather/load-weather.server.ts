import { z } from 'zod'
import { ListMeta } from '#contract/primitives.ts'
import {
  type WeatherDayPreview,
  WeatherDayList,
  WeatherDayPreviewReply,
  type WeatherDaySummary,
} from '#contract/weather-day.ts'
import { type WeatherReport } from '#contract/weather-report.ts'
import {
  type WeatherHoldPreview,
  WeatherHoldList,
  WeatherHoldPreviewReply,
  type WeatherHoldSummary,
} from '#contract/weather-hold.ts'
import { toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { loadWeatherReports } from '../parts/load-weather-reports.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { proposeSpan } from './propose-span.ts'
import { weatherNote, WeatherQuery, type WeatherView } from './weather-view.ts'

const Terminals = z.object({
  terminals: z.array(z.object({ id: z.number(), name: z.string(), timezone: z.string() })),
  meta: ListMeta,
})

export interface WeatherPlan {
  /** With what is missing in the address filled in. */
  view: WeatherView & { terminal: number; date: string; from: string; until: string }
  terminals: { id: number; name: string }[]
  /** Who would be affected; null before somebody asked. */
  preview: WeatherDayPreview | null
  /** Whom a hold of the same span would concern; null when nothing of it can be put on hold. */
  holdPreview: WeatherHoldPreview | null
  /** An hour before the first departure, where that is still ahead. */
  decideTime: string
  /** Open holds first. */
  holds: WeatherHoldSummary[]
  /** Why there is no preview. */
  problem: string | undefined
  /** The field that the problem is about. */
  problemField: 'from' | 'until' | undefined
  /** Weather days of before, the latest first. */
  before: WeatherDaySummary[]
  /** What the station of the terminal reports of that time; nothing without a station. */
  reports: WeatherReport[]
  formKey: string
}

/** The form of a weather day, and who it would affect. @throws Response 503 */
export async function loadWeather(
  { userApi, visit }: StaffVisit,
  query: URLSearchParams,
): Promise<WeatherPlan> {
  const view = readForm(query, WeatherQuery)
  const [found, days, onHold] = await Promise.all([
    userApi.get('/v1/terminals', Terminals, { query: { page_size: 100 } }),
    userApi.get('/v1/weather_days', WeatherDayList),
    userApi.get('/v1/weather_holds', WeatherHoldList),
  ])
  const { terminals } = requireData(found)
  const terminal = terminals.find(({ id }) => id === view.terminal) ?? terminals[0]
  const zone = terminal?.timezone ?? visit.brand.time_zone
  const now = visit.now.toISOString()
  const span = proposeSpan(view, { date: toLocalDate(now, zone), time: toLocalTime(now, zone) })
  const filled = { ...view, ...span, terminal: terminal?.id ?? 0 }
  const plan = {
    view: filled,
    terminals: terminals.map(({ id, name }) => ({ id, name })),
    preview: null,
    holdPreview: null,
    decideTime: '',
    holds: requireData(onHold).weather_holds,
    before: requireData(days).weather_days,
    reports: await loadWeatherReports(
      { userApi },
      {
        terminalIds: [filled.terminal],
        date: filled.date,
        from: filled.from,
        until: filled.until < filled.from ? filled.from : filled.until,
      },
    ),
    formKey: crypto.randomUUID(),
  }
  const isAsked = query.has('from') || query.has('until')
  if (!isAsked) return { ...plan, problem: undefined, problemField: undefined }
  const wrong = findWrongTime(query)
  if (wrong) return { ...plan, problem: 'Please type a time like 13:30.', problemField: wrong }
  if (filled.until < filled.from)
    return { ...plan, problem: 'The end is before the beginning.', problemField: 'until' }
  const weather_day = { ...spanOf(filled), preview: true }
  const weather_hold = { ...heldSpanOf(filled), preview: true }
  const [seen, held] = await Promise.all([
    userApi.post('/v1/weather_days', WeatherDayPreviewReply, { body: { weather_day } }),
    userApi.post('/v1/weather_holds', WeatherHoldPreviewReply, { body: { weather_hold } }),
  ])
  if (!seen.ok && seen.status >= 500) requireData(seen)
  if (!held.ok && held.status >= 500) requireData(held)
  if (!seen.ok) return { ...plan, problem: seen.message, problemField: undefined }
  const holdPreview = held.ok ? held.data.weather_hold_preview : null
  return {
    ...plan,
    preview: seen.data.weather_day_preview,
    holdPreview,
    decideTime: holdPreview ? proposeDecideTime(holdPreview, visit.now) : '',
    problem: undefined,
    problemField: undefined,
  }
}

const HOUR_MS = 3_600_000

function proposeDecideTime({ departures, timezone }: WeatherHoldPreview, now: Date): string {
  const [first] = departures
  const at = first ? Date.parse(first.depart_at) - HOUR_MS : 0
  return at > now.getTime() ? toLocalTime(new Date(at).toISOString(), timezone) : ''
}

/** The first time of the address that is none. */
function findWrongTime(query: URLSearchParams): 'from' | 'until' | undefined {
  const { from, until } = readForm(query, WeatherQuery)
  if (from === null && query.has('from')) return 'from'
  return until === null && query.has('until') ? 'until' : undefined
}

/** The span as `/v1` takes it. */
export const spanOf = (view: WeatherPlan['view']) => ({
  terminal_id: view.terminal,
  date: view.date,
  from: view.from,
  until: view.until,
  note: weatherNote(view),
  hold_hours: view.hold,
})

/** The span of a hold, with the sentence that its parties read. */
export const heldSpanOf = (view: WeatherPlan['view']) => ({
  terminal_id: view.terminal,
  date: view.date,
  from: view.from,
  until: view.until,
  note: weatherNote(view),
})
