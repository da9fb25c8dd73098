import { createRoute } from '@hono/zod-openapi'
import { StateCountsReply } from '#contract/state-counts.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { readStateCounts } from '../read-state-counts.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/state_counts',
  summary:
    'How many mails, texts and approvals wait for somebody, and whether backups can be restored; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The counts, each up to 1,000', StateCountsReply) },
})

export const stateCounts = createRouter().openapi(read, async (c) => {
  const counts = await readStateCounts(c.get('deps'))
  c.header('Cache-Control', 'private, no-store')
  return c.json({ state_counts: counts }, 200)
})
