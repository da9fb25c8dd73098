import { OrderReply } from '#contract/order.ts'
import { RescheduleLinkReply } from '#contract/reschedule.ts'
import { createApiClient } from '../visit/api-client.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

export type OpenedRescheduleLink = { ok: true; path: string } | { ok: false; status: number; text: string }

/**
 * Opens the order of a mailed link in this session, as a guest with access to it, whoever used the
 * session before. If the order belongs to the logged-in account, that stays logged in.
 */
export async function openRescheduleLink(visit: Visit, token: string): Promise<OpenedRescheduleLink> {
  const { api, shop, session, user, userApi } = visit
  const opened = await api.post('/v1/reschedule_links/open', RescheduleLinkReply, { body: { token } })
  if (!opened.ok)
    return { ok: false, status: opened.status === 502 ? 503 : opened.status, text: opened.message }
  const { jwt, order_id: orderId, email } = opened.data
  const path = `/v1/orders/${String(orderId)}`
  const asAccount = user ? await userApi?.get(path, OrderReply) : undefined
  const read = asAccount?.ok ? asAccount : await createApiClient(shop, jwt).get(path, OrderReply)
  if (!read.ok) return { ok: false, status: 503, text: read.message }
  if (!asAccount?.ok) {
    session.set('token', jwt)
    session.set('guest', `${email.toLowerCase()} `)
    session.unset('order')
  }
  const { order_items: items } = read.data.order
  const item = items.find(({ kind }) => kind === 'seat' || kind === 'flight')
  const several = items.filter(({ kind }) => kind === 'seat').length > 1
  if (!item || several) return { ok: true, path: `/account/orders/${String(orderId)}` }
  return { ok: true, path: `/reschedule-flight/${item.kind === 'flight' ? 'f' : ''}${String(item.id)}` }
}
