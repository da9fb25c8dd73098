import { createRoute } from '@hono/zod-openapi'
import { RolesReply } from '#contract/catalogue.ts'
import { roles as everyRole } from '../../rules/access/roles.ts'
import { createRouter } from '../../http/http.ts'
import { IdQuery, filterRequestedRows } from '../../http/list-query.ts'
import { jsonReply } from '../../http/json-reply.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/roles',
  request: { query: IdQuery },
  summary: 'Roles by id and name',
  responses: { 200: jsonReply('Roles', RolesReply) },
})

export const roles = createRouter().openapi(list, (c) =>
  c.json({ roles: filterRequestedRows(everyRole, c.req.valid('query')) }, 200),
)
