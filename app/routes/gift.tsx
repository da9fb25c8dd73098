import { findShopBrand } from '#brands/index.ts'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { giftSteps } from '../../content/gift.ts'
import { GiftCardArt } from '../gifts/gift-card-art.tsx'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { loadCatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/reading.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const products = await requireProducts(visit)
  const flights = products
    .filter(({ enable_bnsl, availability }) => enable_bnsl && availability === 'available')
    .map(({ id, name, slug, place, tag_list, duration_label, departure_terminal_name }) => ({
      ...{ id, name, slug, place, tag_list, duration_label, departure_terminal_name },
    }))
  return data(
    { text: findShopBrand(visit.brand.id).texts.gift, brandName: visit.brand.name, flights },
    { headers: SHARED_HEADERS },
  )
}

export const headers = passLoaderHeaders
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  page ? pageMeta(matches, { title: page.text.title, description: page.text.summary, path: '/gift' }) : []

export default function GiftPage() {
  const { text, flights, brandName } = useLoaderData<typeof loader>()
  return (
    <>
      <section className="wrap section">
        <div className="head split">
          <h1>{text.title}</h1>
          <p className="lede">
            {text.lede} Not sure which? <a href="/gift-finder">Find the one that suits them.</a>
          </p>
        </div>
        {flights.length > 0 ? (
          <ul className="gift-cards">
            {flights.map((flight) => (
              <li key={flight.id}>
                <GiftCardArt
                  brandName={brandName}
                  flight={flight.name}
                  place={flight.place}
                  tags={flight.tag_list}
                />
                <h2 className="h3">
                  <Link to={`/product/${flight.slug}`}>{flight.name}</Link>
                </h2>
                <p className="muted">
                  {flight.duration_label} from {flight.departure_terminal_name}
                </p>
                <Link className="btn second small" to={`/checkout/${String(flight.id)}?gift_card=1`}>
                  Give this flight<span className="vh">: {flight.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p>No flight can be given just now.</p>
        )}
      </section>
      <section className="section tint" aria-labelledby="how-title">
        <div className="wrap">
          <div className="head">
            <h2 id="how-title">How a gift goes</h2>
          </div>
          <ol className="clockline">
            {giftSteps.map(({ title, text: what }, at) => (
              <li key={title}>
                <span className="t t-l" aria-hidden="true">
                  {at + 1}
                </span>
                <div>
                  <h3>{title}</h3>
                  <p>{what}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt6">
            <a href="/buy-now-schedule-later">More about Buy Now, Schedule Later</a>, or{' '}
            <a href="/redeem-voucher">redeem one you were given</a>.
          </p>
        </div>
      </section>
    </>
  )
}
