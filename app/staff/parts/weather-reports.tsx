import { type WeatherPeriod, type WeatherReport } from '#contract/weather-report.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import {
  describeAge,
  describeCeiling,
  describeChange,
  describeConditions,
  describeTemperature,
  describeVisibility,
  describeWind,
} from './weather-report-words.ts'

interface WeatherReportsProps {
  reports: readonly WeatherReport[]
}

/** The weather at terminals, as advice beside a decision: nothing here is pressed. */
export const WeatherReports = ({ reports }: WeatherReportsProps) =>
  reports.map((report) => <WeatherAt key={report.terminal_id} report={report} />)

function WeatherAt({ report }: { report: WeatherReport }) {
  const { terminal_id: id, terminal_name: name, station, state, observation, forecast, advice } = report
  const heading = `weather-${String(id)}`
  return (
    <section className="desk-part weather no-print" aria-labelledby={heading}>
      <h2 id={heading}>{`Weather, ${name} (${station})`}</h2>
      {state === 'unavailable' ? (
        <p className="muted">The weather service does not answer now. Everything else works as usual.</p>
      ) : null}
      {advice.length === 0 ? null : (
        <ul className="before-list">
          {advice.map((sentence) => (
            <li key={sentence} className="st late">{`${sentence}.`}</li>
          ))}
        </ul>
      )}
      {observation || forecast ? (
        <div className="weather-halves">
          {observation ? <Observed observation={observation} /> : null}
          {forecast ? <Forecast forecast={forecast} zone={report.timezone} /> : null}
        </div>
      ) : null}
      {state === 'answered' && !observation && !forecast ? (
        <p className="muted">There are no reports for this time. Forecasts reach a day ahead.</p>
      ) : null}
      {state === 'answered' && (observation ?? forecast) ? (
        <p className="sm muted">Advice only: the pilot and you decide.</p>
      ) : null}
    </section>
  )
}

function Observed({ observation }: { observation: NonNullable<WeatherReport['observation']> }) {
  const facts = [
    ['Wind', describeWind(observation)],
    ['Visibility', describeVisibility(observation)],
    ['Ceiling', describeCeiling(observation)],
    ['Temperature', describeTemperature(observation)],
    ...(observation.weather === null ? [] : [['Weather', observation.weather]]),
  ] as const
  return (
    <div className="weather-half">
      <h3 className="flabel">{`Observed ${describeAge(observation.age_mins)}`}</h3>
      <dl className="lim">
        {facts.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="sm muted break">
        <code>{observation.raw}</code>
      </p>
    </div>
  )
}

function Forecast({
  forecast: { raw, periods },
  zone,
}: {
  forecast: NonNullable<WeatherReport['forecast']>
  zone: string
}) {
  return (
    <div className="weather-half">
      <h3 className="flabel">Forecast</h3>
      <ul>
        {periods.map((period) => (
          <li key={`${period.from} ${period.change}`}>{describePeriod(period, zone)}</li>
        ))}
      </ul>
      <p className="sm muted break">
        <code>{raw}</code>
      </p>
    </div>
  )
}

function describePeriod(period: WeatherPeriod, zone: string) {
  const clock = (at: string) => formatTime(toLocalTime(at, zone))
  const change = describeChange(period)
  return (
    <>
      <b>{`${clock(period.from)} to ${clock(period.until)}`}</b>
      {`: ${change === '' ? '' : `${change.toLowerCase()}, `}${describeConditions(period)}`}
    </>
  )
}
