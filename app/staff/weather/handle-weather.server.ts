import { Id, LocalDate, LocalTime } from '#contract/primitives.ts'
import { WeatherDayReply, WeatherReminderReply } from '#contract/weather-day.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { ConfirmedForm } from '../parts/confirmed-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { spanOf } from './load-weather.server.ts'
import { WeatherQuery } from './weather-view.ts'

const Declared = ConfirmedForm.extend({
  ...WeatherQuery.shape,
  terminal: Id,
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
})
type Answered = { to: string } | { to?: undefined; status: number; failure: string }

/** Calls the span off that the preview showed; pressed twice it is the same weather day. */
export async function declareWeather({ userApi }: StaffVisit, form: FormData): Promise<Answered> {
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
