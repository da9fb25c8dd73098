import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { upgradePayPath } from '../orders/upgrade-choice.ts'
import { guestPayPath } from '../orders/guest-choice.ts'
import { canJoin, loadGuestPart } from '../orders/load-guests.server.ts'
import { OrderPage } from '../orders/order-page.tsx'
import { requireOwnOrder } from '../orders/load-orders.server.ts'
import { isPayable, loadUpgradePart } from '../orders/load-upgrades.server.ts'
import { loadPassengerParts } from '../passengers/load-passenger-parts.server.ts'
import { findRebookingHref } from '../rebooking/rebooking-offer.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/order-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { getPurchaseState } from '../orders/purchase-state.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const order = await requireOwnOrder(visit, params.order)
  const { session, brand, user } = visit
  const current = session.get('order')
  const { searchParams } = new URL(request.url)
  const [upgrades, guests] = await Promise.all([
    loadUpgradePart(visit, order, searchParams),
    loadGuestPart(visit, order, searchParams),
  ])
  if (canJoin(guests)) {
    return redirect(guestPayPath(order.id, guests.choice), { status: 303, headers: PRIVATE_HEADERS })
  }
  if (isPayable(upgrades)) {
    return redirect(upgradePayPath(order.id, upgrades.choice), { status: 303, headers: PRIVATE_HEADERS })
  }
  const page = {
    order,
    standing: getPurchaseState(order, visit.now, !visit.specOnly),
    user,
    payPath: current?.id === order.id ? current.payPath : '/checkout',
    contact: { phone: brand.phone, email: brand.email },
    timezone: brand.time_zone,
    // Guests of a delayed flight may move whatever the brand's rules are.
    movable: brand.rescheduling !== false || order.flights.some(({ delay }) => delay !== undefined),
    upgrades,
    guests,
    passengers: await loadPassengerParts(visit, order),
    rebookingHref: await findRebookingHref(visit, order),
  }
  return data(page, { headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const title = loaded ? `Order ${loaded.order.number}` : 'Your order'
  const again = loaded?.standing === 'confirming' ? [{ httpEquiv: 'refresh', content: '8' }] : []
  return [...pageMeta(matches, { title }), { name: 'robots', content: 'noindex' }, ...again]
}

export default function AccountOrder() {
  return <OrderPage {...useLoaderData<typeof loader>()} />
}
