import { createRoute } from '@hono/zod-openapi'
import { DepartureWeekReply, DepartureWeekRequest } from '#contract/departure-week.ts'
import { createRouter, refusalReply } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { paintWeek } from '../plan-departure-weeks.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse, refuseFields } from '../../http/refuse.ts'

const paint = createRoute({
  method: 'post',
  path: '/v1/departure_weeks',
  summary: 'Make a week of departures, or see what it would be; staff only',
  description:
    'The same times on some weekdays of a span of days. With `preview` nothing is written. ' +
    'Departures that are there already are left alone; where others need the same aircraft the ' +
    'reply says so.',
  middleware: [requireCaller, idempotent] as const,
  request: {
    body: jsonBody(DepartureWeekRequest),
  },
  responses: {
    200: jsonReply('What would be made', DepartureWeekReply),
    201: jsonReply('What was made', DepartureWeekReply),
  },
})

export const departureWeeks = createRouter().openapi(paint, async (c) => {
  const { departure_week: input } = c.req.valid('json')
  const caller = c.get('caller')
  if (caller.kind === 'visitor') return refuse(c, 'not_found')
  const by = {
    userId: caller.userId,
    roles: caller.roles,
    now: c.get('deps').clock.now(),
    requestId: c.get('requestId'),
  }
  const painted = await paintWeek(c.get('deps'), input, by)
  if (painted.ok) return c.json({ departure_week: painted.week }, input.preview ? 200 : 201)
  if (painted.reason === 'invalid') {
    return refuseFields(c, painted.fields)
  }
  if (painted.reason === 'conflict') return refusalReply(c, 409, { error: painted.error, code: 'conflict' })
  return refuse(c, 'not_found')
})
