import { type ShopContext } from './shop-context.server.ts'

/**
 * The calendar file of an order, as the confirmation mail carries it.
 *
 * @returns undefined when the order is not paid, not there, or not the token's
 */
export async function fetchOrderCalendar(
  shop: ShopContext,
  token: string,
  orderId: number,
): Promise<string | undefined> {
  const origin = shop.settings.apiUrl ?? 'http://v1.internal'
  const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': shop.requestId }
  const request = new Request(`${origin}/v1/orders/${String(orderId)}/calendar.ics`, { headers })
  const response = await shop.callApi(request).catch(() => undefined)
  return response?.ok ? response.text() : undefined
}
