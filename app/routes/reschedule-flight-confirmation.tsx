import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Order } from '#contract/order.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { RescheduleResultPage } from '../reschedules/rescheduled-page.tsx'
import { requireOwnOrder } from '../orders/load-orders.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'

/** The page where its flight can be rescheduled. */
function rescheduleHref({ id, order_items: items }: Order): string {
  const item = items.find(({ kind }) => kind === 'seat' || kind === 'flight')
  return item
    ? `/reschedule-flight/${item.kind === 'flight' ? 'f' : ''}${String(item.id)}`
    : `/account/orders/${String(id)}`
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, new URL(request.url).searchParams.get('order_id') ?? undefined)
  const change = order.changes?.findLast(({ kind }) => kind === 'reschedule')
  if (!change)
    throw redirect(`/account/orders/${String(order.id)}`, { status: 303, headers: PRIVATE_HEADERS })
  const { phone, email } = visit.brand
  const again = visit.brand.rescheduling === false ? undefined : rescheduleHref(order)
  const page = { order, change, again, contact: { phone, email } }
  return data(page, { headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { layout: 'checkout', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const change = loaded?.change
  const confirming =
    change?.status === 'awaiting_payment' && !change.payment_url && !change.last_payment_error
  const title = change?.status === 'completed' ? 'Your flight is moved' : 'Moving your flight'
  return [
    ...pageMeta(matches, { title }),
    { name: 'robots', content: 'noindex' },
    ...(confirming ? [{ httpEquiv: 'refresh', content: '8' }] : []),
  ]
}

export default function FlightMoved() {
  return <RescheduleResultPage {...useLoaderData<typeof loader>()} />
}
