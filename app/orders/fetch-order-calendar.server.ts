import { type ShopContext } from '../visit/shop-context.server.ts'

/**
 * The calendar file of an order, as attached to the confirmation mail.
 *
 * @returns undefined if the order is unpaid, unknown, or not of the token's account
 */
export async function fetchOrderCalendar(
  shop: ShopContext,
  token: string,
  orderId: number,
): Promise<string | undefined> {
  return fetchCalendar(shop, `/v1/orders/${String(orderId)}/calendar.ics`, {
    Authorization: `Bearer ${token}`,
  })
}

/** The calendar file of the order that the secret link of a mail opens. */
export const fetchLinkedCalendar = (shop: ShopContext, link: string): Promise<string | undefined> =>
  fetchCalendar(shop, `/v1/order_links/${link}/calendar.ics`, {})

async function fetchCalendar(
  shop: ShopContext,
  path: string,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const origin = shop.settings.apiUrl ?? 'http://v1.internal'
  const request = new Request(`${origin}${path}`, { headers: { ...headers, 'X-Request-Id': shop.requestId } })
  const response = await shop.callApi(request).catch(() => undefined)
  return response?.ok ? response.text() : undefined
}
