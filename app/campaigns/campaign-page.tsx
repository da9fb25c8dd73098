import { useLoaderData } from '@remix-run/react'
import { StruckPrice } from '../catalogue/struck-price.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import { type loadCampaignPage } from './load-campaign-page.server.ts'

type Loaded = ReturnType<typeof useLoaderData<typeof loadCampaignPage>>

/** A campaign page: a picture, a text, the price, and the links to buy. */
export function CampaignPageView() {
  const { page, flights } = useLoaderData<typeof loadCampaignPage>()
  const { priceNote } = useServiceTexts()
  const lowest = flights.slice(0, page.does === 'prices' ? undefined : 3)
  return (
    <>
      <div className="hero">
        <ScenePage
          place={page.place}
          light={page.mood === 'day' && page.place !== 'miami' ? 'dawn' : page.mood}
          alt=""
        />
        <div className="wrap hero-in">
          <h1>{page.headline}</h1>
          <p className="lede">{page.lede}</p>
        </div>
      </div>
      <section className="section" aria-labelledby="about-title">
        <div className="wrap cols-2">
          <h2 id="about-title">{page.title}</h2>
          <div className="stack flow-5">
            <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
            <CampaignAction action={page.does} />
          </div>
        </div>
      </section>
      {lowest.length > 0 ? (
        <section className="section tint" aria-labelledby="prices-title">
          <div className="wrap">
            <div className="head split">
              <h2 id="prices-title">{page.does === 'prices' ? 'From the lowest price up' : 'Meanwhile'}</h2>
              <p>{priceNote}</p>
            </div>
            <Prices flights={lowest} />
          </div>
        </section>
      ) : null}
    </>
  )
}

function Prices({ flights }: Pick<Loaded, 'flights'>) {
  return (
    <ol className="board">
      {flights.map((flight) => (
        <li key={flight.id}>
          <span className="t t-l">
            {flight.minutes}
            <small>min</small>
          </span>
          <p className="price">
            {flight.seat_price === null ? null : <span className="vh">from </span>}
            {flight.from_price_before_total ? (
              <StruckPrice before={flight.from_price_before_total} now={flight.from_price_total} />
            ) : (
              formatDollars(flight.from_price_total)
            )}
            <span className="vh">{flight.seat_price === null ? ' for the aircraft' : ' a seat'}</span>
          </p>
          <div className="what">
            <b>
              <a href={`/product/${flight.slug}`}>{flight.name}</a>
            </b>
            <span className="subtle sm">{flight.departure_terminal_name}</span>
          </div>
          <span className="seats">
            {flight.seat_price === null ? 'whole aircraft' : `${formatDollars(flight.seat_price)} the seat`}
          </span>
          <a className="go arrow" href={`/checkout/${String(flight.id)}`}>
            Book<span className="vh"> {flight.name}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

const WAYS = {
  prices: { href: '/search?max_price=150', text: 'Seats under $150' },
  contest: { href: '/contest', text: 'Enter the draw' },
  club: { href: '/skyclub', text: 'See the membership' },
} as const

/** The links and buttons of a campaign's page. */
function CampaignAction({ action }: { action: keyof typeof WAYS }) {
  const { href, text } = WAYS[action]
  return (
    <p>
      <a className="btn" href={href}>
        {text}
      </a>
    </p>
  )
}
