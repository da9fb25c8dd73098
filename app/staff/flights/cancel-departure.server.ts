import { z } from 'zod'
import { DepartureCancellationFields, DepartureCancellationReply } from '#contract/call-off.ts'
import { type DepartureCancellationPreview, DepartureCancellationPreviewReply } from '#contract/flight-day.ts'
import { Id, Instant } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { CANCEL_DEPARTURE_SHAPE } from './flight-forms.ts'

/** The preview of a departure cancellation: who gets what, for the submitted values. */
export interface SeenDepartureCancellation {
  preview: DepartureCancellationPreview
  reason: string
  note: string
}

type DepartureCancellationAnswer =
  { status: number; seen: SeenDepartureCancellation } | { status: number; refusal: FormAnswer } | 'done'

const CancelButtons = z.object({ intent: z.enum(['preview', 'call_off']) })
const CancelForm = z.object({
  departure: Id,
  at: Instant,
  reason: DepartureCancellationFields.shape.reason,
  note: z.string().trim().max(300).default(''),
})

/** Previews the cancellation of a departure, or performs it. `done` redirects to the day. */
export async function handleDepartureCancellation(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<DepartureCancellationAnswer> {
  const submission = parseForm(form, CancelForm)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    refusal: refuseForm(CANCEL_DEPARTURE_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const { departure, at, reason, note } = submission.value
  const body = { call_off: { departure_id: departure, depart_at: at, reason, note } }
  if (requireForm(form, CancelButtons).intent === 'preview') {
    const seen = await userApi.post('/v1/call_off_previews', DepartureCancellationPreviewReply, { body })
    if (!seen.ok) return refuse(seen.status, seen)
    return { status: 200, seen: { preview: seen.data.call_off_preview, reason, note } }
  }
  const done = await userApi.post('/v1/call_offs', DepartureCancellationReply, { body })
  return done.ok ? 'done' : refuse(done.status, done)
}
