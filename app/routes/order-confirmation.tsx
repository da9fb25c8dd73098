import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Place } from '#contract/enums.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { BookedPage } from '../orders/booked-page.tsx'
import { GiftsBoughtPage } from '../gifts/gifts-bought-page.tsx'
import { UnpaidPage } from '../orders/unpaid-page.tsx'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { telHref } from '../visit/shell-data.ts'
import { eraseDraft } from '../visit/draft.server.ts'
import { startAgreedMembership } from '../membership/start-membership.server.ts'
import { loadPassengerParts } from '../passengers/load-passenger-parts.server.ts'
import { findRebookingHref } from '../rebooking/rebooking-offer.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { suggestEmail } from '../account/suggest-email.server.ts'
import sheet from '../styles/confirmation-pages.css?url'
import { loadVisit, requireData, type Visit, visitHeaders } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { getPurchaseState } from '../orders/purchase-state.ts'

/** @throws Response 404 for an address without an order's number */
function requireOrderId(request: Request): number {
  const text = new URL(request.url).searchParams.get('order_id') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return Number(text)
}

/**
 * The order, if this visitor made it; undefined for an order of others and for an unknown one
 * alike.
 */
async function findOrder({ userApi }: Visit, id: number): Promise<Order | undefined> {
  const result = await userApi?.get(`/v1/orders/${String(id)}`, OrderReply)
  if (!result || (!result.ok && [401, 403, 404].includes(result.status))) return undefined
  return requireData(result).order
}

const correctionOf = (request: Request, { email }: Order) => ({
  suggestion: suggestEmail(email ?? ''),
  corrected: new URL(request.url).searchParams.has('corrected'),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = requireOrderId(request)
  const visit = await loadVisit(request, context)
  const { session, shop, brand } = visit
  const contact = { phone: brand.phone, email: brand.email }
  const order = await startAgreedMembership(visit, await findOrder(visit, id))
  const headers = await visitHeaders(visit)
  if (!order) return data({ order: undefined, contact }, { status: 404, headers })
  const standing = getPurchaseState(order, visit.now, !visit.specOnly)
  const current = session.get('order')
  const payPath = current?.id === order.id ? current.payPath : '/checkout'
  if (standing === 'booked' && current?.id === order.id) {
    // The purchase is over: the next one begins with empty fields and no held seats.
    session.set('booked', { id: order.id, number: order.number, payPath })
    session.unset('order')
    await eraseDraft(visit)
    session.unset('tenders')
    session.unset('membership')
    headers['Set-Cookie'] = await commitSession(session, shop)
  }
  const correction = visit.user || visit.specOnly ? undefined : correctionOf(request, order)
  const hrefs = {
    here: `/order-confirmation?order_id=${String(order.id)}`,
    pay: payPath,
    checkout: '/checkout',
  }
  const passengers = standing === 'booked' ? await loadPassengerParts(visit, order) : undefined
  const rebookingHref = standing === 'booked' ? await findRebookingHref(visit, order) : undefined
  const timezone = brand.time_zone
  const page = { correction, order, standing, hrefs, contact, passengers, rebookingHref, timezone }
  return data(page, { headers })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const order = loaded?.order
  const title = !order
    ? 'Your order'
    : loaded.standing === 'booked'
      ? order.kind === 'gift_cards'
        ? `Your gift cards, ${order.number}`
        : `You’re booked, ${order.number}`
      : `Order ${order.number}`
  const again = order && loaded.standing === 'confirming' ? [{ httpEquiv: 'refresh', content: '8' }] : []
  return [...pageMeta(matches, { title }), { name: 'robots', content: 'noindex' }, ...again]
}

export default function OrderConfirmation() {
  const loaded = useLoaderData<typeof loader>()
  if (!loaded.order) return <NotYours contact={loaded.contact} />
  const { correction, order, standing, hrefs, contact, passengers, rebookingHref, timezone } = loaded
  if (standing !== 'booked') {
    return <UnpaidPage order={order} standing={standing} hrefs={hrefs} contact={contact} />
  }
  if (order.kind === 'gift_cards')
    return <GiftsBoughtPage order={order} contact={contact} timezone={timezone} />
  const places = Object.fromEntries(
    order.flights.flatMap((flight) => {
      const place = Place.safeParse(flight.place)
      return place.success ? [[flight.flight_id, place.data]] : []
    }),
  )
  return (
    <BookedPage
      correction={correction}
      order={order}
      places={places}
      contact={contact}
      passengers={passengers}
      rebookingHref={rebookingHref}
    />
  )
}

/**
 * For another browser, or another account's number: reveals nothing about the order, not even
 * whether it exists.
 */
function NotYours({ contact }: { contact: { phone: string; email: string } }) {
  return (
    <div className="wrap section one-column">
      <div className="head confirm-head">
        <h1>Look in your mail.</h1>
        <p>
          If this order is paid, its confirmation is in the buyer’s mail, with the ticket and a calendar file.
        </p>
      </div>
      <p>We show an order only in the browser it was made with.</p>
      <p className="mt5">
        Nothing there? Call{' '}
        <a className="nowrap" href={telHref(contact.phone)}>
          {contact.phone}
        </a>{' '}
        or write to <a href={`mailto:${contact.email}`}>{contact.email}</a>.
      </p>
    </div>
  )
}
