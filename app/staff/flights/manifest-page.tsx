import { type Manifest } from '#contract/passenger.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { answerOf, type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape } from '../../ui/form/row-shape.ts'
import { type ShopForm, useShopForm } from '../../ui/form/use-shop-form.ts'
import { Success } from '../../ui/notice.tsx'
import { toLocalDate } from '../../format/local-time.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { AIRCRAFT_SHAPE, BOARD_SHAPE, CORRECT_SHAPE, PHOTO_SHAPE, STATUS_SHAPE } from './flight-forms.ts'
import { ManifestTable } from './manifest-table.tsx'
import { type OtherAircraft } from './load-other-aircraft.server.ts'
import { OtherAircraftForm } from './other-aircraft-form.tsx'
import { FLIGHT_STATUS, STATUS_STEPS } from '../parts/flight-status-text.ts'

interface ManifestPageProps {
  manifest: Manifest
  /** True for staff who check passengers in and open orders; false for pilots, who only read. */
  canEdit: boolean
  /** The reason why a photo was not added or not removed. */
  photoRefusal: string | undefined
  /** The refused form, with its submitted values. */
  answer: FormAnswer | undefined
  /** The aircraft that could fly it instead; empty for pilots, and for a flight that has left. */
  others: readonly OtherAircraft[]
  /** Something was just saved. */
  saved: boolean
}

/** The passengers of one aircraft: the list at check-in, and one sheet when printed. */
export function ManifestPage(props: ManifestPageProps) {
  const { manifest, canEdit, others, photoRefusal, answer, saved } = props
  const steps = useShopForm(STATUS_SHAPE, answer)
  const aircraft = useShopForm(AIRCRAFT_SHAPE, answer)
  const refused = photoRefusal === undefined ? undefined : { text: photoRefusal, problems: {}, typed: {} }
  const photo = useShopForm(PHOTO_SHAPE, refused && !answer ? answerOf(PHOTO_SHAPE.id, refused) : undefined)
  const { flight } = manifest
  const status = FLIGHT_STATUS[flight.status]
  const date = toLocalDate(manifest.depart_at, flight.timezone)
  const here = manifest.passengers.filter(({ boarding }) => boarding === 'checked_in').length
  return (
    <div className="wrap desk manifest">
      <FormErrors form={useShopForm(answeredShape(BOARD_SHAPE, answer), answer)} />
      <FormErrors form={useShopForm(answeredShape(CORRECT_SHAPE, answer), answer)} />
      <FormErrors form={steps} />
      <FormErrors form={aircraft} />
      <FormErrors form={photo} />
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
      <Steps manifest={manifest} canEdit={canEdit} form={steps} />
      <OtherAircraftForm others={others} form={aircraft} />
      <section aria-labelledby="passengers">
        <h2 id="passengers">Passengers</h2>
        {manifest.passengers.length === 0 ? (
          <p className="muted">Nobody is booked with a name.</p>
        ) : (
          <ManifestTable
            rows={manifest.passengers}
            label="Table of passengers"
            canEdit={canEdit}
            answer={answer}
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
            answer={answer}
          />
        </section>
      )}
      <Photos manifest={manifest} form={photo} />
    </div>
  )
}

/**
 * Warns that the manifest lists more passengers than seats: some seats were refunded, and nobody
 * chose yet who stays home.
 */
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

interface StepsProps extends Pick<ManifestPageProps, 'manifest' | 'canEdit'> {
  form: ShopForm<'reason'>
}

/**
 * The buttons for the next status. They name what is missing before take-off; only staff other than
 * pilots may let a flight leave nevertheless.
 */
function Steps({ manifest, canEdit, form }: StepsProps) {
  const { next_statuses: next, before_departure: gaps, early, status_reason: said } = manifest.flight
  const guarded = next.includes('departed') && (gaps.length > 0 || early)
  const steps = guarded ? next.filter((to) => to !== 'departed') : next
  return (
    <>
      {said ? <p className="muted">Left all the same: {said}</p> : null}
      {guarded ? <BeforeItLeaves {...{ gaps, early, canEdit, form }} /> : null}
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
  form: ShopForm<'reason'>
}

function BeforeItLeaves({ gaps, early, canEdit, form }: BeforeItLeavesProps) {
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
        <form method="post" className="form" {...form.props}>
          <TextField
            field={form.fields.reason}
            label={gaps.length > 0 ? 'Why it leaves all the same' : 'Why it leaves early'}
            hint="Stands in the audit log."
            need="required"
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

function Photos({ manifest, form }: { manifest: Manifest; form: ShopForm<'photo'> }) {
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
      <form method="post" action={path} className="desk-find" {...form.props} encType="multipart/form-data">
        <TextField
          field={form.fields.photo}
          type="file"
          accept="image/jpeg,image/png,image/webp"
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
