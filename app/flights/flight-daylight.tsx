import { type AccountFlightDetail } from '#contract/flight.ts'
import { terminalTime } from './flight-day.ts'

/** The light on the day of the flight, and how a decision about the weather is made. */
export function FlightLight({ flight }: { flight: AccountFlightDetail }) {
  const { dawn, sunrise, sunset, dusk } = flight.daylight
  const sun = [
    ['First light', dawn],
    ['Sunrise', sunrise],
    ['Sunset', sunset],
    ['Last light', dusk],
  ] as const
  return (
    <section aria-labelledby="light">
      <h2 id="light">Light and weather</h2>
      <p className="muted">
        The pilot looks at the weather of the day and decides. If we cannot fly safely we do not fly: you are
        mailed the moment we know, with other times to choose from, and this page says so.
      </p>
      <dl className="kv flight-sun">
        {sun.map(([name, at]) =>
          at === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <time dateTime={at}>{terminalTime(at, flight)}</time>
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}
