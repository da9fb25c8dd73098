import { z } from 'zod'
import { DutyLimitsReply } from '#contract/duty-limits.ts'
import {
  AbsenceKind,
  PilotAbsenceReply,
  PilotHoursReply,
  type RosterPreview,
  RosterPreviewReply,
} from '#contract/pilot-roster.ts'
import { LocalDate, LocalTime } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentTexts } from '../../ui/form/sent-values.server.ts'
import { type ApiResult } from '../../visit/api-result.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { ABSENCE_SHAPE, HOURS_SHAPE, LIMITS_SHAPE, WEEKDAYS } from './pilot-forms.ts'

/** What a press came to: the next page, a refused form, or the flights that would lose their pilot. */
export type PilotDone =
  | { to: string; status?: undefined }
  | { to?: undefined; status: number; answer?: FormAnswer; failure?: string; lost?: LostFlights }

/** Shown before something is saved. */
export interface LostFlights {
  act: 'absence' | 'hours'
  preview: RosterPreview
  /** What is sent once more with the press. */
  fields: [name: string, value: string][]
  /** They are others than the page showed before. */
  changed: boolean
}

const Pressed = z.object({
  act: z.enum(['absence', 'remove', 'hours']),
  /** The flights that lose their pilot were shown. */
  looked: z.literal('yes').optional(),
  absence: z.coerce.number().int().optional(),
})

/** Saves days off or hours of a pilot, once it was seen which flights lose their pilot. */
export async function pressPilot(staff: StaffVisit, pilot: string, form: FormData): Promise<PilotDone> {
  const { act, looked, absence } = requireForm(form, Pressed)
  if (act === 'remove') return removeDays(staff, pilot, absence ?? 0)
  return act === 'absence'
    ? saveDays(staff, { pilot, form, looked: looked !== undefined })
    : saveHours(staff, { pilot, form, looked: looked !== undefined })
}

interface SaveRequest {
  pilot: string
  form: FormData
  looked: boolean
}

const AbsenceForm = z.object({
  from_date: LocalDate,
  until_date: LocalDate.optional(),
  kind: AbsenceKind,
  note: z.string().max(200).nullable().default(null),
})

async function saveDays(staff: StaffVisit, { pilot, form, looked }: SaveRequest): Promise<PilotDone> {
  const submission = parseForm(form, AbsenceForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(ABSENCE_SHAPE, submission) }
  const { from_date: from, until_date: until = from, ...rest } = submission.value
  const absence = { pilot_id: Number(pilot), from_date: from, until_date: until, ...rest }
  const saved = await saveSeen(form, looked, {
    act: 'absence',
    send: (more) =>
      staff.userApi.post('/v1/pilot_absences', z.union([RosterPreviewReply, PilotAbsenceReply]), {
        body: { pilot_absence: { ...absence, ...more } },
      }),
  })
  if (saved.ok) return { to: `/staff/pilots/${pilot}?from=${from}&done=absence.${String(saved.lost)}` }
  return { status: saved.status, answer: refuseForm(ABSENCE_SHAPE, submission, saved.refusal), ...saved.more }
}

const hoursFields = Object.fromEntries(
  WEEKDAYS.flatMap((_, day) => [
    [`from_${String(day)}`, LocalTime.optional()],
    [`until_${String(day)}`, LocalTime.optional()],
  ]),
) as Record<string, z.ZodOptional<typeof LocalTime>>
const HoursForm = z.object(hoursFields).superRefine((times, context) => {
  for (const day of WEEKDAYS.keys()) {
    const [from, until] = [`from_${String(day)}`, `until_${String(day)}`]
    const missing = times[from] === undefined ? from : times[until] === undefined ? until : undefined
    if (missing === undefined || times[from] === times[until]) continue
    context.addIssue({ code: 'custom', path: [missing], message: 'Needs both times, or none' })
  }
})

async function saveHours(staff: StaffVisit, { pilot, form, looked }: SaveRequest): Promise<PilotDone> {
  const submission = parseForm(form, HoursForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(HOURS_SHAPE, submission) }
  const times = submission.value
  const days = [...WEEKDAYS.keys()].flatMap((day) => {
    const [from, until] = [times[`from_${String(day)}`], times[`until_${String(day)}`]]
    return from === undefined || until === undefined ? [] : [{ day_of_week: day, from, until }]
  })
  const saved = await saveSeen(form, looked, {
    act: 'hours',
    send: (more) =>
      staff.userApi.put(`/v1/pilot_hours/${pilot}`, z.union([RosterPreviewReply, PilotHoursReply]), {
        body: { pilot_hours: { days, ...more } },
      }),
  })
  if (saved.ok) return { to: `/staff/pilots/${pilot}?done=hours.${String(saved.lost)}` }
  return { status: saved.status, answer: refuseForm(HOURS_SHAPE, submission, saved.refusal), ...saved.more }
}

interface Save {
  act: LostFlights['act']
  send: (more: { preview: boolean; seen: number[] }) => Promise<ApiResult<object>>
}

type Saved =
  { ok: true; lost: number } | { ok: false; status: number; refusal: Refusal; more: { lost?: LostFlights } }

/** Asks first which flights would lose their pilot; where there are some, the page shows them. */
async function saveSeen(form: FormData, looked: boolean, { act, send }: Save): Promise<Saved> {
  const fields = listSentTexts(form).filter(([name]) => name !== 'seen' && name !== 'looked')
  const shown = (preview: RosterPreview, changed: boolean) => ({
    more: { lost: { act, preview, fields, changed } },
  })
  if (!looked) {
    const asked = await send({ preview: true, seen: [] })
    if (!asked.ok) return { ok: false, status: refusalStatus(asked), refusal: asked, more: {} }
    const found = RosterPreviewReply.safeParse(asked.data).data?.roster_preview
    if (found && found.lost_flights.length > 0)
      return { ok: false, status: 200, refusal: {}, ...shown(found, false) }
  }
  const seen = listSentTexts(form).flatMap(([name, text]) =>
    name === 'seen' && /^\d{1,9}$/.test(text) ? [Number(text)] : [],
  )
  const done = await send({ preview: false, seen })
  if (done.ok) return { ok: true, lost: seen.length }
  const present = RosterPreviewReply.safeParse(done.body).data?.roster_preview
  return {
    ok: false,
    status: refusalStatus(done),
    refusal: present ? {} : done,
    ...(present ? shown(present, true) : { more: {} }),
  }
}

async function removeDays({ userApi }: StaffVisit, pilot: string, absence: number): Promise<PilotDone> {
  const gone = await userApi.delete(`/v1/pilot_absences/${String(absence)}`)
  return gone.ok
    ? { to: `/staff/pilots/${pilot}?done=removed.0` }
    : { status: refusalStatus(gone), failure: gone.message }
}

const minutesOf = z.coerce.number({ error: 'Must be a number' }).int()
const hoursOf = z.coerce
  .number({ error: 'Must be a number of hours like 13.5' })
  .transform((hours) => Math.round(hours * 60))
const LimitsForm = z.object({
  max_flight_hours: hoursOf,
  max_duty_hours: hoursOf,
  min_rest_hours: hoursOf,
  max_days_in_row: minutesOf.nullable().default(null),
  report_mins: minutesOf,
  release_mins: minutesOf,
})

/** Changes the limits of duty. */
export async function pressLimits({ userApi }: StaffVisit, form: FormData): Promise<PilotDone> {
  const submission = parseForm(form, LimitsForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(LIMITS_SHAPE, submission) }
  const { max_flight_hours, max_duty_hours, min_rest_hours, ...rest } = submission.value
  const duty_limits = {
    ...rest,
    max_flight_mins: max_flight_hours,
    max_duty_mins: max_duty_hours,
    min_rest_mins: min_rest_hours,
  }
  const set = await userApi.patch('/v1/duty_limits', DutyLimitsReply, { body: { duty_limits } })
  if (set.ok) return { to: '/staff/pilots?done=limits.0' }
  const inHours = Object.entries(set.errors).map(([name, messages]) => [
    name.replace(/^(max_flight|max_duty|min_rest)_mins$/, '$1_hours'),
    messages,
  ])
  const errors = Object.fromEntries(inHours) as typeof set.errors
  return { status: refusalStatus(set), answer: refuseForm(LIMITS_SHAPE, submission, { ...set, errors }) }
}
