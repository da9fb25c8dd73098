import { type Product } from '#contract/catalogue.ts'
import { RouteMap } from '../pictures/route-map/route-map.tsx'

type Route = Pick<Product, 'name' | 'route_map' | 'route_stops' | 'departure_terminal_name'>

/** The route of the flight: a map, and a list with the same content as text. */
export function ProductRoute({ product }: { product: Route }) {
  const { name, route_map: map, route_stops: stops, departure_terminal_name: home } = product
  if (stops.length === 0) return null
  const title = `Route of ${name}: from ${home} by ${stops.map((stop) => stop.name).join(', ')} and back.`
  return (
    <section className="mt7" aria-labelledby="route-title">
      <div className="head tight">
        <h2 id="route-title">The route</h2>
      </div>
      <div className="cols-2 route-cols top">
        <RouteMap map={map} title={title} home={home} stops={stops} />
        <ol className="sights">
          {stops.map((stop) => (
            <li key={stop.name}>
              <p>
                <b>{stop.name}</b>
                <span>{stop.description}</span>
              </p>
              <span className="at">
                <span aria-hidden="true">0:{String(stop.minute).padStart(2, '0')}</span>
                <span className="vh">after {stop.minute} minutes</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <p className="sm subtle mt4">The pilot may fly it the other way round for wind or traffic.</p>
    </section>
  )
}
