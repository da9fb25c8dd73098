import { type ReactNode } from 'react'
import { formatZone, splitTime, toLocalTime } from '../../format/local-time.ts'
import { clockOf } from '../parts/unfit-words.ts'
import { WeightMeter } from '../parts/weight-meter.tsx'
import { describeWait, listNames } from './flight-words.ts'
import { type ManifestView } from './manifest-view.ts'

/** The time and the load of a flight in large figures, with what is still missing, by name. */
export function ManifestFigures({ manifest, minutesLeft }: ManifestView) {
  const { flight, passengers, capacity, seats_sold: sold, empty_seats: empty } = manifest
  const { clock, half } = splitTime(toLocalTime(manifest.depart_at, flight.timezone))
  const wait = describeWait(flight.status, minutesLeft)
  const gone = passengers.filter(({ boarding }) => boarding === 'no_show').length
  const here = passengers.filter(({ boarding }) => boarding === 'checked_in').length
  const flying = passengers.filter(({ boarding }) => boarding !== 'no_show')
  const unsigned = flying.filter(({ waiver_signed: signed }) => !signed).length
  return (
    <dl className="figs flight-figs">
      <Load
        name="Leaves"
        figure={clock}
        unit={`${half} ${formatZone(manifest.depart_at, flight.timezone)}`}
        note={
          <>
            {flight.delay_mins > 0
              ? `${String(flight.delay_mins)} min later than ${clockOf(flight.scheduled_at, flight.timezone)}`
              : null}
            {flight.delay_mins > 0 && wait !== '' ? ', ' : null}
            {wait === '' ? null : <span className="no-print">{wait}</span>}
          </>
        }
      />
      <Load
        name="Seats"
        figure={String(sold)}
        unit={`of ${String(capacity)} sold`}
        note={[
          sold < capacity ? `${String(capacity - sold)} not sold` : 'full',
          sold < flight.min_passengers ? `leaves from ${String(flight.min_passengers)}` : '',
          empty > 0 ? `${String(empty)} of them empty` : '',
        ]
          .filter(Boolean)
          .join(', ')}
      >
        <dd>
          <meter min={0} max={capacity} value={sold} aria-hidden="true" />
        </dd>
      </Load>
      <Weight manifest={manifest} />
      <Load
        name="Check-in"
        figure={String(here)}
        unit={`of ${String(manifest.people)} here`}
        note={gone > 0 ? `${String(gone)} did not come` : ''}
      />
      <Load
        name="Waivers"
        figure={String(flying.length - unsigned)}
        unit={`of ${String(flying.length)} signed`}
        note={unsigned > 0 ? `${String(unsigned)} missing` : ''}
      />
    </dl>
  )
}

function Weight({ manifest }: Pick<ManifestView, 'manifest'>) {
  const { total_weight_lbs: pounds, max_weight_lbs: most, passengers } = manifest
  const untold = passengers.filter(
    ({ weight_lbs: told, boarding }) => told === null && boarding !== 'no_show',
  )
  const assumed = new Set(untold.map(({ counted_lbs: counted }) => counted))
  return (
    <Load
      name="Weight"
      figure={pounds.toLocaleString('en-US')}
      unit={`of ${most.toLocaleString('en-US')} lb`}
      note={
        pounds > most ? (
          <span className="st bad">{(pounds - most).toLocaleString('en-US')} lb over the limit</span>
        ) : (
          `${(most - pounds).toLocaleString('en-US')} lb left`
        )
      }
    >
      <dd>
        <WeightMeter {...{ pounds, most }} />
      </dd>
      {untold.length === 0 ? null : (
        <dd className="sm">
          {`Not told: ${listNames(untold)}; counted with ${[...assumed].join(' or ')} lb`}
          {untold.length > 1 ? ' each' : ''}
        </dd>
      )}
    </Load>
  )
}

interface LoadProps {
  name: string
  figure: string
  unit: string
  /** What follows from it; an empty note is left out. */
  note: ReactNode
  /** A bar, and what is missing. */
  children?: ReactNode
}

function Load({ name, figure, unit, note, children }: LoadProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {figure}
        <small>{unit}</small>
      </dd>
      {note === '' ? null : <dd className="sm">{note}</dd>}
      {children}
    </div>
  )
}
