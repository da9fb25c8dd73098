import { useLoaderData } from '@remix-run/react'
import { FlightCards } from '../catalogue/flight-card.tsx'
import { formatDay } from '../format/local-time.ts'
import { type loadSearchPage, type SearchData } from './load-search.server.ts'
import { FoundFlights } from './found-flights.tsx'
import { SearchForm } from './search-form.tsx'
import { hasFilters, searchHref } from './search-query.ts'

const QUICK = [
  { text: 'The next sunset', wish: { tag: 'sunset' } },
  { text: 'Doors off', wish: { tag: 'doors_off' } },
  { text: 'By night', wish: { tag: 'night' } },
  { text: 'Under $150', wish: { max_price: 150 } },
  { text: 'For two, this week', wish: { quantity: 2 } },
] as const

/**
 * Flights, places and texts for a search; without a query all flights with their next departures.
 */
export function SearchPage() {
  const page = useLoaderData<typeof loadSearchPage>()
  const { wish: input, readAs, flights, places, texts, popular } = page
  const hasQuery = input.q !== '' || hasFilters(input)
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>{input.q === '' ? 'Find a flight' : `Flights for “${input.q}”`}</h1>
        <p>Every price is the whole price: what you read here is what the checkout asks.</p>
      </div>
      <SearchForm filter={input} today={page.today} places={page.offered} />
      {hasQuery ? null : (
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
          Nothing is called “{input.q}”. Did you mean{' '}
          <a href={searchHref({ ...input, q: readAs })}>{readAs}</a>? This is what we found for it.
        </p>
      )}
      <section aria-labelledby="flights-title" className="search-part">
        <h2 id="flights-title" className="small">
          {flights.length === 0 ? 'No flight like that' : flightsTitle(flights.length, hasQuery)}
        </h2>
        {flights.length > 0 ? <FoundFlights flights={flights} filter={input} /> : <NoResults page={page} />}
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

function flightsTitle(count: number, hasQuery: boolean): string {
  if (!hasQuery) return 'All flights, soonest departures first'
  return `${String(count)} ${count === 1 ? 'flight' : 'flights'}`
}

/** The filters that could be removed; each link removes one and keeps the others. */
function NoResults({ page: { wish: input } }: { page: SearchData }) {
  const without = [
    input.date
      ? {
          text: `on any day, not only ${formatDay(input.date)}`,
          href: searchHref({ ...input, date: undefined }),
        }
      : undefined,
    input.max_price
      ? { text: 'at any price', href: searchHref({ ...input, max_price: undefined }) }
      : undefined,
    input.place ? { text: 'over any place', href: searchHref({ ...input, place: undefined }) } : undefined,
    input.tag ? { text: 'of any kind', href: searchHref({ ...input, tag: undefined }) } : undefined,
    input.quantity > 1 ? { text: 'for one guest', href: searchHref({ ...input, quantity: 1 }) } : undefined,
    input.q ? { text: 'whatever it is called', href: searchHref({ ...input, q: '' }) } : undefined,
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
