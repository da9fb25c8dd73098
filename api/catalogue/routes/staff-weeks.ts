import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { z } from 'zod'
import { LocalDate, QueryId } from '#contract/primitives.ts'
import {
  DepartureDateReply,
  DepartureDateRequest,
  StaffWeekQuery,
  StaffWeekReply,
  TerminalDayReply,
  TerminalDayRequest,
} from '#contract/staff-week.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter, refusalReply, type SignedInCaller } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse, refuseFields } from '../../http/refuse.ts'
import { type Refusal, type Writer } from '../../resources/resource.ts'
import { changeDepartureDate } from '../staff-week/change-departure-date.ts'
import { closeTerminalDay } from '../staff-week/close-terminal-day.ts'
import { readStaffWeek } from '../staff-week/read-staff-week.ts'

const CHANGED = 'Somebody changed this meanwhile. Nothing of yours was saved.'

const read = createRoute({
  method: 'get',
  path: '/v1/staff_weeks',
  summary: 'Seven days of the departures of a terminal, with seats, revenue and prices; staff only',
  description:
    'From today and at the first terminal by default. Departures of the same time stand in one row with a ' +
    'place for each day. `version` of a departure or a day is what a change of it sends.',
  middleware: [requireCaller] as const,
  request: { query: StaffWeekQuery },
  responses: { 200: jsonReply('The week', StaffWeekReply) },
})

const change = createRoute({
  method: 'patch',
  path: '/v1/departure_dates/{departure_id}/{date}',
  summary: 'Close or open one departure, or change its price; staff only',
  description:
    '`date_price` is for this date, `rule_price` for every date of the rule that has no price of its own; ' +
    'null takes one away. Sold and held seats keep their price, and passengers keep their seats. When the ' +
    'departure is no longer as `version` says, the answer is 409 with the present `departure_date`.',
  middleware: [requireCaller] as const,
  request: {
    params: z.object({ departure_id: QueryId, date: LocalDate }),
    body: jsonBody(DepartureDateRequest),
  },
  responses: { 200: jsonReply('The departure as it is now', DepartureDateReply) },
})

const close = createRoute({
  method: 'patch',
  path: '/v1/terminal_days/{terminal_id}/{date}',
  summary: 'Close or open a day of a terminal; staff only',
  description:
    'Everything that flies from there, one product, or the `targets` of an earlier change. Departures that ' +
    'were closed one by one stay closed. When the day is no longer as `version` says, the answer is 409 ' +
    'with the present `terminal_day`.',
  middleware: [requireCaller] as const,
  request: {
    params: z.object({ terminal_id: QueryId, date: LocalDate }),
    body: jsonBody(TerminalDayRequest),
  },
  responses: { 200: jsonReply('The day as it is now', TerminalDayReply) },
})

const writerOf = ({ userId, roles }: SignedInCaller, now: Date, requestId: string): Writer => ({
  userId,
  roles,
  now,
  requestId,
})

const answerRefusal = (c: Context, refusal: Refusal) => {
  if (refusal.reason === 'invalid') return refuseFields(c, refusal.fields)
  if (refusal.reason === 'conflict') return refusalReply(c, 409, { error: refusal.error, code: 'conflict' })
  if (refusal.reason === 'approval_needed')
    return refusalReply(c, 403, { error: refusal.error, code: 'approval_needed' })
  return refuse(c, 'not_found')
}

export const staffWeeks = createRouter()
  .openapi(read, async (c) => {
    const { from, terminal_id: terminalId, product_id: productId } = c.req.valid('query')
    const { database, clock } = c.get('deps')
    const staff_week = await readStaffWeek(database.db, { from, terminalId, productId, now: clock.now() })
    return staff_week ? c.json({ staff_week }, 200) : refuse(c, 'not_found')
  })
  .openapi(change, async (c) => {
    const { departure_id: departureId, date } = c.req.valid('param')
    const { departure_date: input } = c.req.valid('json')
    const by = writerOf(c.get('signedIn'), c.get('deps').clock.now(), c.get('requestId'))
    const done = await changeDepartureDate(c.get('deps'), { departureId, date }, input, by)
    if (done.ok) return c.json({ departure_date: done.date }, 200)
    if (done.reason !== 'stale') return answerRefusal(c, done)
    return refusalReply(c, 409, { error: CHANGED, code: 'changed_meanwhile', departure_date: done.date })
  })
  .openapi(close, async (c) => {
    const { terminal_id: terminalId, date } = c.req.valid('param')
    const { terminal_day: input } = c.req.valid('json')
    const by = writerOf(c.get('signedIn'), c.get('deps').clock.now(), c.get('requestId'))
    const done = await closeTerminalDay(c.get('deps'), { terminalId, date }, input, by)
    if (done.ok) return c.json({ terminal_day: done.day }, 200)
    if (done.reason !== 'stale') return answerRefusal(c, done)
    return refusalReply(c, 409, { error: CHANGED, code: 'changed_meanwhile', terminal_day: done.day })
  })
