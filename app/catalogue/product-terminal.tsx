import { type Terminal } from '#contract/catalogue.ts'
import { locationSlug } from '#contract/location-slug.ts'
import { mapHref } from './map-href.ts'

/** The terminal: its address, a map, and when to arrive. */
export function ProductTerminal({ terminal, checkInMins }: { terminal: Terminal; checkInMins: number }) {
  const { latitude, longitude, street, city } = terminal
  const map = mapHref({
    ...{ terminal_latitude: latitude, terminal_longitude: longitude },
    terminal_address: `${street}, ${city}`,
  })
  return (
    <section className="prod-part place" aria-labelledby="terminal-title">
      <div className="head tight">
        <h2 id="terminal-title">Where you leave from</h2>
      </div>
      <div className="cols-2 top">
        <address>
          <b>{terminal.name}</b>
          <br />
          {terminal.street}
          <br />
          {terminal.city}, {terminal.state} {terminal.zip_code}
        </address>
        <div className="stack">
          <p>Be there {checkInMins} minutes before departure. The aircraft does not wait for traffic.</p>
          <p>
            <a href={`/${locationSlug(terminal)}`}>How to get there, and today’s sunset</a>
          </p>
          <p>
            <a href={map} rel="noreferrer">
              {terminal.name} on the map
            </a>
          </p>
        </div>
      </div>
    </section>
  )
}
