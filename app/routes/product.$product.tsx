import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { type Product, TerminalReply, UpgradesReply } from '#contract/catalogue.ts'
import { questions } from '../../content/front-page.ts'
import { DepartureRail, slotRedirect } from '../catalogue/departure-rail.tsx'
import { GiftCardArt } from '../gifts/gift-card-art.tsx'
import { departureKey, departureRows } from '../catalogue/next-departures.ts'
import { MonthGlance } from '../catalogue/month-glance.tsx'
import { NoDepartures } from '../catalogue/no-departures.tsx'
import { ProductEligibility } from '../catalogue/product-eligibility.tsx'
import { ProductFacts } from '../catalogue/product-facts.tsx'
import { ProductSeatTypes } from '../catalogue/product-seat-types.tsx'
import { ProductRoute } from '../catalogue/product-route.tsx'
import { ProductTerminal } from '../catalogue/product-terminal.tsx'
import { UpgradeOffers } from '../catalogue/upgrade-offers.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { breadcrumbData, productData } from '../page/structured-data.ts'
import { preloadProductScene, ProductScene } from '../pictures/product-scene.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import { Questions } from '../page/questions.tsx'
import {
  optionalData,
  getMonthAtAGlance,
  getNextDepartures,
  loadCatalogueVisit,
  findProductByIdOrSlug,
  requireProducts,
} from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/product-page.css?url'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const { brand, api, now } = visit
  const product = findProductByIdOrSlug(await requireProducts(visit), params.product)
  const chosen = slotRedirect(product.id, new URL(request.url).searchParams.get('slot'))
  if (chosen) return redirect(chosen)

  const open = product.availability === 'available'
  const terminalPath = `/v1/terminals/${String(product.departure_terminal_id)}`
  const upgradeIds = product.upgrade_ids
  const [terminal, upgrades, departures] = await Promise.all([
    api.get(terminalPath, TerminalReply),
    upgradeIds.length > 0 ? api.get('/v1/upgrades', UpgradesReply, { query: { id: upgradeIds } }) : undefined,
    open ? getNextDepartures(visit, { productId: product.id, limit: 4, quotes: true }) : [],
  ])
  const offered = upgrades && optionalData(upgrades)?.upgrades
  const [soonest] = departures
  const month = soonest && (await getMonthAtAGlance(visit, product.id, soonest.local_date.slice(0, 7)))
  const rows = departureRows(departures, [product], { now, zone: brand.time_zone })
  const page = {
    product,
    terminal: optionalData(terminal)?.terminal,
    month,
    upgrades: upgradeIds.flatMap((id) => offered?.find((one) => one.id === id) ?? []),
    rows: rows.map((row) => ({
      ...row,
      quote: departures.find((one) => departureKey(one) === row.key)?.quote,
    })),
    brand: { name: brand.name, phone: brand.phone, email: brand.email },
  }
  return data(page, { headers: SHARED_HEADERS })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  page
    ? [
        ...pageMeta(matches, {
          title: page.product.name,
          description:
            `${page.product.subtitle} ${page.product.duration_label} from ` +
            `${page.product.departure_terminal_name}.`,
          path: `/product/${page.product.slug}`,
        }),
        ...preloadProductScene(page.product),
        ...productData(matches, page.product),
        ...breadcrumbData(matches, [
          ['All flights', '/product'],
          [page.product.name, `/product/${page.product.slug}`],
        ]),
      ]
    : []

export default function ProductPage() {
  const { product, terminal, upgrades, rows, month, brand } = useLoaderData<typeof loader>()
  const { shortFees } = useServiceTexts()
  const checkoutHref = `/checkout/${String(product.id)}`
  const state = product.availability === 'available' ? 'no_departures' : product.availability
  const whole = product.seat_price === null
  return (
    <>
      <div className="wrap prod-head">
        <div>
          <p className="eyebrow">From {product.departure_terminal_name}</p>
          <h1>{product.name}</h1>
        </div>
        <p className="lede">{product.subtitle}</p>
      </div>
      <ProductScene product={product} />
      <div className="wrap">
        <ProductFacts product={product} guests={product.aircraft_type.max_passengers} />
      </div>
      <div className="wrap section with-rail rail-first">
        <div>
          <p className="pull small">{product.description}</p>
          <ProductRoute product={product} />
          <p className="mt4">
            <a href={`/peek-inside-flight-${product.slug}`}>Inside this flight, minute by minute</a>
          </p>
          {product.included.length > 0 ? <Included list={product.included} /> : null}
          {month ? <MonthGlance month={month} checkoutHref={checkoutHref} /> : null}
          <ProductEligibility product={product} />
          <ProductSeatTypes product={product} />
          {upgrades.length > 0 ? (
            <section className="prod-part" aria-labelledby="upgrades-title">
              <div className="head tight">
                <h2 id="upgrades-title">Worth adding</h2>
              </div>
              <UpgradeOffers upgrades={upgrades} />
              <p className="sm subtle mt4">You choose these with your date.</p>
            </section>
          ) : null}
          {terminal ? <ProductTerminal terminal={terminal} checkInMins={product.check_in_mins} /> : null}
          {product.enable_bnsl ? <Gift product={product} brandName={brand.name} /> : null}
          <section className="prod-part" aria-labelledby="questions-title">
            <div className="head tight">
              <h2 id="questions-title">Before you ask</h2>
            </div>
            <Questions list={questions} />
          </section>
        </div>
        <aside className="rail" aria-labelledby="book-title">
          {rows.length > 0 ? (
            <DepartureRail
              rows={rows}
              action={`/product/${product.slug}`}
              checkoutHref={checkoutHref}
              wholeAircraft={whole}
            />
          ) : (
            <NoDepartures
              state={state}
              phone={brand.phone}
              email={brand.email}
              checkoutHref={state === 'no_departures' ? checkoutHref : undefined}
            />
          )}
          {!whole && product.availability === 'available' && product.flight_price_total !== null ? (
            <p className="sm subtle mt4 center">
              Whole aircraft
              {product.aircraft_type.max_passengers > 0
                ? `, up to ${String(product.aircraft_type.max_passengers)} guests`
                : ''}
              : {formatDollars(product.flight_price_total)}
            </p>
          ) : null}
        </aside>
      </div>
      {rows.length > 0 ? (
        <section className="paybar" aria-label="Price">
          <p className="price">
            from {formatDollars(product.from_price_total)}
            <small>
              {whole ? 'the aircraft' : 'a seat'}, {shortFees}
            </small>
          </p>
          <Link className="btn small" to={checkoutHref}>
            Choose a date
          </Link>
        </section>
      ) : null}
    </>
  )
}

function Included({ list }: { list: readonly string[] }) {
  return (
    <section className="prod-part" aria-labelledby="included-title">
      <div className="head tight">
        <h2 id="included-title">In the price</h2>
      </div>
      <ul className="included">
        {list.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  )
}

function Gift({ product, brandName }: { product: Product; brandName: string }) {
  return (
    <section className="prod-part" id="gift" aria-labelledby="gift-title">
      <div className="cols-2 middle">
        <GiftCardArt brandName={brandName} flight={product.name} place={product.place} tags={['sunset']} />
        <div className="stack">
          <h2 id="gift-title" className="h2 small">
            For someone else?
          </h2>
          <p className="muted">Buy the seat now, they schedule it later. It keeps for nine years.</p>
          <Link className="btn second" to={`/checkout/${String(product.id)}?gift_card=1`}>
            Give this flight
          </Link>
        </div>
      </div>
    </section>
  )
}
