import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BrandReply } from '#contract/catalogue.ts'
import { QuoteReply } from '#contract/quote.ts'
import { type WaitlistOffer, WaitlistOfferReply } from '#contract/waitlist.ts'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { getCanonicalOrigin } from '../visit/brand.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { commitSession } from '../visit/session.server.ts'
import { findOffer } from '../waitlist/find-offer.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { OfferPage } from '../waitlist/offer-page.tsx'
import {
  DEPARTURE_CANCELLED,
  flightLines,
  describeParty,
  describePounds,
  describeDeadline,
} from '../waitlist/waitlist-text.ts'
import { WaitlistNote } from '../waitlist/waitlist-note.tsx'
import { loadVisit, requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

async function requireOffer({ api }: Visit, token: string | undefined) {
  const offer = await findOffer(api, token ?? '')
  if (!offer || token === undefined)
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  return { offer, token }
}

/** The present price of the held seats. */
async function priceOf({ api, brand }: Visit, { flight, ...offer }: WaitlistOffer, token: string) {
  const { departure_id, depart_at } = flight
  const { quantity_type, quantity } = offer
  const body = { brand_id: brand.id, departure_id, depart_at, quantity_type, quantity, waitlist_offer: token }
  const result = await api.post('/v1/quotes', QuoteReply, { body })
  if (!result.ok) return undefined
  const { quote } = result.data
  return { rows: breakdownRows(quote), total: formatDollars(quote.total) }
}

/** The address of the brand that sells the seats, if it is not this one. */
async function findOtherSeller({ api, brand, shop }: Visit, offer: WaitlistOffer) {
  if (offer.brand_id === null || offer.brand_id === brand.id) return undefined
  const result = await api.get(`/v1/brands/${String(offer.brand_id)}`, BrandReply)
  return result.ok ? getCanonicalOrigin(result.data.brand, shop.settings) : undefined
}

/** A GET request must not use up the link, because mail programs prefetch links. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { offer, token } = await requireOffer(visit, params.token)
  const seller = await findOtherSeller(visit, offer)
  if (seller)
    return redirect(`${seller}/waitlist/offers/${token}`, { status: 303, headers: SECRET_PAGE_HEADERS })
  const price = offer.state === 'open' ? await priceOf(visit, offer, token) : undefined
  const until = describeDeadline(offer.expires_at, offer.flight, visit.now)
  const facts = { offer, token, price, until, lines: flightLines(offer.flight), party: describeParty(offer) }
  return data(facts, { headers: SECRET_PAGE_HEADERS })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { offer, token } = await requireOffer(visit, params.token)
  const intent = readIntent(await request.formData())
  const here = `/waitlist/offers/${token}#main`
  if (intent === 'decline') {
    requireData(
      await visit.api.post(`/v1/waitlist_offers/${token}/decline`, WaitlistOfferReply, { body: {} }),
    )
    if (visit.session.get('waitlistOffer') === token) visit.session.unset('waitlistOffer')
  }
  const isAccepting = intent === 'take' && offer.state === 'open'
  if (isAccepting) visit.session.set('waitlistOffer', token)
  const headers = { ...SECRET_PAGE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
  return redirect(isAccepting ? payPath(offer) : here, { status: 303, headers })
}

/** "Who and pay" for this departure and party. */
function payPath({ flight, quantity_type: type, quantity }: WaitlistOffer): string {
  const query = `date=${flight.local_date}&departure=${String(flight.departure_id)}&quantity_type=${type}`
  return `/checkout/${flight.product_slug}/pay?${query}&quantity=${String(quantity)}`
}

export const headers = () => SECRET_PAGE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }
export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, {
    title: loaded?.offer.state === 'open' ? 'Seats are kept for you' : 'This offer is over',
  }),
  { name: 'robots', content: 'noindex' },
]

const ENDS = {
  declined: {
    title: 'Thank you for passing them on',
    text: 'The seats went to the next in line, or are on sale again. You wait no more for this flight.',
  },
  taken: {
    title: 'These seats are taken',
    text:
      'They were taken with this link. If that was you, your order has been mailed to you once ' +
      'it is paid.',
  },
}

export default function Offer() {
  const { offer, token, price, until, lines, party } = useLoaderData<typeof loader>()
  const {
    product_id: product,
    product_name: name,
    product_slug: slug,
    place,
    tags,
    local_date: date,
  } = offer.flight
  const flight = { name, product, place, tags, lines }
  if (offer.state === 'open') {
    const action = `/waitlist/offers/${token}`
    const pounds = describePounds(offer)
    return <OfferPage {...{ flight, party, until, pounds, action, price }} />
  }
  const more = `date=${date}&quantity=${String(offer.quantity)}&quantity_type=${offer.quantity_type}`
  const ways = [{ text: 'Look at other departures', href: `/checkout/${slug}?${more}#departures` }]
  if (offer.flight.called_off && offer.state === 'expired') {
    return <WaitlistNote flight={flight} {...DEPARTURE_CANCELLED} links={ways} />
  }
  if (offer.state === 'expired') {
    const text =
      `We kept ${party} for you until ${until}. They went to the next in line, or are on sale ` + 'again.'
    return <WaitlistNote flight={flight} title="The time is over" lines={[text]} links={ways} />
  }
  const { title, text } = ENDS[offer.state]
  return <WaitlistNote flight={flight} title={title} lines={[text]} links={ways} />
}
