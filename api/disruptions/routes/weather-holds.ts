import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { z } from 'zod'
import {
  WeatherHoldList,
  WeatherHoldPatch,
  WeatherHoldPreviewReply,
  WeatherHoldReply,
  WeatherHoldRequest,
} from '#contract/weather-hold.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { type ApiDeps } from '../../deps.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { refuse } from '../refusals.ts'
import { postponeWeatherHold, releaseWeatherHold } from '../weather-holds/decide-weather-hold.ts'
import { makeWeatherHold } from '../weather-holds/make-weather-hold.ts'
import { previewWeatherHold } from '../weather-holds/preview-weather-hold.ts'
import { listWeatherHolds, readWeatherHold } from '../weather-holds/read-weather-hold.ts'

const make = createRoute({
  method: 'post',
  path: '/v1/weather_holds',
  summary: 'Put all departures of a terminal in a span of a day on hold, or preview that; staff only',
  description:
    'None of them is sold until the hold is released; orders under payment are honoured. A job tells each ' +
    'paid party once that staff decide at `decide_time`. Repeated, the call returns the same hold; another ' +
    'span that overlaps an open hold is refused with its `weather_hold_id`. With `preview` nothing is ' +
    'written.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(WeatherHoldRequest) },
  responses: {
    200: jsonReply(
      'The preview, or the hold that was made before',
      z.union([WeatherHoldPreviewReply, WeatherHoldReply]),
    ),
    201: jsonReply('The departures are on hold', WeatherHoldReply),
  },
})
const list = createRoute({
  method: 'get',
  path: '/v1/weather_holds',
  summary: 'The latest weather holds, open ones first; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The weather holds', WeatherHoldList) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/weather_holds/{id}',
  summary: 'A weather hold with its parties; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The weather hold', WeatherHoldReply) },
})
const postpone = createRoute({
  method: 'patch',
  path: '/v1/weather_holds/{id}',
  summary: 'Put the decision about a weather hold off; staff only',
  description:
    'Each party is told the new time. With `decide_at_was` a time that somebody has changed since is ' +
    'refused.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(WeatherHoldPatch) },
  responses: { 200: jsonReply('The weather hold', WeatherHoldReply) },
})
const release = createRoute({
  method: 'post',
  path: '/v1/weather_holds/{id}/release',
  summary: 'Release a weather hold: its departures fly and are sold again; staff only',
  description:
    'A job tells each party once. What staff closed themselves stays closed. Repeated it changes nothing; ' +
    'a hold that ended because its departures were called off is refused.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The weather hold', WeatherHoldReply) },
})

export const weatherHolds = createRouter()
  .openapi(make, async (c) => {
    const deps = c.get('deps')
    const { weather_hold: fields } = c.req.valid('json')
    const { decide_time: time } = fields
    if (fields.preview || time === null) {
      const seen = await previewWeatherHold(deps, fields)
      return seen.ok ? c.json({ weather_hold_preview: seen.preview }, 200) : refuse(c, seen.reason)
    }
    const made = await makeWeatherHold(deps, { ...fields, decide_time: time }, auditBy(c))
    if (!made.ok)
      return refuse(c, made.reason, made.holdId === undefined ? {} : { weather_hold_id: made.holdId })
    const hold = await readWeatherHold(deps.database.db, made.id)
    if (!hold) return refuse(c, 'not_found')
    return made.made ? c.json({ weather_hold: hold }, 201) : c.json({ weather_hold: hold }, 200)
  })
  .openapi(list, async (c) =>
    c.json({ weather_holds: await listWeatherHolds(c.get('deps').database.db) }, 200),
  )
  .openapi(read, async (c) => {
    const hold = await readWeatherHold(c.get('deps').database.db, findId(c.req.valid('param').id) ?? 0)
    return hold ? c.json({ weather_hold: hold }, 200) : refuse(c, 'not_found')
  })
  .openapi(postpone, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const { decide_time: time, decide_at_was: was } = c.req.valid('json').weather_hold
    const seen = was === undefined ? undefined : new Date(was)
    const done = await postponeWeatherHold(deps, id, { time, seen }, auditBy(c))
    if (!done.ok) return refuseWith(c, deps, id, done.reason)
    const hold = await readWeatherHold(deps.database.db, id)
    return hold ? c.json({ weather_hold: hold }, 200) : refuse(c, 'not_found')
  })
  .openapi(release, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const done = await releaseWeatherHold(deps, id, auditBy(c))
    if (!done.ok) return refuseWith(c, deps, id, done.reason)
    const hold = await readWeatherHold(deps.database.db, id)
    return hold ? c.json({ weather_hold: hold }, 200) : refuse(c, 'not_found')
  })

/** A conflict carries the hold as it stands. */
async function refuseWith(c: Context, deps: ApiDeps, id: number, reason: Parameters<typeof refuse>[1]) {
  const hold = await readWeatherHold(deps.database.db, id)
  return refuse(c, reason, hold ? { weather_hold: hold } : {})
}
