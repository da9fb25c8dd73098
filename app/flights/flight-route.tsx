import { type AccountFlightDetail } from '#contract/flight.ts'
import { RouteMap } from '../pictures/route-map/route-map.tsx'
import { mapHref } from '../catalogue/map-href.ts'

/** The terminal on the flight's map, and how to get there. */
export function FlightDirections({ flight }: { flight: AccountFlightDetail }) {
  const { terminal_name: home, route_stops: stops, product_name: name } = flight
  const title = `Map: ${name} leaves from ${home} and flies by ${stops.map((stop) => stop.name).join(', ')}.`
  return (
    <section aria-labelledby="way">
      <h2 id="way">How to get there</h2>
      <div className="flight-way">
        <div>
          <RouteMap map={flight.route_map} title={title} home={home} stops={stops} />
          <ol className="flight-stops">
            {stops.map(({ name: stop }) => (
              <li key={stop}>{stop}</li>
            ))}
          </ol>
        </div>
        <div>
          <address>
            <b>{home}</b>
            <br />
            {flight.terminal_address}
          </address>
          {flight.directions.length > 0 ? (
            <ul className="flight-ways">
              {flight.directions.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          ) : null}
          <p>
            <a href={mapHref(flight)} rel="noopener noreferrer">
              {home} on the street map
            </a>
          </p>
        </div>
      </div>
    </section>
  )
}
