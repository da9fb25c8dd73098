import { createRoute } from '@hono/zod-openapi'
import { UserReply } from '#contract/people.ts'
import { createRouter } from '../http.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { readUser } from '../services/read-user.ts'
import { refuse } from './refuse.ts'

const me = createRoute({
  method: 'get',
  path: '/v1/users/me',
  summary: 'Whose token this is',
  middleware: [requireCaller] as const,
  responses: { 200: { description: 'The user', content: { 'application/json': { schema: UserReply } } } },
})

export const users = createRouter().openapi(me, async (c) => {
  const result = await readUser(c.get('deps'), c.get('signedIn'))
  return result.ok ? c.json({ user: result.user }, 200) : refuse(c, result.reason)
})
