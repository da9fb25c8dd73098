import { createRoute } from '@hono/zod-openapi'
import { ProductCategoriesReply, ProductCategoryReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { productCategorySorts, listProductCategories } from '../services/catalogue/list-product-categories.ts'
import { jsonReply } from './json-reply.ts'
import { IdList, IdParams, idsAt, idsOf, listMeta, listQuery, oneRow, pageOf } from './list-query.ts'
import { refuse } from './refuse.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/product_categories',
  summary: 'Groups of products',
  request: {
    query: listQuery(productCategorySorts).extend({ id: IdList.optional(), 'id[]': IdList.optional() }),
  },
  responses: { 200: jsonReply('Groups of products', ProductCategoriesReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/product_categories/{id}',
  summary: 'One group of products',
  request: { params: IdParams },
  responses: { 200: jsonReply('The product category', ProductCategoryReply) },
})

export const productCategories = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const filter = { ids: idsOf(query.id, query['id[]']) }
    const { rows, totalCount } = await listProductCategories(c.get('deps').database.db, filter, pageOf(query))
    return c.json({ product_categories: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = { ids: idsAt(c.req.valid('param').id) }
    const { rows } = await listProductCategories(c.get('deps').database.db, filter, oneRow)
    const category = rows[0]
    return category ? c.json({ product_category: category }, 200) : refuse(c, 'not_found')
  })
