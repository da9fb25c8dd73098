import { type LoaderFunctionArgs } from '@remix-run/node'
import { checkSession } from '../visit/sign-in.server.ts'
import { fetchLinkedCalendar, fetchOrderCalendar } from '../orders/fetch-order-calendar.server.ts'
import { isLinkToken } from '../orders/find-linked-order.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { getSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { getShopContext, type ShopContext } from '../visit/shop-context.server.ts'

const notFound = () =>
  new Response('There is no calendar file at this address.', { status: 404, headers: PRIVATE_HEADERS })

/**
 * The flights of an order as a calendar file, for visitors who may see the order; for others it
 * does not exist.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (isLinkToken(params.order)) return byLink(getShopContext(context), params.order)
  const id = /^[1-9]\d{0,8}$/.test(params.order ?? '') ? Number(params.order) : undefined
  const shop = getShopContext(context)
  const session = await getSession(request, shop)
  // An account's expired token is renewed for this call.
  await checkSession(shop, session)
  const token = session.get('token')
  if (id === undefined || token === undefined) return notFound()
  const calendar = await fetchOrderCalendar(shop, token, id)
  if (calendar === undefined) return notFound()
  return asFile(calendar, `O-${String(id)}`, PRIVATE_HEADERS)
}

/** The secret link of the order's mails opens it without a log-in. */
async function byLink(shop: ShopContext, token: string): Promise<Response> {
  const calendar = await fetchLinkedCalendar(shop, token)
  return calendar === undefined ? notFound() : asFile(calendar, 'flight', SECRET_PAGE_HEADERS)
}

const asFile = (calendar: string, name: string, headers: Record<string, string>) =>
  new Response(calendar, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${name}.ics"`,
    },
  })
