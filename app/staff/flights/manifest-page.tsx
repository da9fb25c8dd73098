import { formatDollars } from '../../format/format-dollars.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { clockOf } from '../parts/unfit-words.ts'
import { WeatherReports } from '../parts/weather-reports.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FormErrors } from '../../ui/form/fields.tsx'
import { answerOf } from '../../ui/form/form-shape.ts'
import { answeredShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Success } from '../../ui/notice.tsx'
import { CabinPart } from './cabin-part.tsx'
import { FlightActs } from './flight-acts.tsx'
import {
  AIRCRAFT_SHAPE,
  BOARD_SHAPE,
  CORRECT_SHAPE,
  MISSING_SHAPE,
  PHOTO_SHAPE,
  PILOT_SHAPE,
  STATUS_SHAPE,
} from './flight-forms.ts'
import { DelayDone } from './delay-done.tsx'
import { FlightPhotos } from './flight-photos.tsx'
import { isAhead } from './flight-state.ts'
import { isCheckInOpen } from './flight-words.ts'
import { LatePart, NoShowPart } from './late-part.tsx'
import { ManifestFigures } from './manifest-figures.tsx'
import { ManifestHead } from './manifest-head.tsx'
import { ChangedAfterPrinting, ManifestVersions } from './manifest-versions.tsx'
import { type ManifestView } from './manifest-view.ts'
import { seatsShape } from './seat-forms.ts'
import { ReliefPart } from './relief-part.tsx'
import { PassengerTable } from './passenger-table.tsx'
import { describeMoved } from './transfer-words.ts'

/**
 * One flight: when and with what it leaves, its load, its passengers with the check-in, and the
 * acts at its side. Its paper is a page of its own.
 */
export function ManifestPage(props: ManifestView) {
  const { manifest, photoRefusal, answer, saved, delayed, moved } = props
  const refused = photoRefusal === undefined ? undefined : { text: photoRefusal, problems: {}, typed: {} }
  const photoAnswer = refused && !answer ? answerOf(PHOTO_SHAPE.id, refused) : undefined
  return (
    <div className="wrap desk manifest">
      <RowErrors answer={answer} />
      {[STATUS_SHAPE, MISSING_SHAPE, AIRCRAFT_SHAPE, PILOT_SHAPE].map((shape) => (
        <FormErrors key={shape.id} form={plainForm(shape, answer)} />
      ))}
      <FormErrors form={plainForm(PHOTO_SHAPE, photoAnswer)} />
      <FormErrors form={plainForm(seatsShape(manifest.seating?.seats ?? []), answer)} />
      <ManifestHead {...props} />
      {saved ? <Success>Saved.</Success> : null}
      {delayed ? <DelayDone manifest={manifest} delayed={delayed} /> : null}
      {moved ? <Success>{describeMoved(moved)}</Success> : null}
      <ManifestFigures {...props} />
      <ReliefPart {...props} />
      <ChangedAfterPrinting {...props} />
      <LatePart {...props} />
      <NoShowPart {...props} />
      <TooManyPassengers manifest={manifest} />
      <StillToPay manifest={manifest} />
      <BeforeItLeaves {...props} />
      <div className="desk-cols">
        <div>
          <Passengers {...props} />
          <ManifestVersions {...props} />
          <FlightPhotos manifest={manifest} answer={photoAnswer} />
        </div>
        <div>
          <CabinPart {...props} />
          <FlightActs {...props} />
          <WeatherReports reports={props.reports} />
        </div>
      </div>
    </div>
  )
}

/** The errors of a passenger's form, with a way to the row where none of its fields is wrong. */
function RowErrors({ answer }: Pick<ManifestView, 'answer'>) {
  const row = /^(?:board|correct)-(\d+)$/.exec(answer?.form ?? '')?.[1]
  if (row === undefined) return null
  const forms = [
    plainForm(answeredShape(BOARD_SHAPE, answer), answer),
    plainForm(answeredShape(CORRECT_SHAPE, answer), answer),
  ]
  return (
    <ErrorSummary
      items={forms.flatMap(({ summary }) =>
        summary.map(({ text, target = `pax-${row}` }) => ({ text, target })),
      )}
      unfocused={forms.some(({ fields }) => Object.values(fields).some(({ focused }) => focused))}
    />
  )
}

function Passengers({ manifest, versions, day, canEdit, answer }: ManifestView) {
  const { flight, passengers, same_party: party } = manifest
  const table = {
    flight,
    flightId: manifest.flight_id,
    canEdit,
    answer,
    changes: versions.manifest_state.changes_after_printing,
    stillToPay: manifest.still_to_pay,
    comments: manifest.party_comments,
  }
  return (
    <>
      <section className="desk-part" aria-labelledby="passengers">
        <div>
          <h2 id="passengers">Passengers ({passengers.length})</h2>
          {canEdit && isAhead(flight.status) && !isCheckInOpen(flight) && passengers.length > 0 ? (
            <p className="sm muted no-print">Check-in begins six hours before the flight.</p>
          ) : null}
          {passengers.length > 0 && isAhead(flight.status) ? (
            <p className="sm muted no-print">
              Whoever is not here by {clockOf(flight.late_from, flight.timezone)} is late.
            </p>
          ) : null}
        </div>
        {passengers.length === 0 ? (
          <NoPassengers {...{ manifest, day, canEdit }} />
        ) : (
          <PassengerTable rows={passengers} label="Passengers" {...table} />
        )}
      </section>
      {party.length === 0 ? null : (
        <section className="desk-part" aria-labelledby="same-party">
          <div>
            <h2 id="same-party">Of the same party, on another aircraft by the plan</h2>
            <p className="muted">Whoever is checked in here flies here.</p>
          </div>
          <PassengerTable rows={party} label="Their party" {...table} />
        </section>
      )}
    </>
  )
}

function NoPassengers({ manifest, day, canEdit }: Pick<ManifestView, 'manifest' | 'day' | 'canEdit'>) {
  const { flight, seats_sold: sold, depart_at: at } = manifest
  if (sold > 0) return <p className="muted">Nobody is booked with a name.</p>
  const query = { product: String(day?.desk?.productId), date: toLocalDate(at, flight.timezone) }
  return (
    <p className="muted">
      Nobody has a seat on this flight.{' '}
      {canEdit && day?.desk && isAhead(flight.status) ? (
        <a className="no-print" href={`/staff/sell?${new URLSearchParams(query).toString()}`}>
          Sell seats on this day
        </a>
      ) : null}
    </p>
  )
}

/**
 * Warns that the manifest lists more passengers than seats: some seats were refunded, and nobody
 * chose yet who stays home.
 */
function TooManyPassengers({ manifest }: Pick<ManifestView, 'manifest'>) {
  if (manifest.too_many.length === 0) return null
  return (
    <div className="alert warn no-print" role="status">
      {manifest.too_many.map(({ order_id: id, people, seats }) => (
        <p key={id}>
          Order O-{id} has {people} people and {seats === 1 ? '1 seat' : `${String(seats)} seats`}. Under
          “Note, correct”, say who of them stays at home.
        </p>
      ))}
    </div>
  )
}

/** Warns, also at the check-in, of what is still to be paid; nobody is kept from boarding. */
function StillToPay({ manifest }: Pick<ManifestView, 'manifest'>) {
  if (manifest.still_to_pay.length === 0) return null
  return (
    <div className="alert warn no-print" role="status">
      {manifest.still_to_pay.map(({ order_id: id, amount }) => (
        <p key={id}>
          {`${formatDollars(amount)} still to pay for order O-${String(id)}. `}
          {'Please take it before they board: '}
          <a href={`/staff/orders/${String(id)}#counter`}>
            Take {formatDollars(amount)}
            <span className="vh"> of O-{id}</span>
          </a>
        </p>
      ))}
    </div>
  )
}

/** What a boarding flight still lacks. */
function BeforeItLeaves({ manifest, canEdit }: Pick<ManifestView, 'manifest' | 'canEdit'>) {
  const { next_statuses: next, before_departure: gaps, early } = manifest.flight
  const missing = [...gaps, ...(early ? ['its time has not come'] : [])]
  if (!next.includes('departed') || missing.length === 0 || manifest.flight.status !== 'boarding') return null
  return (
    <section className="alert warn no-print" aria-labelledby="before">
      <h2 id="before">Before it leaves</h2>
      <ul className="before-list">
        {missing.map((gap) => (
          <li key={gap}>{`${gap.charAt(0).toUpperCase()}${gap.slice(1)}.`}</li>
        ))}
      </ul>
      {canEdit || gaps.length === 0 ? null : <p>Only the desk may let it leave all the same.</p>}
    </section>
  )
}
