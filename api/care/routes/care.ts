import { createRoute, z } from '@hono/zod-openapi'
import {
  CareOccasion,
  CareReportsReply,
  CareStopReply,
  CareStopRequest,
  CareSwitchReply,
  CareSwitchRequest,
  CareWishesReply,
  CareWishesUpdate,
} from '#contract/care.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { findCareWishes, saveCareStop, saveCareWishes } from '../care-wishes.ts'
import { refuse } from '../refusals.ts'
import { listCareReports, listReviews, switchCare } from '../report-care.ts'

const params = z.object({ brand_id: z.string().max(20) })

const readWishes = createRoute({
  method: 'get',
  path: '/v1/users/me/care_wishes/{brand_id}',
  summary: 'Which messages that a brand sends by itself the account wants',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 200: jsonReply('The wishes', CareWishesReply) },
})
const saveWishes = createRoute({
  method: 'put',
  path: '/v1/users/me/care_wishes/{brand_id}',
  summary: 'Switch messages that a brand sends by itself off or on, one by one',
  description: 'Mails about changes of a flight are sent all the same.',
  middleware: [requireCaller] as const,
  request: { params, body: jsonBody(CareWishesUpdate) },
  responses: { 200: jsonReply('The wishes', CareWishesReply) },
})
const stop = createRoute({
  method: 'put',
  path: '/v1/care_stops',
  summary: 'Switch the messages of one occasion to one address off or on, by the signed link of a mail',
  description: 'The link works without signing in, and as often as it is used.',
  request: { body: jsonBody(CareStopRequest) },
  responses: { 200: jsonReply('How it stands now', CareStopReply) },
})
const report = createRoute({
  method: 'get',
  path: '/v1/care_reports',
  summary: 'What the shop sent by itself and what waits, with the newest reviews; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('A row for each brand and occasion', CareReportsReply) },
})
const switchOccasion = createRoute({
  method: 'patch',
  path: '/v1/care_reports/{brand_id}/{occasion}',
  summary: 'Switch the messages of an occasion off or on for a brand; admins only',
  description: '409 with the present state if somebody else switched it since `on_was` was read.',
  middleware: [requireCaller] as const,
  request: { params: params.extend({ occasion: CareOccasion }), body: jsonBody(CareSwitchRequest) },
  responses: { 200: jsonReply('How it stands now', CareSwitchReply) },
})

export const care = createRouter()
  .openapi(readWishes, async (c) => {
    const brandId = findId(c.req.valid('param').brand_id) ?? 0
    const found = await findCareWishes(c.get('deps'), c.get('signedIn'), brandId)
    return found.ok ? c.json({ care_wishes: found.wishes }, 200) : refuse(c, found.reason)
  })
  .openapi(saveWishes, async (c) => {
    const brandId = findId(c.req.valid('param').brand_id) ?? 0
    const { care_wishes: wishes } = c.req.valid('json')
    const saved = await saveCareWishes(c.get('deps'), c.get('signedIn'), { brandId, wishes })
    return saved.ok ? c.json({ care_wishes: saved.wishes }, 200) : refuse(c, saved.reason)
  })
  .openapi(stop, async (c) => {
    const saved = await saveCareStop(c.get('deps'), c.req.valid('json').care_stop)
    return saved.ok ? c.json({ care_stop: saved.stop }, 200) : refuse(c, saved.reason)
  })
  .openapi(report, async (c) => {
    const deps = c.get('deps')
    const [care_reports, reviews] = await Promise.all([listCareReports(deps), listReviews(deps)])
    return c.json({ care_reports, reviews }, 200)
  })
  .openapi(switchOccasion, async (c) => {
    const { brand_id, occasion } = c.req.valid('param')
    const { on, on_was: onWas } = c.req.valid('json').care_report
    const asked = { brandId: findId(brand_id) ?? 0, occasion, on, onWas }
    const done = await switchCare(c.get('deps'), asked, auditBy(c))
    if (done.ok) return c.json({ care_report: done.row }, 200)
    return refuse(c, done.reason, 'row' in done ? { care_report: done.row } : {})
  })
