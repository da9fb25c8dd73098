import { z } from 'zod'
import { type Order } from '#contract/order.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The passengers of a paid order, for its buyer; undefined if there is nothing to show. */
export async function loadPassengerParts(
  { userApi, specOnly }: Visit,
  order: Order,
): Promise<OrderPassengersReply | undefined> {
  const paid = order.status === 'completed' || order.status === 'partially_refunded'
  if (!userApi || specOnly || !paid || order.kind === 'gift_cards') return undefined
  const result = await userApi.get(`/v1/orders/${String(order.id)}/passengers`, OrderPassengersReply)
  return result.ok && result.data.passengers.length > 0 ? result.data : undefined
}

/**
 * `renew` replaces a passenger's link, `mail` sends it.
 *
 * @returns the message for the buyer if it failed
 */
export async function changePassengerLink(
  { userApi }: Visit,
  orderId: string,
  form: FormData,
): Promise<{ ok: true } | { ok: false; status: number; text: string }> {
  const passenger = form.get('passenger')
  if (!userApi || typeof passenger !== 'string' || !/^[1-9]\d{0,8}$/.test(passenger)) {
    return { ok: false, status: 404, text: 'We could not find this passenger.' }
  }
  const path = `/v1/orders/${orderId}/passengers/${passenger}`
  const email = form.get('email')
  const result =
    form.get('intent') === 'renew'
      ? await userApi.post(`${path}/link`, z.undefined(), { body: {} })
      : await userApi.post(`${path}/mails`, z.undefined(), {
          body: { email: typeof email === 'string' ? email : '' },
        })
  return result.ok ? { ok: true } : { ok: false, status: result.status, text: result.message }
}
