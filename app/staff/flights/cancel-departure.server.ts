import { CallOffReply } from '#contract/call-off.ts'
import { type CallOffPreview, CallOffPreviewReply } from '#contract/flight-day.ts'
import { type DeskVisit } from '../parts/staff-visit.server.ts'

export interface CallOffAnswer {
  status: number
  failure?: string
  preview?: CallOffPreview
  reason: string
  note: string
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Shows what calling off would give to whom, or does it; `done` leads back to the day. */
export async function handleCallOff({ own }: DeskVisit, form: FormData): Promise<CallOffAnswer | 'done'> {
  const [reason, note] = [textOf(form, 'reason'), textOf(form, 'note')]
  const wish = {
    departure_id: Number(textOf(form, 'departure')),
    depart_at: textOf(form, 'at'),
    reason,
    note,
  }
  const body = { call_off: wish }
  if (textOf(form, 'intent') === 'preview') {
    const seen = await own.post('/v1/call_off_previews', CallOffPreviewReply, { body })
    if (!seen.ok) return { status: seen.status, failure: seen.message, reason, note }
    return { status: 200, preview: seen.data.call_off_preview, reason, note }
  }
  const done = await own.post('/v1/call_offs', CallOffReply, { body })
  return done.ok ? 'done' : { status: done.status, failure: done.message, reason, note }
}
