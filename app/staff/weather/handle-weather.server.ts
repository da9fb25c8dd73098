import { z } from 'zod'
import { Id, LocalDate, LocalTime } from '#contract/primitives.ts'
import { WeatherDayReply, WeatherReminderReply } from '#contract/weather-day.ts'
import { WeatherHoldReply } from '#contract/weather-hold.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { ConfirmedForm } from '../parts/confirmed-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { heldSpanOf, spanOf } from './load-weather.server.ts'
import { HOLD_SHAPE, holdHref, WeatherQuery } from './weather-view.ts'

const Declared = ConfirmedForm.extend({
  ...WeatherQuery.shape,
  terminal: Id,
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
})
const Held = Declared.extend({ decide_time: LocalTime })
type Pressed = Answered | { to?: undefined; status: number; refusal: FormAnswer }
type Answered = { to: string } | { to?: undefined; status: number; failure: string }

const Act = z.object({ act: z.enum(['call_off', 'hold']).default('call_off') })

/** Calls the span off, or puts it on hold, as the pressed form says. */
export const pressWeather = (staff: StaffVisit, form: FormData): Promise<Pressed> =>
  requireForm(form, Act).act === 'hold' ? holdWeather(staff, form) : declareWeather(staff, form)

/** Calls the span off that the preview showed; pressed twice it is the same weather day. */
async function declareWeather({ userApi }: StaffVisit, form: FormData): Promise<Answered> {
  const { key, ...view } = requireForm(form, Declared)
  const body = { weather_day: spanOf(view) }
  const declared = await userApi.post('/v1/weather_days', WeatherDayReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  return declared.ok
    ? { to: `/staff/weather/${String(declared.data.weather_day.id)}` }
    : { status: declared.status, failure: declared.message }
}

/** Puts the span on hold; the same press again opens the same hold. */
async function holdWeather({ userApi }: StaffVisit, form: FormData): Promise<Pressed> {
  const submission = parseForm(form, Held)
  if (submission.status !== 'success') return { status: 422, refusal: refuseForm(HOLD_SHAPE, submission) }
  const { key, decide_time, ...view } = submission.value
  const body = { weather_hold: { ...heldSpanOf(view), decide_time } }
  const made = await userApi.post('/v1/weather_holds', WeatherHoldReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  return made.ok
    ? { to: holdHref(made.data.weather_hold.id) }
    : { status: refusalStatus(made), refusal: refuseForm(HOLD_SHAPE, submission, made) }
}

const Reminded = ConfirmedForm.extend({ order: Id.nullable().default(null) })

/** Mails the link again to all who wait, or to one party. */
export async function remindWeatherParties(
  { userApi }: StaffVisit,
  id: string,
  form: FormData,
): Promise<Answered> {
  const { key, order } = requireForm(form, Reminded)
  const body = { weather_reminder: { order_id: order } }
  const path = `/v1/weather_days/${id}/reminders`
  const sent = await userApi.post(path, WeatherReminderReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  return sent.ok
    ? { to: `/staff/weather/${id}?mailed=${String(sent.data.weather_reminder.mailed)}` }
    : { status: sent.status, failure: sent.message }
}
