import { z } from 'zod'
import {
  AircraftOutageList,
  AircraftOutageReply,
  type OutagePreview,
  OutagePreviewReply,
} from '#contract/aircraft-outage.ts'
import { Id, LocalDate } from '#contract/primitives.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentTexts, readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { OUTAGE_SHAPE } from './aircraft-forms.ts'

const AircraftQuery = z.object({
  /** What was just done, and how many flights are hit: `saved.3`. */
  done: z
    .string()
    .regex(/^(?:saved|back)\.\d{1,3}$/)
    .nullable()
    .default(null)
    .catch(null),
})

/** The days on which aircraft do not fly. @throws Response 503 */
export async function loadAircraft({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const list = requireData(await userApi.get('/v1/aircraft_outages', AircraftOutageList))
  const [what = '', hit] = readForm(query, AircraftQuery).done?.split('.') ?? []
  const today = toLocalDate(visit.now.toISOString(), visit.brand.time_zone)
  return { list, today, done: what === '' ? null : { what, hit: Number(hit) } }
}
export type AircraftView = Awaited<ReturnType<typeof loadAircraft>>

/** The flights that are hit, before something is saved. */
export interface HitFlights {
  preview: OutagePreview
  /** What is sent once more with the press. */
  fields: [name: string, value: string][]
  /** They are others than the page showed before. */
  changed: boolean
}

export type AircraftDone =
  | { to: string; status?: undefined }
  | { to?: undefined; status: number; answer?: FormAnswer; failure?: string; hit?: HitFlights }

const Pressed = z.object({
  act: z.enum(['save', 'back']),
  looked: z.literal('yes').optional(),
  outage: z.coerce.number().int().optional(),
})
const OutageForm = z.object({
  aircraft_id: Id,
  from_date: LocalDate,
  until_date: LocalDate.optional(),
  reason: z.string({ error: 'Please say why' }).max(200),
})

/** Takes an aircraft out of service for some days, once it was seen which flights are hit; or back. */
export async function pressAircraft({ userApi }: StaffVisit, form: FormData): Promise<AircraftDone> {
  const { act, looked, outage } = requireForm(form, Pressed)
  if (act === 'back') {
    const gone = await userApi.delete(`/v1/aircraft_outages/${String(outage ?? 0)}`)
    return gone.ok
      ? { to: '/staff/aircraft?done=back.0' }
      : { status: refusalStatus(gone), failure: gone.message }
  }
  const submission = parseForm(form, OutageForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(OUTAGE_SHAPE, submission) }
  const { from_date: from, until_date: until = from, ...rest } = submission.value
  const send = (more: { preview: boolean; seen: number[] }) =>
    userApi.post('/v1/aircraft_outages', z.union([OutagePreviewReply, AircraftOutageReply]), {
      body: { aircraft_outage: { ...rest, from_date: from, until_date: until, ...more } },
    })
  const sent = listSentTexts(form)
  const fields = sent.filter(([name]) => name !== 'seen' && name !== 'looked')
  const answer = refuseForm(OUTAGE_SHAPE, submission)
  if (looked === undefined) {
    const asked = await send({ preview: true, seen: [] })
    if (!asked.ok)
      return { status: refusalStatus(asked), answer: refuseForm(OUTAGE_SHAPE, submission, asked) }
    const preview = OutagePreviewReply.safeParse(asked.data).data?.outage_preview
    if (preview && preview.hit_flights.length > 0)
      return { status: 200, answer, hit: { preview, fields, changed: false } }
  }
  const seen = sent.flatMap(([name, text]) =>
    name === 'seen' && /^\d{1,9}$/.test(text) ? [Number(text)] : [],
  )
  const done = await send({ preview: false, seen })
  if (done.ok) return { to: `/staff/aircraft?done=saved.${String(seen.length)}` }
  const present = OutagePreviewReply.safeParse(done.body).data?.outage_preview
  return present
    ? { status: done.status, answer, hit: { preview: present, fields, changed: true } }
    : { status: refusalStatus(done), answer: refuseForm(OUTAGE_SHAPE, submission, done) }
}
