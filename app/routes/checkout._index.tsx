import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ProductsReply } from '#contract/catalogue.ts'
import { checkoutSearch, parseCheckoutQuery } from '../visit/checkout-query.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { useServiceTexts } from '../visit/service-texts.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { applyRedeemLink } from '../redeem/choose-redeemed.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/checkout-pages.css?url'
import { loadVisit, requireData, visitHeaders } from '../visit/load-visit.server.ts'

/**
 * The target of the finder's form, and of the address without a product: a product redirects to its
 * calendar.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const redeeming = await applyRedeemLink(visit, request)
  if (redeeming !== undefined) {
    const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(visit.session, visit.shop) }
    return redirect(redeeming, { status: 303, headers })
  }
  const params = new URL(request.url).searchParams
  const product = params.get('product') ?? ''
  if (/^[\w-]{1,80}$/.test(product)) {
    // The finder submits a day for each of its flights.
    const { date } = parseCheckoutQuery(new URLSearchParams({ date: params.get(`date-${product}`) ?? '' }))
    const query = { ...visit.query, date: date ?? visit.query.date }
    return redirect(`/checkout/${product}${checkoutSearch(query)}`, 303)
  }
  const { brand, query } = visit
  const filter = {
    brand_id: brand.product_brand_ids,
    $published: 1,
    sort: 'publish_until',
    page_size: 100,
    selling_brand_id: brand.id,
  }
  const { products } = requireData(await visit.api.get('/v1/products', ProductsReply, { query: filter }))
  const flights = products.map((one) => ({
    id: one.id,
    name: one.name,
    subtitle: one.subtitle,
    place: one.place,
    photo: one.photo,
    photo_focal: one.photo_focal,
    tags: one.tag_list,
    minutes: one.duration_label,
    terminal: one.departure_terminal_name,
    price: formatDollars(one.from_price_total),
    onSale: one.on_sale !== false,
    unit: one.seat_price === null ? 'the aircraft' : 'a seat',
    href: `/checkout/${one.slug}${checkoutSearch(query)}`,
  }))
  const note = visit.session.get('codeNote')
  visit.changed ||= note !== undefined
  return data({ flights, phone: brand.phone, note }, { headers: await visitHeaders(visit) })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'checkout', sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: 'Choose a flight',
    description: 'All flights on sale, with the lowest whole price of each.',
    path: '/checkout',
  })

export default function ChooseFlight() {
  const { flights, phone, note } = useLoaderData<typeof loader>()
  const { checkoutNote } = useServiceTexts()
  return (
    <div className="wrap section checkout">
      <h1>Choose a flight</h1>
      <p className="lede mt4 mb5">{checkoutNote}</p>
      {note ? (
        <p className="alert good mb5" role="status">
          {note}
        </p>
      ) : null}
      <p className="mb6">
        Began on another device? <a href="/resume">Go on with your code</a>.
      </p>
      {flights.length === 0 ? (
        <div className="empty">
          <h2 className="h3">No flights are on sale just now</h2>
          <p>Call us at {phone}; we will tell you when the next ones open.</p>
        </div>
      ) : (
        <ul className="choose-flight">
          {flights.map((flight) => (
            <li key={flight.id}>
              <div className="art">
                <ProductPicture photo={flight} place={flight.place} tags={flight.tags} product={flight.id} />
              </div>
              <div>
                <h2>
                  <Link to={flight.href}>{flight.name}</Link>
                </h2>
                <p className="muted">
                  {flight.minutes} from {flight.terminal}. {flight.subtitle}
                </p>
              </div>
              <p className="price">
                {flight.onSale ? <small>from </small> : null}
                {flight.price} <small>{flight.unit}</small>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
