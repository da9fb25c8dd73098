import { type LoaderFunctionArgs } from '@remix-run/node'
import { checkSession } from '../server/account.server.ts'
import { fetchOrderCalendar } from '../server/fetch-order-calendar.server.ts'
import { getSession, PRIVATE } from '../server/session.server.ts'
import { getShopContext } from '../server/shop-context.server.ts'

const notFound = () =>
  new Response('There is no calendar file at this address.', { status: 404, headers: PRIVATE })

/** The flights of an order as a calendar file, for whoever may see the order; everybody else learns nothing. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = /^[1-9]\d{0,8}$/.test(params.order ?? '') ? Number(params.order) : undefined
  const shop = getShopContext(context)
  const session = await getSession(request, shop)
  // An account's token past its hour is renewed for this one call.
  await checkSession(shop, session)
  const token = session.get('token')
  if (id === undefined || token === undefined) return notFound()
  const calendar = await fetchOrderCalendar(shop, token, id)
  if (calendar === undefined) return notFound()
  return new Response(calendar, {
    headers: {
      ...PRIVATE,
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="O-${String(id)}.ics"`,
    },
  })
}
