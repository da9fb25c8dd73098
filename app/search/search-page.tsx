import { useLoaderData } from '@remix-run/react'
import { FlightCards } from '../catalogue/flight-card.tsx'
import { formatDay } from '../format/local-time.ts'
import { type loader } from '../routes/search.tsx'
import { FoundFlights } from './found-flights.tsx'
import { SearchForm } from './search-form.tsx'
import { hasFilters, searchHref } from './search-query.ts'

export type SearchData = ReturnType<typeof useLoaderData<typeof loader>>

const QUICK = [
  { text: 'The next sunset', wish: { tag: 'sunset' } },
  { text: 'Doors off', wish: { tag: 'doors_off' } },
  { text: 'By night', wish: { tag: 'night' } },
  { text: 'Under $150', wish: { max_price: 150 } },
  { text: 'For two, this week', wish: { quantity: 2 } },
] as const

/**
 * Flights, places and texts for what was asked; without a question all flights with their next
 * departures.
 */
export function SearchPage() {
  const page = useLoaderData<typeof loader>()
  const { wish, readAs, flights, places, texts, popular } = page
  const asked = wish.q !== '' || hasFilters(wish)
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>{wish.q === '' ? 'Find a flight' : `Flights for “${wish.q}”`}</h1>
        <p>Every price is the whole price: what you read here is what the checkout asks.</p>
      </div>
      <SearchForm wish={wish} today={page.today} places={page.offered} />
      {asked ? null : (
        <ul className="quick" aria-label="Often looked for">
          {QUICK.map(({ text, wish: quick }) => (
            <li key={text}>
              <a className="chip line" href={searchHref(quick)}>
                {text}
              </a>
            </li>
          ))}
          <li>
            <a className="chip line" href="/gift-finder">
              A gift
            </a>
          </li>
        </ul>
      )}
      {readAs === null ? null : (
        <p className="read-as">
          Nothing is called “{wish.q}”. Did you mean <a href={searchHref({ ...wish, q: readAs })}>{readAs}</a>
          ? This is what we found for it.
        </p>
      )}
      <section aria-labelledby="flights-title" className="search-part">
        <h2 id="flights-title" className="small">
          {flights.length === 0 ? 'No flight like that' : flightsTitle(flights.length, asked)}
        </h2>
        {flights.length > 0 ? <FoundFlights flights={flights} wish={wish} /> : <Nothing page={page} />}
      </section>
      {places.length > 0 ? (
        <section aria-labelledby="places-title" className="search-part">
          <h2 id="places-title" className="small">
            Places to leave from
          </h2>
          <ul className="texts">
            {places.map(({ slug, name, place, flights: count }) => (
              <li key={slug}>
                <a href={`/${slug}`}>{name}</a>
                <p className="muted">
                  {place}, {count} {count === 1 ? 'flight' : 'flights'}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {texts.length > 0 ? (
        <section aria-labelledby="texts-title" className="search-part">
          <h2 id="texts-title" className="small">
            Answers and stories
          </h2>
          <ul className="texts">
            {texts.map(({ kind, title, href, about }) => (
              <li key={title}>
                <p className="eyebrow">{kind}</p>
                <a href={href}>{title}</a>
                <p className="muted">{about}</p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {popular.length > 0 ? (
        <section aria-labelledby="popular-title" className="search-part">
          <h2 id="popular-title" className="small">
            Most people fly these
          </h2>
          <FlightCards flights={popular} />
        </section>
      ) : null}
    </div>
  )
}

function flightsTitle(count: number, asked: boolean): string {
  if (!asked) return 'All flights, soonest departures first'
  return `${String(count)} ${count === 1 ? 'flight' : 'flights'}`
}

/** What to leave out, one at a time: each way leads on with the rest. */
function Nothing({ page: { wish } }: { page: SearchData }) {
  const without = [
    wish.date
      ? {
          text: `on any day, not only ${formatDay(wish.date)}`,
          href: searchHref({ ...wish, date: undefined }),
        }
      : undefined,
    wish.max_price
      ? { text: 'at any price', href: searchHref({ ...wish, max_price: undefined }) }
      : undefined,
    wish.place ? { text: 'over any place', href: searchHref({ ...wish, place: undefined }) } : undefined,
    wish.tag ? { text: 'of any kind', href: searchHref({ ...wish, tag: undefined }) } : undefined,
    wish.quantity > 1 ? { text: 'for one guest', href: searchHref({ ...wish, quantity: 1 }) } : undefined,
    wish.q ? { text: 'whatever it is called', href: searchHref({ ...wish, q: '' }) } : undefined,
  ].filter((one) => one !== undefined)
  return (
    <div className="stack">
      <p className="muted">We fly nothing that fits all of it. Look again</p>
      <ul className="without">
        {without.map(({ text, href }) => (
          <li key={text}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
