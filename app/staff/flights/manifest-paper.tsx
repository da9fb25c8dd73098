import {
  type ManifestChange,
  type ManifestLine,
  type ManifestVersionPaper,
} from '#contract/manifest-version.ts'
import { formatShortDate, formatZone, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { describeLoad } from '../parts/seating-words.ts'
import { describeBefore } from './manifest-change-words.ts'

export interface ManifestPaperProps {
  version: ManifestVersionPaper
  /** The seller's name. */
  brand: string
  /** Where the page was opened from. */
  back: { href: string; text: string }
}

/** One version of a load manifest as a sheet: black on white, the clock of 24 hours, blanks to fill in. */
export function ManifestPaper({ version, brand, back }: ManifestPaperProps) {
  return (
    <div className="wrap desk paper-page">
      <div className="desk-head no-print">
        <p className="sm">
          <a href={back.href}>{back.text}</a>
        </p>
        <div className="btn-row">
          <p className="sm muted">One sheet on A4 and on Letter.</p>
          <button type="button" className="btn small" data-print hidden>
            Print version {version.number}
          </button>
        </div>
      </div>
      <ScrollRegion label="Sheet, scrolls sideways on a phone">
        <article className="paper" aria-labelledby="sheet">
          <PaperHead version={version} brand={brand} />
          <FlightTable version={version} />
          <PassengerSheet version={version} />
          <LoadsSheet version={version} />
          <Blanks names={['Pilot, lb', 'Fuel, lb', 'Take-off weight, lb', 'Centre of gravity, in']} />
          <Blanks names={['Off blocks', 'Landed', 'Hobbs out', 'Hobbs in']} />
          <Blanks names={['Pilot in command', 'Date and time', 'Loaded by', 'Time loaded']} />
          <p>
            {version.replaces === null
              ? ''
              : '▲ and the bar at the left mark what changed since the last printed version. '}
            This sheet supports the operator’s weight and balance method; it does not replace it. Sheet{' '}
            {version.flight_code}-{version.number}.
          </p>
        </article>
      </ScrollRegion>
    </div>
  )
}

type PaperProps = Pick<ManifestPaperProps, 'version'>

function PaperHead({ version, brand }: Omit<ManifestPaperProps, 'back'>) {
  const { content, number, replaces } = version
  const zone = content.timezone
  const stamp = (at: string) => `${formatShortDate(toLocalDate(at, zone))}, ${toLocalTime(at, zone)}`
  return (
    <div className="paper-head">
      <div>
        <h1 id="sheet">Load manifest {version.flight_code}</h1>
        <p>
          {brand}, {content.terminal_name}. {content.product_name}.
        </p>
      </div>
      <p className="r">
        <b>Version {number}</b>
        {version.printed_at === null ? ', not printed yet' : null}
        {version.printed_at === null ? null : (
          <>
            <br />
            Printed {stamp(version.printed_at)} by {version.printed_by}.
          </>
        )}
        {replaces === null ? null : ` Replaces version ${String(replaces)}.`}
        {version.accepted_at === null ? null : (
          <>
            <br />
            Accepted {stamp(version.accepted_at)} by {version.accepted_by}.
          </>
        )}
      </p>
    </div>
  )
}

/** What changed of the flight itself or of one passenger, below what stands there now. */
function Before({ version, kinds, passenger = null }: BeforeProps) {
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

function FlightTable({ version }: PaperProps) {
  const { content, changes_since_paper: changes } = version
  const { depart_at: at, timezone: zone, sunset, last_light: light } = content
  const clock = (instant: string | null) => (instant === null ? 'none' : toLocalTime(instant, zone))
  const rowClass = (...kinds: ManifestChange['kind'][]) =>
    changes.some(({ kind }) => kinds.includes(kind)) ? 'ch' : undefined
  return (
    <table>
      <caption className="vh">Flight</caption>
      <tbody>
        <tr className={rowClass('time', 'aircraft')}>
          <th scope="row">Leaves</th>
          <td>
            <b>
              {formatShortDate(toLocalDate(at, zone))}, {toLocalTime(at, zone)} {formatZone(at, zone)}
            </b>
            <Before version={version} kinds={['time']} />
          </td>
          <th scope="row">Aircraft</th>
          <td>
            <b>{content.registration}</b>,{' '}
            {formatCount(content.capacity, 'passenger seat', 'passenger seats')}
            <Before version={version} kinds={['aircraft']} />
          </td>
        </tr>
        <tr className={rowClass('pilot')}>
          <th scope="row">Pilot</th>
          <td>
            <b>{content.pilot_name ?? 'Nobody yet'}</b>
            <Before version={version} kinds={['pilot']} />
          </td>
          <th scope="row">Sunset, last light</th>
          <td>
            {clock(sunset)}, {clock(light)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function PassengerSheet({ version }: PaperProps) {
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
        {passengers.map((line) => (
          <PassengerLine key={line.id} line={line} version={version} />
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

/** The loads of rows and sides; nothing while no seat is given. */
function LoadsSheet({ version: { content } }: PaperProps) {
  const seating = content.seating ?? null
  if (seating === null || seating.loads.length === 0) return null
  const columns = seating.loads.map((load) => ({ load, ...describeLoad(load, seating.pilot_lbs) }))
  return (
    <table>
      <caption className="vh">Loads against limits</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          {columns.map(({ part }) => (
            <th key={part} scope="col">
              {part}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Load</th>
          {columns.map(({ part, value, load }) => (
            <td key={part}>
              {value}
              {load.over ? ' ▲ over' : ''}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">Limit</th>
          {columns.map(({ part, limit }) => (
            <td key={part}>{limit.replace(/^of /, '')}</td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

/** Lines to write on; one of them holds what is written above it. */
function Blanks({ names }: { names: readonly string[] }) {
  return (
    <ul className="fill">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
