import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { z } from 'zod'
import { DutyLimitsPatch, DutyLimitsReply } from '#contract/duty-limits.ts'
import {
  PilotAbsenceReply,
  PilotAbsenceRequest,
  PilotHoursReply,
  PilotHoursRequest,
  PilotWeekReply,
  RosterPreviewReply,
} from '#contract/pilot-roster.ts'
import { LocalDate } from '#contract/primitives.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter, type ApiEnv, type SignedInCaller } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { refuse } from '../refusals.ts'
import { makeAbsence, removeAbsence, setHours } from '../rosters/change-availability.ts'
import { readDutyLimits } from '../rosters/load-rosters.ts'
import { presentLimits } from '../rosters/present-roster.ts'
import { readPilotWeek } from '../rosters/read-pilot-week.ts'
import { setDutyLimits } from '../rosters/set-duty-limits.ts'

const week = createRoute({
  method: 'get',
  path: '/v1/pilot_weeks/{date}',
  summary: 'Seven days of pilots: what they fly, their duties, and when they can fly',
  description:
    'Staff see all pilots, and the booked flights without one; pilots see themselves. Days are those of ' +
    'the terminals; a duty belongs to the day on which it begins.',
  middleware: [requireCaller] as const,
  request: { params: z.object({ date: LocalDate }) },
  responses: { 200: jsonReply('The week', PilotWeekReply) },
})
const tellAbsence = createRoute({
  method: 'post',
  path: '/v1/pilot_absences',
  summary: 'Note that a pilot does not fly on some days, or preview that',
  description:
    'Flights of the pilot on these days lose their pilot and are tasks of staff then; nothing that was ' +
    'sold changes. `seen` repeats the flights of the preview; if they are others now, the answer is 409 ' +
    'with the present ones. Pilots tell their own days. The same days once more write nothing.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(PilotAbsenceRequest) },
  responses: {
    200: jsonReply(
      'The preview, or the days that were noted before',
      z.union([RosterPreviewReply, PilotAbsenceReply]),
    ),
    201: jsonReply('The days', PilotAbsenceReply),
  },
})
const endAbsence = createRoute({
  method: 'delete',
  path: '/v1/pilot_absences/{id}',
  summary: 'Take days off back; pilots only those that they told themselves',
  description: 'Flights that have another pilot by then keep them.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'Taken back' } },
})
const putHours = createRoute({
  method: 'put',
  path: '/v1/pilot_hours/{id}',
  summary: 'Set the hours of a pilot by weekday, or preview that; staff only',
  description:
    'Without any day the pilot can fly at any time, otherwise only within these hours by the clock of the ' +
    'terminal. Flights outside of them lose their pilot, with `preview` and `seen` as for days off.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(PilotHoursRequest) },
  responses: { 200: jsonReply('The preview, or the hours', z.union([RosterPreviewReply, PilotHoursReply])) },
})
const readLimits = createRoute({
  method: 'get',
  path: '/v1/duty_limits',
  summary: 'How long pilots may fly and be on duty; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The limits', DutyLimitsReply) },
})
const changeLimits = createRoute({
  method: 'patch',
  path: '/v1/duty_limits',
  summary: 'Change how long pilots may fly and be on duty; admins only',
  description:
    'They refuse a pilot who would be over one of them. Flights that have their pilots keep them, and are ' +
    'marked on the board.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(DutyLimitsPatch) },
  responses: { 200: jsonReply('The limits', DutyLimitsReply) },
})

type SignedIn = Context<ApiEnv & { Variables: { signedIn: SignedInCaller } }>
const changeBy = (c: SignedIn) => ({ audit: auditBy(c), isOwn: c.get('reach') === 'own' })

export const pilotRosters = createRouter()
  .openapi(week, async (c) => {
    const { database, clock } = c.get('deps')
    const pilotId = c.get('reach') === 'own' ? c.get('signedIn').userId : undefined
    const { date } = c.req.valid('param')
    const pilot_week = await readPilotWeek(database.db, { date, pilotId, now: clock.now() })
    return c.json({ pilot_week }, 200)
  })
  .openapi(tellAbsence, async (c) => {
    const made = await makeAbsence(c.get('deps'), c.req.valid('json').pilot_absence, changeBy(c))
    if (!made.ok) return refuse(c, made.reason, 'preview' in made ? { roster_preview: made.preview } : {})
    if (made.preview) return c.json({ roster_preview: made.preview }, 200)
    const { absence: pilot_absence } = made
    return made.isNew ? c.json({ pilot_absence }, 201) : c.json({ pilot_absence }, 200)
  })
  .openapi(endAbsence, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const gone = await removeAbsence(c.get('deps'), id, changeBy(c))
    return gone ? c.body(null, 204) : refuse(c, 'not_found')
  })
  .openapi(putHours, async (c) => {
    const pilotId = findId(c.req.valid('param').id) ?? 0
    const set = await setHours(c.get('deps'), pilotId, c.req.valid('json').pilot_hours, auditBy(c))
    if (!set.ok) return refuse(c, set.reason, 'preview' in set ? { roster_preview: set.preview } : {})
    return set.preview
      ? c.json({ roster_preview: set.preview }, 200)
      : c.json({ pilot_hours: { days: set.days } }, 200)
  })
  .openapi(readLimits, async (c) =>
    c.json({ duty_limits: presentLimits(await readDutyLimits(c.get('deps').database.db)) }, 200),
  )
  .openapi(changeLimits, async (c) => {
    const { duty_limits: sent } = c.req.valid('json')
    const duty_limits = await setDutyLimits(c.get('deps').database.db, sent, auditBy(c))
    return c.json({ duty_limits }, 200)
  })
