import { type HeroPicture } from '#brands/brand.ts'
import { findShopBrand } from '#brands/index.ts'
import { data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { ProductCategoriesReply } from '#contract/catalogue.ts'
import { dayOfFlight, plainFrontPage, questions } from '../../content/front-page.ts'
import { DepartureBoard } from '../catalogue/departure-board.tsx'
import { featuredProducts } from '../catalogue/featured-products.ts'
import { Finder } from '../catalogue/finder.tsx'
import { cardFlight, FlightCards } from '../catalogue/flight-card.tsx'
import { GiftCardArt } from '../gifts/gift-card-art.tsx'
import { departureRows } from '../catalogue/next-departures.ts'
import { NextSunset } from '../catalogue/next-sunset.tsx'
import { headlineFlightCount } from '../catalogue/flights-headline.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { toLocalDate } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { Questions } from '../page/questions.tsx'
import { preloadScene, ScenePage } from '../pictures/scene-picture.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import {
  optionalData,
  getNextDepartures,
  listOpenDays,
  loadCatalogueVisit,
  requireProducts,
} from '../catalogue/load-catalogue.server.ts'
import { findNextSunset } from '../search/load-search.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/front-page.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const { brand, api, now } = visit
  const [products, categories, departures, sunset] = await Promise.all([
    requireProducts(visit),
    api.get('/v1/product_categories', ProductCategoriesReply, { query: { page_size: 100 } }),
    getNextDepartures(visit, { limit: 4 }),
    findNextSunset(visit),
  ])
  const { texts, pictures } = findShopBrand(brand.id)
  const today = toLocalDate(now.toISOString(), brand.time_zone)
  const flights = featuredProducts(products, optionalData(categories)?.product_categories)
  const front = flights.find(({ slug }) => slug === texts.front.flight)
  const gift = front?.enable_bnsl ? front : flights.find((flight) => flight.enable_bnsl)
  // The finder lists the featured flights first, then all others.
  const available = [...new Set([...flights, ...products])].filter((one) => one.availability === 'available')
  const bookable = await Promise.all(
    available.map(async ({ id, name }) => ({ id, name, days: await listOpenDays(visit, id, today) })),
  )
  const page = {
    hero: pictures.front,
    // The front page presents one flight; if that is not sold, its text is about flying in general.
    front: front ? texts.front : { ...plainFrontPage, eyebrow: brand.tagline },
    brandName: brand.name,
    fromPrice: front?.on_sale === false ? undefined : front?.from_price_total,
    flights: flights.map(cardFlight),
    bookable,
    sunset: sunset && departureRows([sunset], products, { now, zone: brand.time_zone })[0],
    departures: departureRows(departures, products, { now, zone: brand.time_zone }),
    gift: gift && { id: gift.id, name: gift.name, place: gift.place },
  }
  return data(page, { headers: SHARED_HEADERS })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
export const handle: PageHandle = { overArt: true, sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  const front = page?.front ?? findShopBrand(undefined).texts.front
  const about = pageMeta(matches, {
    title: front.headline.replace(/\.$/, ''),
    description: `${front.lede} ${front.eyebrow}.`,
    path: '/',
  })
  return page ? [...about, ...preloadScene(page.hero)] : about
}

export default function HomePage() {
  const page = useLoaderData<typeof loader>()
  return (
    <>
      <Hero hero={page.hero} front={page.front} fromPrice={page.fromPrice} />
      {page.bookable.length > 0 ? (
        <div className="wrap finder-wrap">
          <Finder flights={page.bookable} />
        </div>
      ) : null}
      {page.flights.length > 0 ? <Flights {...page} /> : <NoFlights />}
      {page.gift ? <Gift brandName={page.brandName} {...page.gift} /> : null}
      <Day />
      <section className="section tint" id="questions" aria-labelledby="questions-title">
        <div className="wrap narrow">
          <div className="head">
            <h2 id="questions-title">Before you ask</h2>
          </div>
          <Questions list={questions} />
        </div>
      </section>
    </>
  )
}

function Flights(page: Pick<SerializeFrom<typeof loader>, 'flights' | 'departures' | 'sunset'>) {
  const { priceNote, unknownSeats } = useServiceTexts()
  return (
    <>
      <section className="section" aria-labelledby="flights-title">
        <div className="wrap">
          <div className="head split">
            <h2 id="flights-title">{headlineFlightCount(page.flights.length)}</h2>
            <p>{priceNote}</p>
          </div>
          <FlightCards flights={page.flights} />
        </div>
      </section>
      <section className="section tint" id="next" aria-labelledby="next-title">
        <div className="wrap">
          <div className="head split">
            <h2 id="next-title">Next to leave</h2>
            <p>
              Times are local to the heliport. Be there forty-five minutes before.
              {unknownSeats ? ` ${unknownSeats}` : null}
            </p>
          </div>
          {page.departures.length > 0 ? (
            <DepartureBoard rows={page.departures} />
          ) : (
            <p>
              We cannot show the next departures just now. <Link to="/product">Choose a flight</Link> to see
              its days.
            </p>
          )}
          {page.sunset ? <NextSunset row={page.sunset} /> : null}
        </div>
      </section>
    </>
  )
}

/** A shop that sells no flight yet, or for now. */
function NoFlights() {
  return (
    <section className="section" aria-labelledby="flights-title">
      <div className="wrap">
        <div className="head split">
          <h2 id="flights-title">Our flights go on sale soon</h2>
          <p>
            Nothing can be booked here today. <Link to="/contact">Write to us</Link>, and you hear of it
            first.
          </p>
        </div>
      </div>
    </section>
  )
}

interface HeroProps {
  hero: HeroPicture
  front: { eyebrow: string; headline: string; lede: string }
  fromPrice: number | undefined
}

function Hero({ hero, front, fromPrice }: HeroProps) {
  const { eyebrow, headline, lede } = front
  const { fees } = useServiceTexts()
  return (
    <div className="hero">
      <ScenePage {...hero} alt="" />
      <div className="wrap hero-in">
        <p className="eyebrow">{eyebrow}</p>
        <h1>{headline}</h1>
        <p className="lede">
          {lede}
          {fromPrice === undefined ? null : ` From ${formatDollars(fromPrice)} a seat, ${fees}.`}
        </p>
      </div>
    </div>
  )
}

function Gift(props: {
  brandName: string
  id: number
  name: string
  place: Parameters<typeof GiftCardArt>[0]['place']
}) {
  return (
    <section className="section" id="gift" aria-labelledby="gift-title">
      <div className="wrap cols-2 middle">
        <GiftCardArt brandName={props.brandName} flight={props.name} place={props.place} tags={['sunset']} />
        <div className="stack flow-5">
          <p className="eyebrow">Buy Now, Schedule Later</p>
          <h2 id="gift-title">Give the sky. They pick the day.</h2>
          <p className="lede">
            A gift card is one seat at today’s price. It keeps for nine years, and the day is theirs to
            choose.
          </p>
          <div className="btn-row">
            <Link className="btn" to={`/checkout/${String(props.id)}?gift_card=1`}>
              Give {props.name}
            </Link>
          </div>
        </div>
      </div>
    </section>
  )
}

function Day() {
  return (
    <section className="section ruled" id="day" aria-labelledby="day-title">
      <div className="wrap">
        <div className="head">
          <h2 id="day-title">How the day goes</h2>
        </div>
        <ol className="clockline">
          {dayOfFlight.map(({ at, title, text }) => (
            <li key={at}>
              <span className="t t-l">
                {at}
                {at === 'after' ? null : <small>min</small>}
              </span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
