import { AnyJson, type SpecOnlyAnswer, type SpecOnlyCall, found, unreadableAnswer } from './call.server.ts'
import { readId, isLooseObject, readLooseList, readNumber } from '../loose-values.server.ts'
import { readBuyer, showOrder } from './to-order.server.ts'

/** The caller's orders, as a generic list of section 7: by page, without filters. */
export async function listSpecOnlyOrders(call: SpecOnlyCall): SpecOnlyAnswer {
  const { page, page_size, sort } = call.query
  const result = await call.userApi.get('/v1/orders', AnyJson, { query: { page, page_size, sort } })
  if (!result.ok) return result
  const rows = readLooseList(result.data, 'orders')
  if (!rows) return unreadableAnswer()
  const whose = readBuyer(call)
  const known = rows.flatMap((row) => {
    const id = readId(row['id'])
    return id === undefined ? [] : [{ row, id }]
  })
  const orders = await Promise.all(known.map(({ row, id }) => showOrder(call, row, id, whose)))
  const meta = isLooseObject(result.data) && isLooseObject(result.data['meta']) ? result.data['meta'] : {}
  const counts = isLooseObject(meta['pagination']) ? meta['pagination'] : meta
  const pagination = {
    current_page: readId(counts['current_page']) ?? 1,
    total_pages: readId(counts['total_pages']) ?? 1,
    total_count: readNumber(counts['total_count']) ?? orders.length,
    page_size: readId(counts['page_size']) ?? Math.max(orders.length, 1),
  }
  return found({ orders, meta: { pagination } })
}
