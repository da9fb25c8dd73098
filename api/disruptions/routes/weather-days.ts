import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  WeatherDayList,
  WeatherDayPreviewReply,
  WeatherDayReply,
  WeatherDayRequest,
  WeatherReminderReply,
  WeatherReminderRequest,
} from '#contract/weather-day.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { refuse } from '../refusals.ts'
import { declareWeatherDay } from '../weather-days/declare-weather-day.ts'
import { previewWeatherDay } from '../weather-days/preview-weather-day.ts'
import { listWeatherDays, readWeatherDay } from '../weather-days/read-weather-day.ts'
import { remindParties } from '../weather-days/remind-parties.ts'

const declare = createRoute({
  method: 'post',
  path: '/v1/weather_days',
  summary: 'Cancel or preview all departures of a terminal in a span of a day; staff only',
  description:
    'From then on none of them can be booked. A job holds up to three other departures for each paid ' +
    'party, everybody’s first before anybody’s second and at most half of the free seats of a departure, ' +
    'and then mails each its page. Repeated, the call returns the same weather day. With `preview` ' +
    'nothing is written.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(WeatherDayRequest) },
  responses: {
    200: jsonReply(
      'The preview, or the weather day that was declared before',
      z.union([WeatherDayPreviewReply, WeatherDayReply]),
    ),
    201: jsonReply('The departures are cancelled', WeatherDayReply),
  },
})
const list = createRoute({
  method: 'get',
  path: '/v1/weather_days',
  summary: 'The latest weather days; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The weather days', WeatherDayList) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/weather_days/{id}',
  summary: 'A weather day with what each party has chosen; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The weather day', WeatherDayReply) },
})
const remind = createRoute({
  method: 'post',
  path: '/v1/weather_days/{id}/reminders',
  summary: 'Mail the link again to parties that have not chosen; staff only',
  description: 'To all of them, or to one order. Within ten minutes nobody gets the link twice.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(WeatherReminderRequest) },
  responses: { 200: jsonReply('How many mails were queued', WeatherReminderReply) },
})

export const weatherDays = createRouter()
  .openapi(declare, async (c) => {
    const deps = c.get('deps')
    const { weather_day: fields } = c.req.valid('json')
    if (fields.preview) {
      const seen = await previewWeatherDay(deps, fields)
      return seen.ok ? c.json({ weather_day_preview: seen.preview }, 200) : refuse(c, seen.reason)
    }
    const declared = await declareWeatherDay(deps, fields, auditBy(c))
    if (!declared.ok) return refuse(c, declared.reason)
    const day = await readWeatherDay(deps.database.db, declared.id, deps.clock.now())
    if (!day) return refuse(c, 'not_found')
    return declared.made ? c.json({ weather_day: day }, 201) : c.json({ weather_day: day }, 200)
  })
  .openapi(list, async (c) => c.json({ weather_days: await listWeatherDays(c.get('deps').database.db) }, 200))
  .openapi(read, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const day = await readWeatherDay(deps.database.db, id, deps.clock.now())
    return day ? c.json({ weather_day: day }, 200) : refuse(c, 'not_found')
  })
  .openapi(remind, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const { order_id: orderId } = c.req.valid('json').weather_reminder
    if (!(await readWeatherDay(deps.database.db, id, deps.clock.now()))) return refuse(c, 'not_found')
    return c.json({ weather_reminder: { mailed: await remindParties(deps, id, orderId) } }, 200)
  })
