import { z } from 'zod'
import { DayClosingReply, DayClosingRequest, DayReply } from '#contract/day-closing.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { CLOSE_DAY_SHAPE, REOPEN_DAY_SHAPE } from './day-closing-forms.ts'

type Staff = Pick<StaffVisit, 'userApi'>
type DayChanged = { day: string } | { status: number; answer: FormAnswer }

const SAY_WHY = 'Say why, in a few words'
const { day_closing: CloseForm } = DayClosingRequest.shape
const ReopenForm = z.object({ reason: z.string({ error: SAY_WHY }).trim().min(3, SAY_WHY).max(500) })
const DayButtons = z.object({ intent: z.enum(['close', 'reopen']) })

/** A day's figures and whether it is closed. @throws Response 503 */
export async function loadDay({ userApi }: Staff, day: string) {
  return requireData(await userApi.get(`/v1/days/${day}`, DayReply)).day
}

/** Closes the submitted day, or opens it again. */
export function changeDay(staff: Staff, form: FormData): Promise<DayChanged> {
  return requireForm(form, DayButtons).intent === 'reopen' ? reopenDay(staff, form) : closeDay(staff, form)
}

async function closeDay({ userApi }: Staff, form: FormData): Promise<DayChanged> {
  const submission = parseForm(form, CloseForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(CLOSE_DAY_SHAPE, submission) }
  const body = { day_closing: submission.value }
  const closed = await userApi.post('/v1/day_closings', DayClosingReply, { body })
  if (closed.ok) return { day: closed.data.day_closing.day }
  return { status: closed.status, answer: refuseForm(CLOSE_DAY_SHAPE, submission, closed) }
}

async function reopenDay({ userApi }: Staff, form: FormData): Promise<DayChanged> {
  const { closing } = requireForm(form, z.object({ closing: Id }))
  const submission = parseForm(form, ReopenForm)
  if (submission.status !== 'success')
    return { status: 422, answer: refuseForm(REOPEN_DAY_SHAPE, submission) }
  const body = { day_closing: submission.value }
  const path = `/v1/day_closings/${String(closing)}/reopen`
  const opened = await userApi.post(path, DayClosingReply, { body })
  if (opened.ok) return { day: opened.data.day_closing.day }
  return { status: opened.status, answer: refuseForm(REOPEN_DAY_SHAPE, submission, opened) }
}
