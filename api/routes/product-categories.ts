import { createRoute } from '@hono/zod-openapi'
import { ProductCategoriesReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { productCategorySorts, listProductCategories } from '../services/list-product-categories.ts'
import { jsonReply } from './json-reply.ts'
import { listMeta, listQuery, pageOf } from './list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/product_categories',
  summary: 'Groups of products',
  request: { query: listQuery(productCategorySorts) },
  responses: { 200: jsonReply('Groups of products', ProductCategoriesReply) },
})

export const productCategories = createRouter().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { rows, totalCount } = await listProductCategories(c.get('deps').database.db, pageOf(query))
  return c.json({ product_categories: rows, meta: listMeta(query, totalCount) }, 200)
})
