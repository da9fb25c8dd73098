import { createRoute } from '@hono/zod-openapi'
import { BrandsReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { brandSorts, listBrands } from '../services/list-brands.ts'
import { jsonReply } from './json-reply.ts'
import { listMeta, listQuery, pageOf } from './list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/brands',
  summary: 'Brands with their hosts',
  request: { query: listQuery(brandSorts) },
  responses: { 200: jsonReply('Brands with their hosts', BrandsReply) },
})

export const brands = createRouter().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { rows, totalCount } = await listBrands(c.get('deps').database.db, pageOf(query))
  return c.json({ brands: rows, meta: listMeta(query, totalCount) }, 200)
})
