import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { ListMeta, QueryId } from '#contract/primitives.ts'
import { WholeProduct } from '#contract/resources/whole-rows.ts'
import { getAudience } from '../../rules/access/permissions.ts'
import { type Caller, createRouter } from '../../http/http.ts'
import { listProducts, productSorts } from '../list-products.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId, IdList, mergeIdParams, listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { refuse } from '../../http/refuse.ts'

/** The brand whose fees the all-in prices include; by default each product's own. */
const SellingBrand = QueryId.optional()

const ProductReply = z.object({ product: WholeProduct })
const ProductsReply = z.object({ products: z.array(WholeProduct), meta: ListMeta })

const list = createRoute({
  method: 'get',
  path: '/v1/products',
  summary: 'Flights on sale, with all-in prices',
  request: {
    query: listQuery(productSorts).extend({
      id: IdList.optional(),
      'id[]': IdList.optional(),
      brand_id: IdList.optional(),
      'brand_id[]': IdList.optional(),
      slug: z.string().max(120).optional(),
      $published: z.stringbool().optional(),
      selling_brand_id: SellingBrand,
    }),
  },
  responses: { 200: jsonReply('Products', ProductsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/products/{id}',
  summary: 'One flight, by id or slug',
  request: {
    params: z.object({ id: z.string().max(120) }),
    query: z.object({ selling_brand_id: SellingBrand }),
  },
  responses: { 200: jsonReply('The product', ProductReply) },
})

/** Only staff see drafts and archived products. */
const seesDrafts = (caller: Caller) => ['staff', 'admin'].includes(getAudience(caller))

export const products = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { database, clock } = c.get('deps')
    const filter = {
      ids: mergeIdParams(query.id, query['id[]']),
      brandIds: mergeIdParams(query.brand_id, query['brand_id[]']),
      slug: query.slug,
      publishedOnly: query.$published === true || !seesDrafts(c.get('caller')),
    }
    const options = { now: clock.now(), sellingBrandId: query.selling_brand_id }
    const { rows, totalCount } = await listProducts(database.db, filter, toListPage(query), options)
    return c.json({ products: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const { database, clock } = c.get('deps')
    const key = c.req.valid('param').id
    const id = findId(key)
    const filter = {
      ...(id === undefined ? { slug: key } : { ids: [id] }),
      publishedOnly: !seesDrafts(c.get('caller')),
    }
    const options = { now: clock.now(), sellingBrandId: c.req.valid('query').selling_brand_id }
    const { rows } = await listProducts(database.db, filter, { limit: 1, offset: 0 }, options)
    const product = rows[0]
    return product ? c.json({ product }, 200) : refuse(c, 'not_found')
  })
