import { type ManifestChange } from '#contract/manifest-version.ts'
import { type Manifest } from '#contract/passenger.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { BoardForm, boardingWords } from './boarding-form.tsx'
import { CorrectForm } from './correction-form.tsx'
import { guestHref } from '../guests/guest-words.ts'
import { isAhead } from './flight-state.ts'
import { markChange } from './manifest-change-words.ts'
import { isCheckInOpen, nameOf } from './flight-words.ts'
import { isRefused, isWeightAsked, RowPress, RowWeight, type RowWork } from './row-press.tsx'

type Passenger = Manifest['passengers'][number]

interface PassengerTableProps {
  rows: readonly Passenger[]
  label: string
  flight: Manifest['flight']
  flightId: number
  /** Staff check in, correct and open orders; a pilot only reads. */
  canEdit: boolean
  /** The refused form, with its submitted values. */
  answer: FormAnswer | undefined
  /** What changed after the newest paper. */
  changes: readonly ManifestChange[]
  stillToPay?: Manifest['still_to_pay']
  comments?: Manifest['party_comments']
}

/**
 * The passengers. On screens each is a row with one press to check in, on paper a line of the load
 * manifest.
 */
export function PassengerTable({
  rows,
  label,
  flight,
  flightId,
  canEdit,
  answer,
  changes,
  stillToPay = [],
  comments = [],
}: PassengerTableProps) {
  const work: RowWork = {
    canBoard: canEdit && isCheckInOpen(flight),
    canCorrect: canEdit && isAhead(flight.status),
    zone: flight.timezone,
    answer,
  }
  return (
    <table className="table pax">
      <caption className="vh">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Order</th>
          <th scope="col" className="r">
            Weight
          </th>
          <th scope="col">Waiver</th>
          <th scope="col">Extras</th>
          <th scope="col">Check-in</th>
          {canEdit ? (
            <th scope="col" className="no-print">
              Note and mistakes
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((one, at) => (
          <PassengerRow
            key={one.id}
            one={one}
            canEdit={canEdit}
            work={work}
            flightId={flightId}
            left={
              one.boarding === 'no_show'
                ? undefined
                : stillToPay.find(({ order_id: id }) => id === one.order_id)?.amount
            }
            comments={
              rows[at - 1]?.order_id === one.order_id
                ? []
                : (comments.find(({ order_id: id }) => id === one.order_id)?.comments ?? [])
            }
            changes={changes.filter(({ passenger_id: id }) => id === one.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  one: Passenger
  flightId: number
  canEdit: boolean
  work: RowWork
  /** What their order still owes. */
  left?: number | undefined
  /** Of the party, with its first passenger only. */
  comments: readonly string[]
  changes: readonly ManifestChange[]
}

function PassengerRow({ one, canEdit, work, flightId, left, comments, changes }: RowProps) {
  const hasPress = work.canBoard || isWeightAsked(one, work)
  const order = `O-${String(one.order_id)}`
  return (
    <tr id={`pax-${String(one.id)}`} data-row="" tabIndex={-1}>
      <Person {...{ one, left, comments, changes }} />
      <td className="pax-order">
        {canEdit ? <a href={`/staff/orders/${String(one.order_id)}`}>{order}</a> : order}
      </td>
      <Weight one={one} work={work} />
      <td className="pax-waiver">
        <span className={one.waiver_signed ? 'st ok' : one.boarding === 'no_show' ? 'st' : 'st late'}>
          <span>
            <span className="no-print">Waiver </span>
            {one.waiver_signed ? 'signed' : 'missing'}
          </span>
        </span>
        {work.canCorrect && !one.waiver_signed ? (
          <>
            {' '}
            <SignWaiver one={one} flight={flightId} />
          </>
        ) : null}
      </td>
      <td className="pax-extras">{one.upgrades.join(', ')}</td>
      <td className="pax-press">
        <span className={hasPress ? 'only-print' : undefined}>{boardingWords(one, work.zone)}</span>
        <RowPress one={one} work={work} />
      </td>
      {canEdit ? (
        <td className="pax-more no-print">
          <RowForms one={one} work={work} />
        </td>
      ) : null}
    </tr>
  )
}

/** Leads to the guest's own page, as a code for their phone or on this device. */
const SignWaiver = ({ one, flight }: { one: Passenger; flight: number }) => (
  <a className="sm no-print" href={guestHref(one.order_id, one.id, flight)}>
    Sign now<span className="vh">, {nameOf(one)}</span>
  </a>
)

function Person({ one, left, comments, changes }: Pick<RowProps, 'one' | 'left' | 'comments' | 'changes'>) {
  return (
    <th scope="row">
      {nameOf(one)}
      {one.passenger_type === undefined ? null : <small>{one.passenger_type}</small>}
      {one.seat === null ? null : <small>Seat {one.seat}</small>}
      {one.seats > 1 ? <small>{one.seats} seats</small> : null}
      {one.needs_second_seat ? <small className="st bad">needs a second seat</small> : null}
      {one.boarding === 'no_show' ? <small className="st off no-print">did not come</small> : null}
      {one.late ? <small className="st late no-print">late</small> : null}
      {left === undefined ? null : (
        <small className="st late no-print">{formatDollars(left)} still to pay</small>
      )}
      {changes.map((change) => (
        <small key={change.kind} className="mark no-print">
          {markChange(change)}
        </small>
      ))}
      {one.seating ? <small>{one.seating}</small> : null}
      {comments.map((text) => (
        <small key={text} className="pax-note">
          Party: {text}
        </small>
      ))}
      {one.boarding_note ? <small className="pax-note no-print">{one.boarding_note}</small> : null}
    </th>
  )
}

function Weight({ one, work }: Pick<RowProps, 'one' | 'work'>) {
  const isAsked = isWeightAsked(one, work)
  return (
    <td className="r pax-weight">
      <span className={isAsked ? 'only-print' : undefined}>
        {one.counted_lbs} lb
        {one.weight_lbs === null ? <small>assumed: not told</small> : null}
      </span>
      {isAsked ? <RowWeight one={one} work={work} /> : null}
    </td>
  )
}

/** The note, the check-in in all its states, and what was written down wrongly. */
function RowForms({ one, work }: Pick<RowProps, 'one' | 'work'>) {
  const { canBoard, canCorrect, zone, answer } = work
  if (!canBoard && !canCorrect) return null
  return (
    <details name="pax" open={isRefused(one, work)}>
      <summary>
        {canCorrect ? 'Note, correct' : 'Note'}
        <span className="vh"> {nameOf(one)}</span>
      </summary>
      <div className="pax-forms">
        <BoardForm passenger={one} canBoard={canBoard} zone={zone} answer={answer} />
        {canCorrect ? <CorrectForm passenger={one} answer={answer} /> : null}
      </div>
    </details>
  )
}
