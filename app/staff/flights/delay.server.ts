import { z } from 'zod'
import { DelayReason } from '#contract/enums.ts'
import {
  FlightDelayConflict,
  type FlightDelayPreview,
  FlightDelayPreviewReply,
  FlightDelayReply,
} from '#contract/flight-delay.ts'
import { type Manifest, ManifestReply } from '#contract/passenger.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { listSentTexts, readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import {
  DelayBack,
  DelayQuery,
  type DelayProblems,
  type DelayView,
  readDelay,
  readSeen,
  type SeenFlight,
} from './delay-view.ts'

export interface DelayPlan {
  manifest: Manifest
  view: DelayView
  /** What the delay would do; null before somebody asked, and where it cannot be. */
  preview: FlightDelayPreview | null
  problems: DelayProblems
  /** Why the service shows no preview. */
  refusal: string | undefined
}

/** A flight, and what a delay of it would do. @throws Response 404, 503 */
export async function loadDelay(
  { userApi }: StaffVisit,
  flight: string,
  query: URLSearchParams,
): Promise<DelayPlan> {
  const view = readForm(query, DelayQuery)
  const { manifest } = requireData(await userApi.get(`/v1/flights/${flight}/manifest`, ManifestReply))
  const { minutes, problems } = readDelay(view)
  const plan = { manifest, view, problems, preview: null, refusal: undefined }
  if (minutes === undefined) return plan
  const path = `/v1/flights/${flight}/delay_preview`
  const seen = await userApi.get(path, FlightDelayPreviewReply, { query: { minutes } })
  if (seen.ok) return { ...plan, preview: seen.data.delay_preview }
  if (seen.status >= 500) requireData(seen)
  const [wrong] = Object.values(seen.errors).flat()
  return wrong === undefined
    ? { ...plan, refusal: seen.message }
    : { ...plan, problems: { minutes: `${wrong}.` } }
}

const Pressed = z.object({
  minutes: z.coerce.number().int(),
  /** What was set for the flight itself before. */
  own_was: z.coerce.number().int(),
  reason: DelayReason.default('other'),
  words: z.string().default(''),
  back: DelayBack.nullable().default(null),
})

export type DelayDone =
  | { to: string; status?: undefined }
  | { to?: undefined; status: number; failure: string | undefined; seen: SeenFlight[] | null }

/** Sets the delay that the page showed; after a change meanwhile the page shows both. */
export async function pressDelay(
  { userApi }: StaffVisit,
  flight: string,
  form: FormData,
): Promise<DelayDone> {
  const { minutes, own_was, reason, words, back } = requireForm(form, Pressed)
  const seen = listSentTexts(form).flatMap(([name, text]) => (name === 'seen' ? (readSeen(text) ?? []) : []))
  const done = await userApi.post(`/v1/flights/${flight}/delays`, FlightDelayReply, {
    body: {
      flight_delay: {
        ...{ minutes, reason, words },
        seen: seen.map(({ flight_id, delay_mins_was, delay_mins }) => ({
          flight_id,
          delay_mins_was,
          delay_mins,
        })),
      },
    },
  })
  if (done.ok) {
    const told = `${String(own_was)}.${String(done.data.flight_delay.parties)}`
    if (back === 'pilot') return { to: `/pilot?flight=${flight}&done=delay` }
    if (back === null) return { to: `/staff/flights/${flight}?delayed=${told}` }
    const read = requireData(await userApi.get(`/v1/flights/${flight}/manifest`, ManifestReply))
    const date = toLocalDate(read.manifest.depart_at, read.manifest.flight.timezone)
    return { to: `/staff/board?date=${date}&flight=${flight}` }
  }
  const changed = done.code === 'changed_meanwhile' && FlightDelayConflict.safeParse(done.body).success
  const [wrong] = Object.values(done.errors).flat()
  return {
    status: done.status,
    failure: changed ? undefined : (wrong ?? done.message),
    seen: changed ? seen : null,
  }
}
