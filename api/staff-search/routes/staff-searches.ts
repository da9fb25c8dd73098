import { createRoute } from '@hono/zod-openapi'
import { StaffSearchReply, StaffSearchRequest } from '#contract/staff-search.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { searchForStaff } from '../search-for-staff.ts'

const search = createRoute({
  method: 'post',
  path: '/v1/staff_searches',
  summary: 'Search orders, flights, customers and codes at once; nothing is written; staff only',
  description:
    'Finds by the number of an order or a flight, a name, an e-mail or its beginning, a phone number or ' +
    'its last four digits, a flight of today by product and time, and a whole code. Each kind has at most ' +
    'eight rows, those of today first; a kind that the caller may not list is null.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(StaffSearchRequest) },
  responses: { 200: jsonReply('What was found', StaffSearchReply) },
})

export const staffSearches = createRouter().openapi(search, async (c) => {
  const { text } = c.req.valid('json').staff_search
  const found = await searchForStaff(c.get('deps'), c.get('signedIn'), text)
  c.header('Cache-Control', 'private, no-store')
  return c.json({ staff_search: found }, 200)
})
