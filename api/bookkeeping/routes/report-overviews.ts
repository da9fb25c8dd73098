import { createRoute } from '@hono/zod-openapi'
import { ReportOverviewQuery, ReportOverviewReply } from '#contract/report.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'
import { readReportOverview } from '../report-overview/read-report-overview.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/report_overviews',
  summary: 'The main figures of at most 92 days beside those of the weeks before; staff only',
  description:
    'Money counts on the day it moved, seats on the day they flew. The span before is earlier by whole ' +
    'weeks, so that its days are the same weekdays; `against=year` has it 52 weeks earlier. ' +
    'With `brand_id` only orders of that brand count, and ' +
    'for the load the aircraft that carried them.',
  middleware: [requireCaller] as const,
  request: { query: ReportOverviewQuery },
  responses: { 200: jsonReply('The overview', ReportOverviewReply) },
})

export const reportOverviews = createRouter().openapi(read, async (c) => {
  const { from, to, brand_id: brandId = null, against } = c.req.valid('query')
  const answer = await readReportOverview(c.get('deps'), { from, to, brandId, against })
  return answer.ok ? c.json({ report_overview: answer.overview }, 200) : refuse(c, answer.reason)
})
