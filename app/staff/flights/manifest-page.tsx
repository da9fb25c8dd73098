import { type Manifest } from '#contract/passenger.ts'
import { Field } from '../../ui/field.tsx'
import { Failure, Success } from '../../ui/notice.tsx'
import { toLocalDate } from '../../format/local-time.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { type ManifestFormValues, ManifestTable } from './manifest-table.tsx'
import { type OtherAircraft } from './load-other-aircraft.server.ts'
import { OtherAircraftForm } from './other-aircraft-form.tsx'
import { FLIGHT_STATUS, STATUS_STEPS } from '../parts/flight-status-text.ts'

interface ManifestPageProps {
  manifest: Manifest
  /** The desk checks in and opens orders; a pilot reads. */
  canEdit: boolean
  failure: string | undefined
  /** What was refused, to be looked at and saved again. */
  typed: ManifestFormValues
  /** What could fly it instead; none for pilots, and for a flight that has left. */
  others: readonly OtherAircraft[]
  /** The reason that was typed to let it leave, where that was refused. */
  reason: string | undefined
  /** Something was just saved. */
  saved: boolean
}

/** Who flies on one aircraft: one sheet on paper, and the desk's list at check-in. */
export function ManifestPage({
  manifest,
  canEdit,
  others,
  failure,
  typed,
  reason,
  saved,
}: ManifestPageProps) {
  const { flight } = manifest
  const status = FLIGHT_STATUS[flight.status]
  const date = toLocalDate(manifest.depart_at, flight.timezone)
  const here = manifest.passengers.filter(({ boarding }) => boarding === 'checked_in').length
  return (
    <div className="wrap desk manifest">
      <div className="desk-head">
        <div>
          <p className="eyebrow">
            <a href={`/staff/flights?date=${date}`}>Flights of the day</a>
          </p>
          <h1>
            {flight.product_name} {manifest.flight_code}
          </h1>
        </div>
        <p>
          <span className={`chip ${status.tone}`}>{status.text}</span>
        </p>
      </div>
      <Failure text={failure} />
      {saved ? <Success>Saved.</Success> : null}
      <dl className="kv manifest-facts">
        <dt>Leaves</dt>
        <dd>
          {formatDateTime(manifest.depart_at, flight.timezone)}, {flight.terminal_name}
        </dd>
        <dt>Aircraft</dt>
        <dd>{flight.registration}</dd>
        <dt>Pilot</dt>
        <dd>{flight.pilot_name ?? 'Nobody yet'}</dd>
        <dt>Seats</dt>
        <dd>
          {manifest.seats_sold} of {manifest.capacity} sold
          {manifest.empty_seats > 0 ? `, ${String(manifest.empty_seats)} of them empty` : ''}
        </dd>
        <dt>People</dt>
        <dd>
          {manifest.people}, {here} checked in
        </dd>
        <dt>Weight</dt>
        <dd>
          {manifest.total_weight_lbs.toLocaleString('en-US')} of{' '}
          {manifest.max_weight_lbs.toLocaleString('en-US')} lb
          {manifest.passengers.some(({ weight_lbs: one }) => one === null)
            ? ', with 190 lb for each who has told none'
            : ''}
        </dd>
      </dl>
      <TooManyPassengers manifest={manifest} />
      <Steps manifest={manifest} canEdit={canEdit} reason={reason} />
      <OtherAircraftForm others={others} />
      <section aria-labelledby="passengers">
        <h2 id="passengers">Passengers</h2>
        {manifest.passengers.length === 0 ? (
          <p className="muted">Nobody is booked with a name.</p>
        ) : (
          <ManifestTable
            rows={manifest.passengers}
            label="Table of passengers"
            canEdit={canEdit}
            {...typed}
          />
        )}
      </section>
      {manifest.same_party.length === 0 ? null : (
        <section aria-labelledby="same-party">
          <h2 id="same-party">Of the same party, on another aircraft by the plan</h2>
          <p className="muted">Whoever is checked in here flies here.</p>
          <ManifestTable
            rows={manifest.same_party}
            label="Table of their party"
            canEdit={canEdit}
            {...typed}
          />
        </section>
      )}
      <Photos manifest={manifest} />
    </div>
  )
}

/** Seats were given back while nobody said who stays home: the list is longer than the seats. */
function TooManyPassengers({ manifest }: { manifest: Manifest }) {
  if (manifest.too_many.length === 0) return null
  return (
    <div className="alert warn no-print" role="status">
      {manifest.too_many.map(({ order_id: id, people, seats }) => (
        <p key={id}>
          Order O-{id} has {people} people and {seats === 1 ? '1 seat' : `${String(seats)} seats`}. Under
          “Correct”, say who of them does not come.
        </p>
      ))}
    </div>
  )
}

/**
 * How the flight goes on; what it lacks is said before it leaves, and only the desk lets it leave
 * all the same.
 */
function Steps({ manifest, canEdit, reason }: Pick<ManifestPageProps, 'manifest' | 'canEdit' | 'reason'>) {
  const { next_statuses: next, before_departure: gaps, early, status_reason: said } = manifest.flight
  const guarded = next.includes('departed') && (gaps.length > 0 || early)
  const steps = guarded ? next.filter((to) => to !== 'departed') : next
  return (
    <>
      {said ? <p className="muted">Left all the same: {said}</p> : null}
      {guarded ? <BeforeItLeaves {...{ gaps, early, canEdit, reason }} /> : null}
      {steps.length === 0 ? null : (
        <form method="post" className="btn-row no-print" aria-label="How the flight stands">
          {steps.map((to, index) => (
            <button
              key={to}
              type="submit"
              name="status"
              value={to}
              className={index === 0 && !guarded ? 'btn small' : 'btn second small'}
            >
              {STATUS_STEPS[to]}
            </button>
          ))}
        </form>
      )}
    </>
  )
}

interface BeforeItLeavesProps {
  gaps: readonly string[]
  early: boolean
  canEdit: boolean
  reason: string | undefined
}

function BeforeItLeaves({ gaps, early, canEdit, reason }: BeforeItLeavesProps) {
  const missing = [...gaps, ...(early ? ['its time has not come'] : [])]
  return (
    <section className="alert warn before-it-leaves no-print" aria-labelledby="before">
      <h2 id="before">Before it leaves</h2>
      <ul className="list">
        {missing.map((gap) => (
          <li key={gap}>{`${gap.charAt(0).toUpperCase()}${gap.slice(1)}.`}</li>
        ))}
      </ul>
      {canEdit || gaps.length === 0 ? (
        <form method="post" className="form" noValidate>
          <Field
            id="reason"
            name="reason"
            label={gaps.length > 0 ? 'Why it leaves all the same' : 'Why it leaves early'}
            hint="Stands in the audit log."
            need="required"
            defaultValue={reason}
            maxLength={300}
          />
          <button type="submit" className="btn second small" name="status" value="departed">
            {gaps.length > 0 ? 'In the air all the same' : 'In the air'}
          </button>
        </form>
      ) : (
        <p>Only the desk may let it leave all the same.</p>
      )}
    </section>
  )
}

function Photos({ manifest }: { manifest: Manifest }) {
  const { photos } = manifest.flight
  const path = `/staff/flights/${String(manifest.flight_id)}/photos`
  return (
    <section className="desk-part no-print" aria-labelledby="photos">
      <h2 id="photos">Photos ({photos.length})</h2>
      {photos.length === 0 ? null : (
        <ul className="desk-log">
          {photos.map(({ id, file_name: name }) => (
            <li key={id}>
              <form method="post" action={path} className="desk-inline" encType="multipart/form-data">
                <span>{name}</span>
                <input type="hidden" name="remove" value={id} />
                <button type="submit" className="btn second small">
                  Take away<span className="vh"> {name}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={path} encType="multipart/form-data" className="desk-find">
        <Field
          id="photo"
          name="photo"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          label="Add a photo"
          hint="JPEG, PNG or WebP, 25 MB at most. Those who flew see it in their account."
          need="required"
        />
        <button type="submit" className="btn second small">
          Upload
        </button>
      </form>
    </section>
  )
}
