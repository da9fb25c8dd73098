import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { ListMeta } from '#contract/primitives.ts'
import { WholeBrand } from '#contract/resources/whole-rows.ts'
import { createRouter } from '../../http/http.ts'
import { brandSorts, listBrands } from '../list-brands.ts'
import { jsonReply } from '../../http/json-reply.ts'
import {
  IdList,
  IdParams,
  parsePathIds,
  mergeIdParams,
  listMeta,
  listQuery,
  ONE_ROW_PAGE,
  toListPage,
} from '../../http/list-query.ts'
import { refuse } from '../../http/refuse.ts'

const BrandReply = z.object({ brand: WholeBrand })
const BrandsReply = z.object({ brands: z.array(WholeBrand), meta: ListMeta })

const list = createRoute({
  method: 'get',
  path: '/v1/brands',
  summary: 'Brands with their hosts',
  request: { query: listQuery(brandSorts).extend({ id: IdList.optional(), 'id[]': IdList.optional() }) },
  responses: { 200: jsonReply('Brands with their hosts', BrandsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/brands/{id}',
  summary: 'One brand',
  request: { params: IdParams },
  responses: { 200: jsonReply('The brand', BrandReply) },
})

export const brands = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const filter = { ids: mergeIdParams(query.id, query['id[]']) }
    const { rows, totalCount } = await listBrands(c.get('deps'), filter, toListPage(query))
    return c.json({ brands: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = { ids: parsePathIds(c.req.valid('param').id) }
    const { rows } = await listBrands(c.get('deps'), filter, ONE_ROW_PAGE)
    const brand = rows[0]
    return brand ? c.json({ brand }, 200) : refuse(c, 'not_found')
  })
