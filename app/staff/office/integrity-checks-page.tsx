import { type PromiseRun, type ShopPromise } from '#contract/promise.ts'
import { Failure } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type CountSummary, formatFigure, formatMoment } from '../../integrity-checks/check-summary.ts'
import { DeskTable } from '../parts/staff-table.tsx'
import { DeskTitle } from '../parts/staff-title.tsx'

type Result = PromiseRun['results'][number]
type Row = Result['rows'][number]

interface DeskPromisesPageProps {
  zone: string
  summary: CountSummary
  promises: ShopPromise[]
  /** The last run that came to its end. */
  last: PromiseRun | null
  /** A run that was asked for and is not done. */
  awaited: PromiseRun | null
  failure: string | undefined
}

const inWords = (name: string) => name.replaceAll('_', ' ')
const LOOKS: Record<CountSummary['state'], string> = {
  kept: 'good',
  broken: 'bad',
  unchecked: 'warn',
  uncounted: 'warn',
}

/**
 * What the shop promises, counted: the rows that fail are here, and a new count can be asked for.
 */
export function DeskPromisesPage(props: DeskPromisesPageProps) {
  const { zone, summary, promises, last, awaited, failure } = props
  const failing = last?.results.filter(({ rows }) => rows.length > 0) ?? []
  const nameOf = ({ name }: Result) => promises.find((one) => one.name === name)?.statement ?? inWords(name)
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <DeskTitle href="/staff/office" above="Office">
          Promises
        </DeskTitle>
        <a href="/promises">What everybody reads</a>
      </div>
      <Failure text={failure} />
      <Awaited run={awaited} />
      <section className="desk-part" aria-labelledby="standing">
        <h2 id="standing">{summary.headline}</h2>
        {last ? <p className="muted">{aboutRun(last, zone)}</p> : null}
        <form method="post" className="form row-form">
          <label>
            <input type="checkbox" name="full" value="yes" /> Compare everything our card processor has, not
            only what is new
          </label>
          <button type="submit" className="btn small">
            Check now
          </button>
        </form>
      </section>
      {failing.map((result) => (
        <FailingRows key={result.name} result={result} title={nameOf(result)} />
      ))}
      <PromiseTable promises={promises} zone={zone} />
    </div>
  )
}

function Awaited({ run }: { run: PromiseRun | null }) {
  if (!run) return null
  if (run.state === 'failed') {
    return (
      <p className="alert bad" role="alert">
        The check did not come to its end. What stands below is from the one before.
      </p>
    )
  }
  return (
    <p className="alert warn" role="status">
      {run.state === 'queued' ? 'The check waits for its turn.' : 'The check is running.'} This page looks
      again by itself.
    </p>
  )
}

function aboutRun({ finished_at: at, by, full }: PromiseRun, zone: string): string {
  const who =
    by === 'clock'
      ? 'by itself'
      : by === 'command'
        ? 'by the command'
        : `asked by ${by.replace('user:', 'person ')}`
  const when = at === null ? '' : ` ${formatMoment(at, zone)}`
  return `Last counted${when}, ${who}${full ? ', with everything our card processor has' : ''}.`
}

function PromiseTable({ promises, zone }: Pick<DeskPromisesPageProps, 'promises' | 'zone'>) {
  return (
    <ScrollRegion label="Promises">
      <table className="table">
        <caption>Every promise</caption>
        <thead>
          <tr>
            <th scope="col">What is counted</th>
            <th scope="col">State</th>
            <th scope="col" className="r">
              Found
            </th>
            <th scope="col">Found out</th>
          </tr>
        </thead>
        <tbody>
          {promises.map((promise) => (
            <tr key={promise.name}>
              <th scope="row">{promise.statement}</th>
              <td>
                <span className={`chip ${LOOKS[promise.state ?? 'uncounted']}`}>
                  {promise.state ?? 'not counted'}
                </span>
              </td>
              <td className="r">{formatFigure(promise)}</td>
              <td>{promise.checked_at === null ? 'Never' : formatMoment(promise.checked_at, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function FailingRows({ result, title }: { result: Result; title: string }) {
  const more = result.failing - result.rows.length
  return (
    <section className="desk-part" aria-labelledby={result.name}>
      <h2 id={result.name}>{title}</h2>
      <DeskTable label={`${title}: rows`} heads={['Where', 'What is wrong', 'Facts']}>
        {result.rows.map((row) => (
          <tr key={`${row.kind} ${row.subject} ${row.id}`}>
            <th scope="row">
              <Where row={row} />
            </th>
            <td>{inWords(row.kind)}</td>
            <td>{factsOf(row)}</td>
          </tr>
        ))}
      </DeskTable>
      {more > 0 ? <p className="muted">And {more.toLocaleString('en-US')} more.</p> : null}
    </section>
  )
}

function Where({ row: { subject, id } }: { row: Row }) {
  const called = `${inWords(subject)} ${id}`
  if (subject === 'order') return <a href={`/staff/orders/${id}`}>O-{id}</a>
  if (subject === 'payout') return <a href={`/staff/payouts/${id}`}>{called}</a>
  return subject === 'flight' ? <a href={`/staff/flights/${id}`}>{called}</a> : called
}

const factsOf = ({ facts }: Row): string =>
  Object.entries(facts)
    .map(([name, value]) => `${inWords(name)}: ${value === null ? 'none' : String(value)}`)
    .join(' · ')
