import { createRoute } from '@hono/zod-openapi'
import { VersionReply } from '#contract/version.ts'
import { createRouter } from '../../http/http.ts'
import { readVersion } from '../read-catalogue-version.ts'
import { jsonReply } from '../../http/json-reply.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/version',
  summary: 'The version of everything public, with which callers validate cached pages',
  responses: {
    200: jsonReply('The version, and the time until which it is valid if nothing is written', VersionReply),
  },
})

export const version = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  return c.json(await readVersion(database.db, clock.now()), 200)
})
