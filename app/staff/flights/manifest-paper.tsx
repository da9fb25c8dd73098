import { type ManifestChange, type ManifestVersionPaper } from '#contract/manifest-version.ts'
import { formatShortDate, formatZone, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { describeLoad } from '../parts/seating-words.ts'
import { Before, PassengerSheet } from './manifest-paper-lines.tsx'

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
