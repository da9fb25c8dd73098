import { Anything, type BasicAnswer, type BasicCall, found, garbled } from './call.server.ts'
import { idOf, isLoose, looseList, numberOf } from '../loose-values.server.ts'
import { readBuyer, showOrder } from './to-order.server.ts'

/** The caller's orders, as a generic list of section 7: by page, without filters. */
export async function listBasicOrders(call: BasicCall): BasicAnswer {
  const { page, page_size, sort } = call.query
  const result = await call.own.get('/v1/orders', Anything, { query: { page, page_size, sort } })
  if (!result.ok) return result
  const rows = looseList(result.data, 'orders')
  if (!rows) return garbled()
  const whose = readBuyer(call)
  const known = rows.flatMap((row) => {
    const id = idOf(row['id'])
    return id === undefined ? [] : [{ row, id }]
  })
  const orders = await Promise.all(known.map(({ row, id }) => showOrder(call, row, id, whose)))
  const meta = isLoose(result.data) && isLoose(result.data['meta']) ? result.data['meta'] : {}
  const told = isLoose(meta['pagination']) ? meta['pagination'] : meta
  const pagination = {
    current_page: idOf(told['current_page']) ?? 1,
    total_pages: idOf(told['total_pages']) ?? 1,
    total_count: numberOf(told['total_count']) ?? orders.length,
    page_size: idOf(told['page_size']) ?? Math.max(orders.length, 1),
  }
  return found({ orders, meta: { pagination } })
}
