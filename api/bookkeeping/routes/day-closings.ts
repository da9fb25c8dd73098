import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  DayClosingReply,
  DayClosingRequest,
  DayReopenRequest,
  DayReply,
  ReportDay,
} from '#contract/day-closing.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { closeDay, reopenDay } from '../close-day.ts'
import { readDay } from '../read-day.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/days/{day}',
  summary: 'A day’s figures, as it was closed or as they are, and what was booked to it since; staff only',
  middleware: [requireCaller] as const,
  request: { params: z.object({ day: ReportDay }) },
  responses: { 200: jsonReply('The day', DayReply) },
})
const close = createRoute({
  method: 'post',
  path: '/v1/day_closings',
  summary: 'Close a day: its figures are kept as they are; staff only',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(DayClosingRequest) },
  responses: { 201: jsonReply('The closing', DayClosingReply) },
})
const reopen = createRoute({
  method: 'post',
  path: '/v1/day_closings/{id}/reopen',
  summary: 'Take a closing back, so that the day can be closed anew; admins only',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(DayReopenRequest) },
  responses: { 200: jsonReply('The closing that was taken back', DayClosingReply) },
})

export const dayClosings = createRouter()
  .openapi(read, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json({ day: await readDay(c.get('deps'), c.req.valid('param').day) }, 200)
  })
  .openapi(close, async (c) => {
    const done = await closeDay(c.get('deps'), c.req.valid('json').day_closing, auditBy(c))
    return done.ok ? c.json({ day_closing: done.closing }, 201) : refuse(c, done.reason)
  })
  .openapi(reopen, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const { reason } = c.req.valid('json').day_closing
    const done = await reopenDay(c.get('deps'), { id, reason }, auditBy(c))
    return done.ok ? c.json({ day_closing: done.closing }, 200) : refuse(c, done.reason)
  })
