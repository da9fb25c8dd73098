import { createRoute } from '@hono/zod-openapi'
import {
  FlightReliefReply,
  RescuePlanQuery,
  RescuePlanReply,
  RescueReply,
  RescueRequest,
} from '#contract/rescue-plan.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { refuse } from '../refusals.ts'
import { applyRescuePlan } from '../rescue/apply-rescue-plan.ts'
import { drawRescuePlan } from '../rescue/draw-rescue-plan.ts'
import { findFlightRelief } from '../rescue/find-flight-relief.ts'

const draw = createRoute({
  method: 'get',
  path: '/v1/rescue_plans',
  summary: 'What could become of the flights of an aircraft that is down for some hours; staff only',
  description:
    'Each booked flight gets another aircraft that fits, or its parties other departures of the day, or ' +
    'its departure is called off. The plan that costs least is drawn, beside what the others would cost. ' +
    'Nothing is written.',
  middleware: [requireCaller] as const,
  request: { query: RescuePlanQuery },
  responses: { 200: jsonReply('The plan', RescuePlanReply) },
})
const apply = createRoute({
  method: 'post',
  path: '/v1/rescue_plans',
  summary: 'Do a rescue plan, or some flights of it; staff only',
  description:
    'The aircraft is out of service for these hours from then on. Each flight is settled as a whole or ' +
    'not at all. `seen` repeats what the plan said of it; if that is otherwise now, the answer is 409 with ' +
    'what was done before it and with the plan as it is now. A flight that was settled before is counted ' +
    'and left alone.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(RescueRequest) },
  responses: { 200: jsonReply('What was done, and the plan for what is left', RescueReply) },
})

const relief = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/relief',
  summary: 'The cheapest change of a flight that carries too much; staff only',
  description:
    'Another aircraft that takes it as it is, and the one party whose move costs least. Nothing is ' +
    'written, and no weight of anybody is told.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The change; null for a flight within its limits', FlightReliefReply) },
})

export const rescuePlans = createRouter()
  .openapi(relief, async (c) => {
    const { database, clock } = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const found = await findFlightRelief(database.db, id, clock.now())
    return found === undefined ? refuse(c, 'not_found') : c.json({ flight_relief: found }, 200)
  })
  .openapi(draw, async (c) => {
    const deps = c.get('deps')
    const { aircraft_id: aircraftId, ...asked } = c.req.valid('query')
    const drawn = await drawRescuePlan(deps, { ...asked, aircraftId }, deps.clock.now())
    return drawn.ok ? c.json({ rescue_plan: drawn.plan }, 200) : refuse(c, drawn.reason)
  })
  .openapi(apply, async (c) => {
    const { rescue_plan: fields } = c.req.valid('json')
    const applying = { fields, caller: c.get('signedIn'), by: auditBy(c) }
    const done = await applyRescuePlan(c.get('deps'), applying)
    if (done.ok) return c.json({ rescue: done.rescue, rescue_plan: done.plan }, 200)
    const present = 'plan' in done ? { rescue: done.rescue, rescue_plan: done.plan } : {}
    return refuse(c, done.reason, present)
  })
