import { z } from 'zod'
import { Instant, LocalTime } from '#contract/primitives.ts'
import { WeatherHoldReply } from '#contract/weather-hold.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { ConfirmedForm } from '../parts/confirmed-form.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { POSTPONE_SHAPE } from './weather-view.ts'

const Buttons = ConfirmedForm.extend({ act: z.enum(['release', 'postpone']) })
const Postponed = z.object({ decide_time: LocalTime, decide_at_was: Instant })

type Decided =
  | { to: string }
  | { to?: undefined; status: number; failure: string }
  | { to?: undefined; status: number; refusal: FormAnswer }

/** Releases a hold, or puts its decision off; pressed twice it is done once. */
export async function decideHold({ userApi }: StaffVisit, id: string, form: FormData): Promise<Decided> {
  const { key, act } = requireForm(form, Buttons)
  const path = `/staff/weather/holds/${id}`
  if (act === 'release') {
    const body = {}
    const released = await userApi.post(`/v1/weather_holds/${id}/release`, WeatherHoldReply, {
      body,
      ...createFormIdempotencyKey(key, { release: id }),
    })
    return released.ok
      ? { to: `${path}?done=released` }
      : { status: refusalStatus(released), failure: released.message }
  }
  const submission = parseForm(form, Postponed)
  if (submission.status !== 'success') return { status: 422, refusal: refuseForm(POSTPONE_SHAPE, submission) }
  const body = { weather_hold: submission.value }
  const postponed = await userApi.patch(`/v1/weather_holds/${id}`, WeatherHoldReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  return postponed.ok
    ? { to: `${path}?done=postponed` }
    : { status: refusalStatus(postponed), refusal: refuseForm(POSTPONE_SHAPE, submission, postponed) }
}
