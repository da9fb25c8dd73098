import { type IntegrityRun, type IntegrityCheck } from '#contract/promise.ts'
import { Failure } from '../../ui/notice.tsx'
import { type CheckRunSummary, formatFigure } from '../../integrity-checks/check-summary.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { inWords } from '../parts/in-words.ts'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'

type Result = IntegrityRun['results'][number]
type Row = Result['rows'][number]

interface StaffIntegrityChecksPageProps {
  zone: string
  summary: CheckRunSummary
  promises: IntegrityCheck[]
  /** The last finished run. */
  last: IntegrityRun | null
  /** A requested run that has not finished. */
  pendingRun: IntegrityRun | null
  failure: string | undefined
}

const STATES: Record<CheckRunSummary['state'], StateWords> = {
  kept: { text: 'Kept', shape: 'ok' },
  broken: { text: 'Not kept', shape: 'bad' },
  unchecked: { text: 'Not checked', shape: 'late' },
  uncounted: { text: 'Not counted', shape: 'none' },
}

/** The results of the integrity checks with the rows that fail, and a button for a new run. */
export function StaffIntegrityChecksPage(props: StaffIntegrityChecksPageProps) {
  const { zone, summary, promises, last, pendingRun, failure } = props
  const failing = last?.results.filter(({ rows }) => rows.length > 0) ?? []
  const nameOf = ({ name }: Result) => promises.find((one) => one.name === name)?.statement ?? inWords(name)
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <StaffPageTitle
          href="/staff/office"
          above="Office"
          about="What we promise everybody, counted in the books every night."
        >
          Promises
        </StaffPageTitle>
        <a href="/promises">What everybody reads</a>
      </div>
      <Failure text={failure} />
      <PendingRunNotice run={pendingRun} />
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
      <IntegrityCheckTable promises={promises} zone={zone} />
    </div>
  )
}

function PendingRunNotice({ run }: { run: IntegrityRun | null }) {
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

function aboutRun({ finished_at: at, by, full }: IntegrityRun, zone: string): string {
  const author =
    by === 'clock'
      ? 'by itself'
      : by === 'command'
        ? 'by the command'
        : `asked by ${by.replace('user:', 'person ')}`
  const when = at === null ? '' : ` ${formatDateTime(at, zone)}`
  return `Last counted${when}, ${author}${full ? ', with everything our card processor has' : ''}.`
}

function IntegrityCheckTable({ promises, zone }: Pick<StaffIntegrityChecksPageProps, 'promises' | 'zone'>) {
  return (
    <section className="desk-part" aria-labelledby="every">
      <h2 id="every">Every promise</h2>
      <StaffTable
        label="Promises"
        stacked
        heads={['What is counted', 'State', 'Found', 'Counted']}
        figures={['Found']}
      >
        {promises.map((promise) => {
          const { text, shape } = STATES[promise.state ?? 'uncounted']
          return (
            <tr key={promise.name}>
              <th scope="row">{promise.statement}</th>
              <td>
                <StaffState shape={shape}>{text}</StaffState>
              </td>
              <td className="r">{formatFigure(promise)}</td>
              <td data-label="Counted">
                <DateTimeCell at={promise.checked_at} zone={zone} none="Never" />
              </td>
            </tr>
          )
        })}
      </StaffTable>
    </section>
  )
}

function FailingRows({ result, title }: { result: Result; title: string }) {
  const more = result.failing - result.rows.length
  return (
    <section className="desk-part" aria-labelledby={result.name}>
      <h2 id={result.name}>{title}</h2>
      <StaffTable label={`${title}: rows`} stacked heads={['Where', 'What is wrong', 'Facts']}>
        {result.rows.map((row) => (
          <tr key={`${row.kind} ${row.subject} ${row.id}`}>
            <th scope="row">
              <SubjectLink row={row} />
            </th>
            <td>{inWords(row.kind)}</td>
            <td>{factsOf(row)}</td>
          </tr>
        ))}
      </StaffTable>
      {more > 0 ? <p className="muted">And {more.toLocaleString('en-US')} more.</p> : null}
    </section>
  )
}

function SubjectLink({ row: { subject, id } }: { row: Row }) {
  const called = `${inWords(subject)} ${id}`
  if (subject === 'order') return <a href={`/staff/orders/${id}`}>O-{id}</a>
  if (subject === 'payout') return <a href={`/staff/payouts/${id}`}>{called}</a>
  return subject === 'flight' ? <a href={`/staff/flights/${id}`}>{called}</a> : called
}

const factsOf = ({ facts }: Row): string =>
  Object.entries(facts)
    .map(([name, value]) => `${inWords(name)}: ${value === null ? 'none' : String(value)}`)
    .join(' · ')
