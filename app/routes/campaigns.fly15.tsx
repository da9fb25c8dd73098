import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { formatDollars } from '../format/format-dollars.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { loadCodeOffers } from '../campaigns/load-code-offers.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

const CODE = 'FLY15'

/**
 * Not cached: the prices depend on the code and its limits, whose changes do not invalidate cached
 * pages.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const offers = await loadCodeOffers(await loadCatalogueVisit(request, context), CODE)
  return data({ offers }, { headers: PRIVATE_HEADERS })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'campaigns', overArt: true }

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: 'Fifteen percent off with FLY15',
    description:
      'Fifteen percent off every departure that is not a sunset or focus flight, with the code FLY15.',
    path: '/campaigns/fly15',
  })

export default function Fly15() {
  const { offers } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="hero">
        <ScenePage place="manhattan" light="sunset" dark={{ place: 'liberty', mood: 'night' }} alt="" />
        <div className="wrap hero-in">
          <p className="eyebrow">Code {CODE}, filled in for you</p>
          <h1>Fifteen percent closer to the sky.</h1>
          <p className="lede">
            Any seat that does not leave at sunset, on any flight that is not a sunset or focus flight.
          </p>
        </div>
      </div>
      <section className="section" aria-labelledby="offers-title">
        <div className="wrap">
          <div className="head split">
            <h2 id="offers-title">Where it works</h2>
            <p>Prices with the code taken off and every fee included. Your date decides the final price.</p>
          </div>
          {offers.length > 0 ? (
            <Offers offers={offers} />
          ) : (
            <p>
              The code is over, or not in force just now. <Link to="/product">See all flights</Link>.
            </p>
          )}
        </div>
      </section>
      <section className="section tint" aria-labelledby="terms-title">
        <div className="wrap cols-2">
          <h2 id="terms-title">The small print, in large print</h2>
          <div className="prose">
            <p>One code per order. It cannot be joined with account credit.</p>
          </div>
        </div>
      </section>
    </>
  )
}

function Offers({ offers }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'offers'>) {
  return (
    <ol className="board">
      {offers.map(({ product, price, before }) => (
        <li key={product.id}>
          <span className="t t-l">
            {product.flight_duration_mins}
            <small>min</small>
          </span>
          <p className="price">
            <s>
              <span className="vh">was </span>
              {formatDollars(before)}
            </s>{' '}
            <span className="vh">now </span>
            {formatDollars(price)}
            <span className="vh">{product.seat_price === null ? ' for the aircraft' : ' a seat'}</span>
          </p>
          <div className="what">
            <b>
              <Link to={`/product/${product.slug}`}>{product.name}</Link>
            </b>
            <span className="subtle sm">{product.departure_terminal_name}</span>
          </div>
          <span />
          <Link className="go arrow" to={`/checkout/${String(product.id)}?code=${CODE}`}>
            Book<span className="vh"> {product.name}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
