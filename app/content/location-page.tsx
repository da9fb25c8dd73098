import { DepartureBoard } from '../catalogue/departure-board.tsx'
import { FlightCards } from '../catalogue/flight-card.tsx'
import { ProductRoute } from '../catalogue/product-route.tsx'
import { formatDay, splitTime } from '../format/local-time.ts'
import { SceneBand } from '../pictures/scene-picture.tsx'
import { Text } from './reading-page.tsx'
import { type SlugPage } from './load-slug.server.ts'
import { mapHref } from '../catalogue/map-href.ts'

type Location = Extract<SlugPage, { kind: 'location' }>

/** A place to leave from: its address, the sunset there today, and its flights. */
export function LocationPage(page: Location) {
  const { title, summary, picture, terminal, html, route, flights, departures, others } = page
  return (
    <>
      <div className="wrap section">
        <div className="head">
          <p className="eyebrow">{terminal.name}</p>
          <h1>{title}</h1>
          <p className="lede">{summary}</p>
        </div>
        <SceneBand {...picture} />
        <div className="cols-2 top">
          <Facts {...page} />
          {html ? <Text html={html} /> : null}
        </div>
        {route ? <ProductRoute product={route} /> : null}
      </div>
      {departures.length > 0 ? (
        <section className="section tint" id="next" aria-labelledby="next-title">
          <div className="wrap">
            <div className="head split">
              <h2 id="next-title">Next to leave from here</h2>
              <p>Times are local to {terminal.name}.</p>
            </div>
            <DepartureBoard rows={departures} />
          </div>
        </section>
      ) : null}
      <section className="section" aria-labelledby="flights-title">
        <div className="wrap">
          <div className="head">
            <h2 id="flights-title">What flies from here</h2>
          </div>
          <FlightCards flights={flights} />
          {others.length > 0 ? (
            <p className="mt6">
              We also fly from{' '}
              {others.map(({ slug, name }, at) => (
                <span key={slug}>
                  {at === 0 ? '' : at === others.length - 1 ? ' and ' : ', '}
                  <a href={`/${slug}`}>{name}</a>
                </span>
              ))}
              .
            </p>
          ) : null}
        </div>
      </section>
    </>
  )
}

function Facts({ terminal, sunset, checkInMins }: Location) {
  const { name, street, city, state, zip_code, latitude, longitude } = terminal
  const map = mapHref({
    terminal_latitude: latitude,
    terminal_longitude: longitude,
    terminal_address: `${street}, ${city}`,
  })
  const { clock, half } = splitTime(sunset?.time ?? '00:00')
  return (
    <div className="place stack flow-5">
      {sunset ? (
        <p className="place-sunset">
          <span className="eyebrow">Sunset here today, {formatDay(sunset.date)}</span>
          <time className="t t-l" dateTime={sunset.at}>
            {clock}
            <small>
              {half} {sunset.zone}
            </small>
          </time>
        </p>
      ) : null}
      <address>
        <b>{name}</b>
        <br />
        {street}
        <br />
        {city}, {state} {zip_code}
      </address>
      <p>
        <a href={map} rel="noreferrer">
          {name} on the map
        </a>
      </p>
      <p className="muted">
        Be there {checkInMins} minutes before departure. The aircraft does not wait for traffic.
      </p>
    </div>
  )
}
