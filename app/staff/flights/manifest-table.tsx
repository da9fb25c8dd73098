import { type Manifest } from '#contract/passenger.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { BoardForm, boardingWords } from './boarding-form.tsx'
import { CorrectForm } from './correction-form.tsx'

type Passenger = Manifest['passengers'][number]

interface ManifestTableProps {
  rows: readonly Passenger[]
  label: string
  /** Staff check in, correct and open orders; a pilot only reads. */
  canEdit: boolean
  /** The refused form, with its submitted values. */
  answer: FormAnswer | undefined
}

/**
 * The passengers with their details; for staff with the forms to check them in and to correct them.
 */
export function ManifestTable({ rows, label, canEdit, answer }: ManifestTableProps) {
  return (
    <ScrollRegion label={label}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Order</th>
            <th scope="col" className="r">
              Weight
            </th>
            <th scope="col">Waiver</th>
            <th scope="col">Extras</th>
            <th scope="col">{canEdit ? 'Check-in and note' : 'Check-in'}</th>
            {canEdit ? (
              <th scope="col" className="no-print">
                Mistakes
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id}>
              <Person one={one} />
              <td>
                {canEdit ? (
                  <a href={`/staff/orders/${String(one.order_id)}`}>O-{one.order_id}</a>
                ) : (
                  `O-${String(one.order_id)}`
                )}
              </td>
              <td className="r">
                {one.counted_lbs} lb
                {one.weight_lbs === null ? <small>assumed: not told</small> : null}
              </td>
              <td>{one.waiver_signed ? 'Signed' : <strong>Missing</strong>}</td>
              <td>{one.upgrades.join(', ')}</td>
              <td>
                <span className={canEdit ? 'only-print' : undefined}>{boardingWords(one)}</span>
                {canEdit ? <BoardForm passenger={one} answer={answer} /> : null}
              </td>
              {canEdit ? (
                <td className="no-print">
                  <CorrectForm passenger={one} answer={answer} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Person({ one }: { one: Passenger }) {
  return (
    <th scope="row">
      {one.full_name || 'No name yet'}
      {one.seats > 1 ? <small>{one.seats} seats</small> : null}
      {one.needs_second_seat ? <small>needs a second seat</small> : null}
      {one.seating ? <small>{one.seating}</small> : null}
    </th>
  )
}
