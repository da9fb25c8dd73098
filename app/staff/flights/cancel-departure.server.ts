import { DepartureCancellationReply } from '#contract/call-off.ts'
import { type DepartureCancellationPreview, DepartureCancellationPreviewReply } from '#contract/flight-day.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

export interface DepartureCancellationAnswer {
  status: number
  failure?: string
  preview?: DepartureCancellationPreview
  reason: string
  note: string
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Previews the cancellation of a departure, or performs it. `done` redirects to the day. */
export async function handleDepartureCancellation(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<DepartureCancellationAnswer | 'done'> {
  const [reason, note] = [textOf(form, 'reason'), textOf(form, 'note')]
  const input = {
    departure_id: Number(textOf(form, 'departure')),
    depart_at: textOf(form, 'at'),
    reason,
    note,
  }
  const body = { call_off: input }
  if (textOf(form, 'intent') === 'preview') {
    const preview = await userApi.post('/v1/call_off_previews', DepartureCancellationPreviewReply, { body })
    if (!preview.ok) return { status: preview.status, failure: preview.message, reason, note }
    return { status: 200, preview: preview.data.call_off_preview, reason, note }
  }
  const done = await userApi.post('/v1/call_offs', DepartureCancellationReply, { body })
  return done.ok ? 'done' : { status: done.status, failure: done.message, reason, note }
}
