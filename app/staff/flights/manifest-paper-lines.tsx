import { Fragment } from 'react'
import {
  type ManifestChange,
  type ManifestLine,
  type ManifestParty,
  type ManifestVersionPaper,
} from '#contract/manifest-version.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeBefore } from './manifest-change-words.ts'

interface PaperProps {
  version: ManifestVersionPaper
}

/** What changed of the flight itself or of one passenger, below what stands there now. */
export function Before({ version, kinds, passenger = null }: BeforeProps) {
  const { changes_since_paper: changes, replaces: paper, content } = version
  const own = changes.filter((one) => one.passenger_id === passenger && kinds?.includes(one.kind) !== false)
  if (paper === null) return null
  return own.map((one) => (
    <small key={one.kind}>▲ {describeBefore(one, { paper, zone: content.timezone })}</small>
  ))
}

interface BeforeProps extends PaperProps {
  /** All of the passenger's by default. */
  kinds?: readonly ManifestChange['kind'][]
  passenger?: number | null
}

/** Who flies, party by party, with what is said of each, and the sum against the limit. */
export function PassengerSheet({ version }: PaperProps) {
  const { content, changes_since_paper: changes } = version
  const { passengers, total_weight_lbs: pounds, max_weight_lbs: most } = content
  const assumed = passengers.some(({ weight_lbs: told }) => told === null)
  const gone = changes.filter(({ kind }) => kind === 'passenger_removed')
  return (
    <table>
      <caption className="vh">Passengers</caption>
      <thead>
        <tr>
          <th scope="col">Seat</th>
          <th scope="col">Passenger</th>
          <th scope="col">Order</th>
          <th scope="col" className="r">
            Weight, lb
          </th>
          <th scope="col">Scale, lb</th>
          <th scope="col">Waiver</th>
          <th scope="col">Extras and notes</th>
          <th scope="col">Here</th>
          <th scope="col">On board</th>
        </tr>
      </thead>
      <tbody>
        {passengers.map((line, at) => (
          <Fragment key={line.id}>
            <PassengerLine line={line} version={version} />
            {passengers[at + 1]?.order_id === line.order_id ? null : (
              <PartyLine orderId={line.order_id} version={version} />
            )}
          </Fragment>
        ))}
        {gone.map((one) => (
          <tr key={one.passenger_id} className="ch">
            <td />
            <td colSpan={8}>
              <s>{one.passenger_name}</s> ▲ Does not fly any more; was in version {version.replaces}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3}>
            {formatCount(passengers.length, 'passenger', 'passengers')}, {content.seats_sold} of{' '}
            {formatCount(content.capacity, 'seat', 'seats')}
          </td>
          <td className="r">{pounds.toLocaleString('en-US')}</td>
          <td />
          <td colSpan={4}>
            {`Limit ${most.toLocaleString('en-US')} lb, `}
            {pounds > most
              ? `${(pounds - most).toLocaleString('en-US')} lb over it.`
              : `${(most - pounds).toLocaleString('en-US')} lb free.`}
            {assumed ? ' * assumed, not told.' : ''}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function PassengerLine({ line, version }: PaperProps & { line: ManifestLine }) {
  const isChanged = version.changes_since_paper.some(({ passenger_id: id }) => id === line.id)
  const notes = [line.seats > 1 ? `${String(line.seats)} seats` : '', ...line.notes].filter(Boolean)
  return (
    <tr className={isChanged ? 'ch' : undefined}>
      <td className="nw">{line.seat}</td>
      <td>
        <b>{line.full_name || 'No name yet'}</b>
        <Before version={version} passenger={line.id} />
      </td>
      <td className="nw">{`O-${String(line.order_id)}`}</td>
      <td className="r">
        {line.counted_lbs}
        {line.weight_lbs === null ? '*' : ''}
      </td>
      <td />
      <td>{line.waiver_signed ? 'yes' : <b>no</b>}</td>
      <td>{notes.join('. ')}</td>
      <td>{line.checked_in_at === null ? '' : toLocalTime(line.checked_in_at, version.content.timezone)}</td>
      <td>
        <span className="box" />
      </td>
    </tr>
  )
}

/** What is said of a party, below its people; nothing for most. */
function PartyLine({ orderId, version }: PaperProps & { orderId: number }) {
  const party = version.content.parties?.find((one) => one.order_id === orderId)
  const isOwn = (change: ManifestChange) => change.kind === 'comments' && change.order_id === orderId
  const changed = version.changes_since_paper.find(isOwn)
  if (!party && !changed) return null
  return (
    <tr className={changed ? 'ch' : undefined}>
      <td />
      <td colSpan={8}>
        <b>{`O-${String(orderId)}: `}</b>
        {party ? wordsOf(party) : 'No comment any more.'}
        {changed && version.replaces !== null ? (
          <small>
            ▲ {describeBefore(changed, { paper: version.replaces, zone: version.content.timezone })}
          </small>
        ) : null}
      </td>
    </tr>
  )
}

const wordsOf = ({ comments, owes }: ManifestParty) =>
  [...comments, owes === null ? '' : `Owes ${formatDollars(owes)}`].filter(Boolean).join('. ')
