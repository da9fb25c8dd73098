import { type Manifest } from '#contract/passenger.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { isCheckInOpen, listNames } from './flight-words.ts'
import { isAhead } from './flight-state.ts'
import { type ManifestView } from './manifest-view.ts'

/**
 * Who is late, or did not fly with a flight that has left: how they are reached, and the one press that
 * says that they did not come.
 */
export function LatePart({ manifest, canEdit }: Pick<ManifestView, 'manifest' | 'canEdit'>) {
  const { flight, passengers } = manifest
  const ahead = isAhead(flight.status)
  const awaited = passengers.filter(({ boarding, late }) => boarding === null && (late || !ahead))
  if (!canEdit || awaited.length === 0 || !isCheckInOpen(flight)) return null
  const guests = formatCount(awaited.length, 'guest', 'guests')
  return (
    <section className="alert warn no-print" aria-labelledby="late">
      <h2 id="late">{ahead ? `${guests} late` : `${guests} not checked in`}</h2>
      <p>{listNames(awaited)}.</p>
      {manifest.late_parties.map((party) => (
        <p key={party.order_id}>
          <a href={`/staff/orders/${String(party.order_id)}`}>O-{party.order_id}</a>{' '}
          <CallLate party={party} manifest={manifest} />
        </p>
      ))}
      <p className="sm">
        {ahead ? 'Once the flight has left, ' : 'Now '}
        the rule of the product is applied and the customer is told by mail. You can undo it here.
      </p>
      <form method="post" className="mt4">
        {awaited.map(({ id }) => (
          <input key={id} type="hidden" name="missing" value={id} />
        ))}
        <button type="submit" className="btn second small">
          {awaited.length === 1 ? 'Did not come' : `All ${String(awaited.length)} did not come`}
        </button>
      </form>
    </section>
  )
}

/** Those who did not fly with a flight that has left; a mistake is taken back also after landing. */
export function NoShowPart({ manifest, canEdit }: Pick<ManifestView, 'manifest' | 'canEdit'>) {
  const { status } = manifest.flight
  const missing = manifest.passengers.filter(({ boarding }) => boarding === 'no_show')
  if (!canEdit || missing.length === 0 || !(status === 'departed' || status === 'landed')) return null
  return (
    <section className="alert no-print" aria-labelledby="no-shows">
      <h2 id="no-shows">Left without</h2>
      {missing.map(({ id, order_id: order, full_name: name, boarding_note: note }) => (
        <form key={id} method="post" className="btn-row">
          <input type="hidden" name="passenger" value={id} />
          <input type="hidden" name="was_boarding" value="no_show" />
          <input type="hidden" name="was_note" value={note ?? ''} />
          <input type="hidden" name="note" value={note ?? ''} />
          <span>
            {name || 'No name yet'}, <a href={`/staff/orders/${String(order)}`}>O-{order}</a>
          </span>
          <button type="submit" className="btn second small" name="boarding" value="">
            They were there<span className="vh">: {name}</span>
          </button>
        </form>
      ))}
    </section>
  )
}

interface CallProps {
  party: Manifest['late_parties'][number]
  manifest: Pick<Manifest, 'depart_at' | 'flight'>
}

/** One press to call a party, or to text it from this phone. */
export function CallLate({ party: { order_id: order, phone }, manifest }: CallProps) {
  if (phone === null) return <span className="muted">No number was given.</span>
  const number = phone.replaceAll(/[^\d+]/g, '')
  const time = formatTime(toLocalTime(manifest.depart_at, manifest.flight.timezone))
  const text = `We are waiting for you at check-in: your flight leaves at ${time}. Are you on your way?`
  return (
    <>
      <a href={`tel:${number}`}>
        Call {phone}
        <span className="vh"> of O-{order}</span>
      </a>{' '}
      ·{' '}
      <a href={`sms:${number}?&body=${encodeURIComponent(text)}`}>
        Text
        <span className="vh">
          {' '}
          {phone} of O-{order}
        </span>
      </a>
    </>
  )
}
