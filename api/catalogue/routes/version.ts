import { createRoute } from '@hono/zod-openapi'
import { VersionReply } from '#contract/version.ts'
import { createRouter } from '../../http/http.ts'
import { readVersion } from '../read-catalogue-version.ts'
import { jsonReply } from '../../http/json-reply.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/version',
  summary: 'The version of all that everybody sees; whoever keeps a page asks for it first',
  responses: { 200: jsonReply('The version, and until when it holds if nobody writes', VersionReply) },
})

export const version = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  return c.json(await readVersion(database.db, clock.now()), 200)
})
